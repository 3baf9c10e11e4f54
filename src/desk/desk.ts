/**
 * Answers all below `/desk`: GraphQL for the session of a person, signing in and out, and pages. Nothing else takes the cookies of the
 * Desk, and the Desk takes no other credential.
 */

import { visitorAccount } from '../auth/admission.ts'
import { isSameOrigin } from '../auth/session-cookie.ts'
import { callerOf, type StaffMember } from '../auth/viewer.ts'
import { type Account, type Budget, guessPoints, openAccount } from '../budget/account.ts'
import { restBounds } from '../config/limits.ts'
import type { Context } from '../context.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { type HttpAnswer, type HttpRequest, requestAt } from '../http/exchange.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import type { Prefilled } from '../pages/prefilled.ts'
import type { Gateways } from '../payments/gateways.ts'
import { refusalReply } from '../rest/reply.ts'
import { badInput, forbidden, Refusal } from '../values/errors.ts'
import { parseId } from '../values/id.ts'
import { shown } from '../values/text.ts'
import { type CookiePlace, deskCookie, deskToken, endedDeskCookie } from './cookie.ts'
import { deskPages } from './pages.ts'
import { checkPlace, type DeskPlace } from './place.ts'
import { type Asking, type Started, signingIn } from './signing-in.ts'

/** The points of a right password: scrypt takes a tenth of a second. */
const passwordPoints = 100

type DeskVisit = Pick<Context, 'requestId' | 'now' | 'report'> & { address: string }

type DeskOptions<V extends DeskVisit> = DeskPlace & {
  db: Db
  clock: Clock
  gateways: Gateways
  budget: Budget | undefined
  eventsWritten: () => void
  /** The credential of the demo store, which the pages of a machine's own names sign in with. */
  prefilled: Prefilled | undefined
  /** Answers a surface for a viewer. */
  serve: (request: HttpRequest, visit: V, surface: DeskSurface, viewer: StaffMember, account: Account) => Promise<HttpAnswer>
  /** Refuses a request, in the shape of its surface. */
  refuse: (request: HttpRequest, visit: V, error: unknown) => HttpAnswer
}

type DeskSurface = 'graphql' | 'rest'

const path = /^\/desk\/(\d{1,16})\/(graphql|sign-in|accept-invitation|change-password|sign-out)\/?$/

/** Reads of REST with the session of the page: exports of lists, and invoices. */
const restPath = /^\/desk\/(\d{1,16})(\/v1\/.+)$/

/** Creates the function that answers a request to the Desk. */
export function createDesk<V extends DeskVisit>({ budget, serve, refuse, prefilled, ...options }: DeskOptions<V>) {
  const answerPage = deskPages(prefilled)
  const { signIn, accept, changePassword, signOut, viewerOf } = signingIn(options)
  const starts = { 'sign-in': signIn, 'accept-invitation': accept }

  async function answerSurface(surface: DeskSurface, request: HttpRequest, visit: V, place: CookiePlace): Promise<HttpAnswer> {
    const viewer = await viewerOf(place.storeId, deskToken(request, place), visit.now)
    const account = openAccount(budget, callerOf(viewer))
    await account.enter()
    const answered = await serve(request, visit, surface, viewer, account)
    await account.settle()
    Object.assign(answered.headers, account.headers())
    return answered
  }

  /** Starts a session, which a guess pays for before it is looked at. */
  async function answerStart(
    asking: Asking,
    begin: (asking: Asking) => Promise<Started>,
    place: CookiePlace,
  ): Promise<HttpAnswer> {
    const account = openAccount(budget, `credentials from ${asking.request.address}`)
    const guess = guessPoints(budget?.rate.burst ?? 0)
    await account.pay(guess)
    const { token, told } = await begin(asking)
    await account.pay(Math.min(guess, passwordPoints))
    return { ...answerOf(told), cookies: [deskCookie(place, token)] }
  }

  /** Changes a password, which a guess of the one before pays for. */
  async function answerChange(asking: Asking, place: CookiePlace): Promise<HttpAnswer> {
    const { request, visit } = asking
    const viewer = await viewerOf(place.storeId, deskToken(request, place), visit.now)
    const account = openAccount(budget, `credentials from ${request.address}`)
    const guess = guessPoints(budget?.rate.burst ?? 0)
    await account.pay(guess)
    await changePassword(viewer, asking)
    await account.pay(Math.min(guess, 2 * passwordPoints))
    return answerOf({ changed: true })
  }

  async function answerEnd(request: HttpRequest, visit: V, place: CookiePlace): Promise<HttpAnswer> {
    // A session that is over needs no end.
    const viewer = await viewerOf(place.storeId, deskToken(request, place), visit.now).catch(onlyRefusals)
    if (viewer) await signOut(viewer, { visit })
    return { ...answerOf({ signedIn: false }), cookies: [endedDeskCookie(place)] }
  }

  async function answer(request: HttpRequest, visit: V): Promise<HttpAnswer> {
    const isSecure = await checkPlace(request, options)
    const [, id = '', what] = path.exec(request.path) ?? []
    const visitor = visitorAccount(budget, visit.address)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [, restId, restOf] = isRead ? (restPath.exec(request.path) ?? []) : []
    if (restId !== undefined && restOf !== undefined) {
      await visitor.pay(1)
      return answerSurface('rest', requestAt(request, restOf), visit, { storeId: BigInt(restId), isSecure })
    }
    const page = isRead && what === undefined ? await answerPage(request, (points) => visitor.pay(points)) : undefined
    if (page) return page
    await visitor.pay(1)
    const storeId = parseId(id)
    if (storeId === undefined || what === undefined) throw new Refusal('NOT_FOUND', `Unknown path: ${shown(request.path)}`)
    if (request.method !== 'POST')
      return refusalReply('METHOD_NOT_ALLOWED', [`${request.path} is asked by POST.`], { Allow: 'POST' })
    checkOwnPage(request)
    const place = { storeId, isSecure }
    if (what === 'graphql') return answerSurface('graphql', request, visit, place)
    if (what === 'sign-out') return answerEnd(request, visit, place)
    const text = decodeBody(await request.body.bytes())
    const body = readJsonObject(text, restBounds)
    const asking = { request, storeId, body, visit }
    if (what === 'change-password') return answerChange(asking, place)
    return answerStart(asking, starts[what as keyof typeof starts], place)
  }

  return (request: HttpRequest, visit: V): Promise<HttpAnswer> =>
    answer(request, visit).catch((error: unknown) => refuse(request, visit, error))
}

/**
 * Refuses what a form of another page may have sent: it can send no JSON, and a page that can is let in by nothing here.
 *
 * @throws Refusal BAD_INPUT or FORBIDDEN.
 */
function checkOwnPage(request: HttpRequest): void {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw badInput('The Desk takes a JSON body with the Content-Type application/json.')
  if (request.header('sec-fetch-site') === undefined && request.header('origin') === undefined) return
  if (!isSameOrigin(request)) throw forbidden('Only pages of this very address may ask the Desk.')
}

const answerOf = (told: object): HttpAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(told),
})

const onlyRefusals = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}
