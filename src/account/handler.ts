/**
 * The customers' page at `/account` of a store's host: finds the shop, the browser and the customer, and the page that answers. It opens no
 * row by itself: what a customer reads and does are GraphQL documents, run in this process as the customer.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { visitorAccount } from '../auth/admission.ts'
import { type CustomerViewer, callerOf, holderOf } from '../auth/viewer.ts'
import { type Budget, guessPoints, openAccount } from '../budget/account.ts'
import type { Limits } from '../config/limits.ts'
import type { Context } from '../context.ts'
import { runAs } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { contextInProcess } from '../in-process.ts'
import { formatsOf } from '../mails/formats.ts'
import type { RequestFacts } from '../observe/request-facts.ts'
import type { Gateways } from '../payments/gateways.ts'
import { sessionCustomer } from '../resources/account-links/sessions.ts'
import { Refusal } from '../values/errors.ts'
import { browserOf, isOwnForm } from './browser.ts'
import { html } from './html.ts'
import { type Frame, pageAnswer } from './page.ts'
import { type AccountRoute, routeAt } from './routes.ts'
import { type AccountShop, shopAt } from './shop.ts'
import { signInPage } from './strangers.ts'
import type { CustomerVisit, PageVisit } from './visit.ts'
import type { AccountWords } from './words/words.ts'
import { wordsFor } from './words.ts'

/** The most bytes of a form. */
const formBytes = 16_384

type ArrivedVisit = { requestId: string; address: string; now: Date; facts: RequestFacts; report: (error: unknown) => void }

type AccountOptions = {
  db: Db
  clock: Clock
  gateways: Gateways
  budget: Budget | undefined
  limits: Limits
  isEmbedded: boolean
  eventsWritten: () => void
  /** How long an answer takes that must not tell whether an address is a customer's. */
  refusalMilliseconds: number
}

/** Creates the function that answers requests for the page. */
export function accountPages(options: AccountOptions) {
  const { db, clock, budget, isEmbedded } = options

  return async (request: HttpRequest, arrived: ArrivedVisit): Promise<HttpAnswer> => {
    const account = visitorAccount(budget, arrived.address)
    const { words: fallback } = wordsFor(undefined, request.header('accept-language'))
    try {
      await account.pay(1)
      const shop = await shopAt(db, request.hostname, isEmbedded)
      if (!shop) return bare(fallback, 404, fallback.faults.notFound)
      const browser = browserOf(request, shop.accountUrl)
      const customer = browser.session && (await sessionCustomer(db, clock, shop.storeId, browser.session))
      const { words, locale } = wordsFor(customer ? customer.locale : undefined, request.header('accept-language'), shop.locale)
      const frame: Frame = {
        ...{ shop, words, formToken: browser.formToken, isSignedIn: Boolean(customer), cookies: browser.cookies },
        showsWithdrawal: customer ? shop.withdrawalCountries.includes(customer.country) : shop.withdrawalCountries.length > 0,
      }
      const visit = { frame, request, arrived, browser, locale, customer: customer || undefined, shop }
      const answer = await answerAt(options, visit, account).catch((error: unknown) => faultPage(frame, error, arrived.report))
      Object.assign(answer.headers, account.headers())
      return answer
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      if (!refusal) arrived.report(error)
      const answer = bare(fallback, refusal?.code === 'RATE_LIMITED' ? 429 : 503, sentenceOf(fallback, refusal))
      Object.assign(answer.headers, account.headers())
      return answer
    }
  }
}

type AskedPage = {
  frame: Frame
  request: HttpRequest
  arrived: ArrivedVisit
  browser: PageVisit['browser']
  locale: string
  shop: AccountShop
  customer: { customerId: bigint; expiresAt: Date } | undefined
}

async function answerAt(options: AccountOptions, asked: AskedPage, account: Context['account']): Promise<HttpAnswer> {
  const { frame, request, shop, locale, browser, customer, arrived } = asked
  const { words } = frame
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = routeAt(method, request.path, shop)
  if (!found) return problem(frame, 404, words.faults.notFound)
  const { route, ids } = found
  const form = method === 'POST' ? await readForm(request) : new URLSearchParams()
  if (method === 'POST' && !isOwnForm(request, shop.accountUrl, browser, form.get('form_token') ?? ''))
    return problem(frame, 403, words.faults.forged)
  const visit: PageVisit = {
    ...{ frame, browser, locale, form, ids, query: new URLSearchParams(request.search) },
    formats: formatsOf(locale, shop.currency, shop.timeZone),
    asServer: () => contextOf(options, asked, { role: 'worker', ...choicesOf(shop) }),
    payForGuess: () => account.pay(1 + guessPoints(options.budget?.rate.burst ?? 0)),
    untilSilent: () => sleep(options.refusalMilliseconds),
  }
  if (route.of === 'anybody') return route.answer(visit)
  if (!customer) return request.path === '/account' ? welcome(visit) : signInPage(visit, { status: 401 })
  const viewer: CustomerViewer = {
    ...{ role: 'customer', ...choicesOf(shop), customerId: customer.customerId, customersMay: shop.customersMay },
    ...{ signed: { token: '', expiresAt: customer.expiresAt }, by: 'cookie' },
  }
  return runAs(holderOf(viewer, arrived.address), () => answerCustomer(options, asked, { visit, viewer, route }))
}

