/** A page of the customers' account as an answer: its frame, its policy, and what follows a form. */
import { createHash } from 'node:crypto'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import { Html, type HtmlPart, html } from './html.ts'
import type { AccountShop } from './shop.ts'
import { styleOf } from './style.ts'
import type { AccountWords } from './words/words.ts'

/** The colour of shops that have chosen none. */
const colour = '#1f3a5f'

const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

type Screen = 'boxes' | 'orders' | 'cards' | 'credit'

/** A page before it is framed. */
export type AccountPage = {
  title: string
  content: HtmlPart
  /** The screen that it belongs to. */
  screen?: Screen
  /** Whether it is one column, such as a form. */
  isNarrow?: boolean
  status?: number
  /** A sentence above the page: something was done, or was refused. */
  notice?: { text: string; isFault: boolean } | undefined
}

/** The frame of a page: its shop, its words, and its forms' token. */
export type Frame = {
  shop: AccountShop
  words: AccountWords
  /** The token of its forms. */
  formToken: string
  isSignedIn: boolean
  /** Whether it links to the forms that withdraw and cancel. */
  showsWithdrawal: boolean
  cookies?: readonly string[]
}

const screenPaths: Record<Screen, string> = {
  boxes: '/account',
  orders: '/account/orders',
  cards: '/account/cards',
  credit: '/account/credit',
}

/** The hidden field by which a form is known as a page's own. */
export const tokenField = ({ formToken }: Pick<Frame, 'formToken'>): Html =>
  html`<input type="hidden" name="form_token" value="${formToken}">`

/** A form of one button. */
export const buttonForm = (frame: Pick<Frame, 'formToken'>, action: string, text: string, style = ''): Html =>
  html`<form method="post" action="${action}">${tokenField(frame)}<button class="${style}">${text}</button></form>`

function navigation({ words }: Frame, screen: Screen | undefined): Html {
  const entries = Object.entries(screenPaths) as [Screen, string][]
  const link = ([name, path]: [Screen, string]) =>
    html`<li><a href="${path}"${name === screen ? html` aria-current="page"` : ''}>${words.screens[name]}</a></li>`
  return html`<nav aria-label="${words.screens.boxes}"><ul>${entries.map(link)}</ul></nav>`
}

function footer({ words, shop, showsWithdrawal }: Frame): Html {
  const links = html`<ul><li><a href="/account/withdraw">${words.withdrawHere}</a></li><li><a href="/account/cancel">${words.cancelHere}</a></li></ul>`
  return html`<footer><div><p>${shop.imprint.join(' · ')}</p>${showsWithdrawal ? links : ''}</div></footer>`
}

/** Answers a page. */
export function pageAnswer(frame: Frame, { title, content, screen, isNarrow, status = 200, notice }: AccountPage): HttpAnswer {
  const { shop, words, isSignedIn, cookies = [] } = frame
  const style = styleOf(shop.colour ?? colour)
  const body = html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${shop.name}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">${words.skipToContent}</a>
<header class="bar"><div><a class="shop" href="/account">${shop.name}</a>${
    isSignedIn ? buttonForm(frame, '/account/sign-out', words.signOut, 'plain') : ''
  }</div></header>
${isSignedIn ? navigation(frame, screen) : ''}
<main id="content"${isNarrow ? html` class="narrow${isSignedIn ? '' : ' alone'}"` : ''}>
${notice ? html`<p class="note${notice.isFault ? ' bad' : ''}" role="${notice.isFault ? 'alert' : 'status'}">${notice.text}</p>` : ''}
${content}
</main>
${footer(frame)}
</body>
</html>
`
  return {
    status,
    headers: {
      ...pageHeaders(),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(style),
      // The browser says where a form is sent from.
      'Referrer-Policy': 'same-origin',
    },
    body: body.text,
    cookies,
    // Its forms have a secret, whose place in a compressed answer another site could measure.
    effects: { cookies: [], hasSecret: true, key: undefined, isRefused: false },
  }
}

/** Answers with another page of the account, which the browser then gets. */
export const goTo = (path: string, cookies: readonly string[] = []): HttpAnswer => ({
  status: 303,
  headers: { Location: path, 'Referrer-Policy': 'same-origin' },
  body: undefined,
  cookies,
})
