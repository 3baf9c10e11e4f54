/** The pages without a customer: signing in by a mailed link, and out. */
import { isToken } from '../auth/account-link.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import { requestSignIn } from '../resources/account-links/request.ts'
import { endSession } from '../resources/account-links/sessions.ts'
import { sessionDays, useSignInLink } from '../resources/account-links/use.ts'
import { act, mutationOf } from './ask.ts'
import { sessionEnded, sessionStarted } from './browser.ts'
import { html } from './html.ts'
import { type AccountPage, goTo, pageAnswer, tokenField } from './page.ts'
import { type CustomerVisit, fieldOf, type PageVisit } from './visit.ts'

/** The longest e-mail address. */
export const maxEmail = 320

/** Whether a text looks like an e-mail address: one `@` with something on both sides, in one line. */
export function isEmail(text: string): boolean {
  const [name = '', domain = '', ...others] = text.split('@')
  const isWord = (part: string) => /^[^\s<>"(),:;\\]+$/.test(part)
  return others.length === 0 && isWord(name) && isWord(domain) && /[^.]\.[^.]/.test(domain)
}

/** The form that asks for a link. */
export function signInPage(visit: PageVisit, page: Partial<AccountPage> = {}): HttpAnswer {
  const { frame } = visit
  const { signIn } = frame.words
  const content = html`<div class="sheet"><h1>${signIn.title}</h1><p class="lead">${signIn.text}</p>
<form class="wide" method="post" action="/account/sign-in">${tokenField(frame)}
<label>${signIn.email}<input type="email" name="email" required maxlength="${maxEmail}" autocomplete="email" inputmode="email"></label>
<button class="main">${signIn.send}</button></form></div>`
  return pageAnswer(frame, { title: signIn.title, content, isNarrow: true, ...page })
}

/** Mails a link to a customer. The answer is the same for every address, and takes as long. */
export async function sendLink(visit: PageVisit): Promise<HttpAnswer> {
  const { frame, form, locale } = visit
  const { signIn } = frame.words
  const email = fieldOf(form, 'email', maxEmail + 1)
  if (email.length > maxEmail || !isEmail(email))
    return signInPage(visit, { status: 400, notice: { text: signIn.wrongEmail, isFault: true } })
  await visit.payForGuess()
  const silence = visit.untilSilent()
  await requestSignIn(visit.asServer(), { email, locale })
  await silence
  const content = html`<div class="sheet"><h1>${signIn.sentTitle}</h1><p>${signIn.sent}</p></div>`
  return pageAnswer(frame, { title: signIn.sentTitle, content, isNarrow: true })
}

/** The page of a mailed link: programs that look at mails follow links, so that only its button uses the link. */
export function linkPage({ frame, query }: PageVisit): HttpAnswer {
  const { signIn } = frame.words
  const token = query.get('token') ?? ''
  const content = html`<div class="sheet"><h1>${signIn.ready}</h1><p class="lead">${signIn.readyText}</p>
<form class="wide" method="post" action="/account/session">${tokenField(frame)}<input type="hidden" name="token" value="${token.slice(0, 100)}">
<button class="main">${signIn.enter}</button></form></div>`
  return pageAnswer(frame, { title: signIn.ready, content, isNarrow: true })
}

/** The answer to a link that was used, is too old, or never was. */
export const overPage = (visit: PageVisit): HttpAnswer => {
  const { over, overText } = visit.frame.words.signIn
  return signInPage(visit, { status: 400, notice: { text: `${over}. ${overText}`, isFault: true } })
}

/** Signs in by a link. A session that the browser had ends. */
export async function enter(visit: PageVisit): Promise<HttpAnswer> {
  const { form, frame, browser } = visit
  const token = fieldOf(form, 'token')
  if (!isToken(token)) return overPage(visit)
  const context = visit.asServer()
  const { shownOnce } = await useSignInLink(context, { token })
  const session = shownOnce?.session
  if (!session) return overPage(visit)
  if (browser.session) await endSession(context.db, frame.shop.storeId, browser.session)
  return goTo('/account', [sessionStarted(frame.shop.accountUrl, session, sessionDays)])
}

const signOut = mutationOf('signOutCustomer')

/** Signs out in all browsers. */
export async function leaveAll({ context, frame }: CustomerVisit): Promise<HttpAnswer> {
  await act(context, signOut, {})
  return goTo('/account?done=out', [sessionEnded(frame.shop.accountUrl)])
}

/** Signs out in this browser. */
export async function leave({ browser, frame, asServer }: PageVisit): Promise<HttpAnswer> {
  if (browser.session) await endSession(asServer().db, frame.shop.storeId, browser.session)
  return goTo('/account?done=out', [sessionEnded(frame.shop.accountUrl)])
}