/** Answers a customer, who pays from the customer's own account as for any other request. */
async function answerCustomer(
  options: AccountOptions,
  asked: AskedPage,
  { visit, viewer, route }: { visit: PageVisit; viewer: CustomerViewer; route: AccountRoute & { of: 'customer' } },
): Promise<HttpAnswer> {
  const account = openAccount(options.budget, callerOf(viewer))
  await account.enter()
  const context: Context = { ...contextOf(options, asked, viewer), account, surface: 'graphql' }
  const notice = noticeOf(visit)
  const answered = await route.answer({ ...visit, context, customerId: viewer.customerId } satisfies CustomerVisit, notice)
  await account.settle()
  answered.by = { actor: callerOf(viewer), storeId: viewer.storeId }
  return answered
}

/** The sentence of what the form before has done. */
function noticeOf({ query, frame: { words } }: PageVisit) {
  const done = query.get('done') ?? ''
  return Object.hasOwn(words.done, done)
    ? { notice: { text: words.done[done as keyof AccountWords['done']], isFault: false } }
    : {}
}

const welcome = (visit: PageVisit): HttpAnswer => signInPage(visit, noticeOf(visit))

const choicesOf = ({ storeId, pageBase, currency, timeZone, hasTestClock }: AccountShop) => ({
  ...{ storeId, pageBase, currency, timeZone, hasTestClock },
})

/** The context of a request, for its customer or for the server itself. */
const contextOf = (
  { db, clock, gateways, eventsWritten, limits }: AccountOptions,
  { arrived, request }: AskedPage,
  viewer: Context['viewer'],
): Context => ({
  ...contextInProcess({ db, clock, gateways, eventsWritten, viewer, ...arrived }),
  ...{ limits, signal: request.signal, facts: arrived.facts },
})

/** The fields of a form. @throws Refusal for one that is too large. */
async function readForm({ body }: HttpRequest): Promise<URLSearchParams> {
  const bytes = await body.bytes()
  if (bytes.length > formBytes) throw new Refusal('TOO_LARGE', `A form has at most ${formBytes} bytes.`)
  return new URLSearchParams(Buffer.from(bytes).toString('utf8').replaceAll('%00', ''))
}

const problem = (frame: Frame, status: number, text: string): HttpAnswer => {
  const { title } = frame.words.faults
  return pageAnswer(frame, {
    title,
    content: html`<div class="sheet"><h1>${title}</h1><p>${text}</p></div><p class="back"><a href="/account">${frame.words.back}</a></p>`,
    isNarrow: true,
    status,
  })
}

const sentenceOf = ({ faults }: AccountWords, refusal: Refusal | undefined): string => {
  if (!refusal || refusal.code === 'INTERNAL') return faults.internal
  if (refusal.code === 'RATE_LIMITED') return faults.tooMany
  if (refusal.code === 'UNAVAILABLE' || refusal.code === 'TIMEOUT') return faults.unavailable
  return refusal.code === 'NOT_FOUND' ? faults.notFound : faults.refused
}

const statuses: Readonly<Record<string, number>> = {
  ...{ RATE_LIMITED: 429, UNAVAILABLE: 503, TIMEOUT: 503, NOT_FOUND: 404, TOO_LARGE: 413, INTERNAL: 500 },
}

function faultPage(frame: Frame, error: unknown, report: (error: unknown) => void): HttpAnswer {
  const refusal = error instanceof Refusal ? error : undefined
  if (!refusal) report(error)
  return problem(frame, refusal ? (statuses[refusal.code] ?? 400) : 500, sentenceOf(frame.words, refusal))
}

/** A page without a shop. */
const bare = (words: AccountWords, status: number, text: string): HttpAnswer => {
  const shop: AccountShop = {
    ...{
      storeId: 0n,
      name: words.faults.title,
      currency: 'USD',
      timeZone: 'UTC',
      pageBase: null,
      hasTestClock: false,
      customersMay: [],
    },
    ...{ accountUrl: '', withdrawalCountries: [], imprint: [], colour: null, locale: null },
  }
  return problem({ shop, words, formToken: '', isSignedIn: false, showsWithdrawal: false }, status, text)
}
