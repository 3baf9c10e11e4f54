/** Signs people in to the Desk of a store, and out: `sign-in`, `accept-invitation`, `change-password`, `sign-out`. */
import { hashPassword, isPassword, passwordField } from '../auth/password.ts'
import { countTry, forgiveTry } from '../auth/sign-in-tries.ts'
import { hashToken, newToken, sessionHours, staffSessions } from '../auth/staff-sessions.ts'
import type { StaffMember } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { contextInProcess } from '../in-process.ts'
import type { Gateways } from '../payments/gateways.ts'
import { acceptInvitation } from '../resources/staff/accept.ts'
import { changeStaffPassword } from '../resources/staff/password.ts'
import { notInvited } from '../resources/staff/rules.ts'
import { endOwnSession, startStaffSession } from '../resources/staff/sessions.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import { badInput, forbidden, Refusal, WrongGuess } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { cutText } from '../values/text.ts'
import { formatTime, wholeSecond } from '../values/time.ts'
import { checked } from '../values/written-values.ts'
import { demoOwner } from './demo.ts'
import { emailKey, type FoundPerson, personInvited, personOf, personWith } from './people.ts'
import { isOnMachine } from './place.ts'

/** A request to sign in or out of a store, with what its body says. */
export type Asking = {
  request: HttpRequest
  storeId: bigint
  body: Readonly<Record<string, unknown>>
  visit: Pick<Context, 'requestId' | 'now' | 'report'>
}

/** A session that was started, and what is told of it. */
export type Started = { token: string; told: object }

type SigningInOptions = { db: Db; clock: Clock; gateways: Gateways; eventsWritten: () => void }

const wrong = () => new WrongGuess('The e-mail address or the password is not right.')

/** The longest browser's name that is kept. */
const maxAgent = 300

/** Creates the functions that sign in and out. */
export function signingIn({ db, clock, gateways, eventsWritten }: SigningInOptions) {
  const contextOf = (viewer: StaffMember, { requestId, now, report }: Asking['visit']): Context => ({
    ...contextInProcess({ ...{ db, viewer, clock, gateways, requestId, report, eventsWritten }, now }),
    surface: 'graphql',
  })

  /** Starts a session of a person whose password was right. */
  async function start({ viewer, passwordHash }: FoundPerson, { request, visit, body }: Asking): Promise<Started> {
    const token = newToken()
    const { person, scopes, storeId } = viewer
    const userAgent = cutText(request.header('user-agent') ?? '', maxAgent)
    const code = body.code === undefined ? undefined : readText(body, 'code')
    const input = {
      code,
      staffId: person.staffId,
      tokenHash: hashToken(token),
      passwordHash,
      address: request.address,
      userAgent,
    }
    done(await startStaffSession(contextOf(viewer, visit), input))
    const expiresAt = formatTime(new Date(wholeSecond(visit.now).getTime() + sessionHours * 3_600_000))
    const { staffId, name, email, role } = person
    return { token, told: { storeId: String(storeId), id: String(staffId), name, email, role, scopes, expiresAt } }
  }

  async function signIn(asking: Asking): Promise<Started> {
    const { request, storeId, body } = asking
    if (body.demo === true) return startDemo(asking)
    const email = emailKey(readText(body, 'email'))
    const password = readText(body, 'password')
    await checkStore(db, storeId)
    const tried = { storeId, email, address: request.address }
    await countTry(db, clock, tried)
    const found = await personWith(db, storeId, email)
    const isRight = await isPassword(password, found?.passwordHash ?? null)
    if (!found || !isRight) throw wrong()
    // A right password alone does not forgive wrong codes.
    const started = await start(found, asking)
    await forgiveTry(db, tried)
    return started
  }

  async function startDemo(asking: Asking): Promise<Started> {
    const { request, storeId } = asking
    const owner = isOnMachine(request) ? await demoOwner(db, storeId) : undefined
    const found = owner === undefined ? undefined : await personOf(db, storeId, owner)
    if (!found) throw forbidden('Only the demo store signs in without a password, on the machine that it runs on.')
    return start(found, asking)
  }

  async function accept(asking: Asking): Promise<Started> {
    const { storeId, body, visit } = asking
    const token = readText(body, 'token')
    const name = readText(body, 'name')
    const { password = '' } = checked(passwordField, { password: readText(body, 'password') })
    const found = await personInvited(db, storeId, token)
    if (!found) throw notInvited()
    const passwordHash = await hashPassword(password)
    const id = found.viewer.person.staffId
    done(await acceptInvitation(contextOf(found.viewer, visit), { id, invitationHash: hashToken(token), passwordHash, name }))
    const accepted = await personOf(db, storeId, id)
    if (!accepted) throw notInvited()
    return start(accepted, asking)
  }

  /** Changes the password of a person who is signed in. */
  async function changePassword(viewer: StaffMember, { request, storeId, body, visit }: Asking): Promise<void> {
    const { person } = viewer
    const { newPassword: next = '' } = checked(
      { newPassword: passwordField.password },
      { newPassword: readText(body, 'new_password') },
    )
    const tried = { storeId, email: emailKey(person.email), address: request.address }
    await countTry(db, clock, tried)
    const found = await personOf(db, storeId, person.staffId)
    const isRight = await isPassword(readText(body, 'password'), found?.passwordHash ?? null)
    if (!found || !isRight) throw new WrongGuess('The password that you have now is another.')
    await forgiveTry(db, tried)
    const { staffId: id, sessionId } = person
    const passwordHash = await hashPassword(next)
    done(await changeStaffPassword(contextOf(viewer, visit), { id, sessionId, hashBefore: found.passwordHash, passwordHash }))
  }

  const signOut = async (viewer: StaffMember, { visit }: Pick<Asking, 'visit'>): Promise<void> =>
    done(await endOwnSession(contextOf(viewer, visit), { id: viewer.person.sessionId }))

  return { signIn, accept, changePassword, signOut, viewerOf: staffSessions(db) }
}

function readText(body: Asking['body'], name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw badInput(say`${field(name)} must be a text.`)
  if (value.length > 1_000) throw badInput(say`${field(name)} must have at most 1000 characters.`)
  return value
}

/** @throws Refusal NOT_FOUND for a store that there is not. */
async function checkStore(db: Db, storeId: bigint): Promise<void> {
  const [found] = await db.$queryRaw<unknown[]>`SELECT 1 FROM store WHERE id = ${storeId}`
  if (!found) throw new Refusal('NOT_FOUND', `There is no store ${storeId}.`)
}

/** @throws the refusal of a write that was refused. */
function done({ userErrors, refusal }: FirstOutcome): void {
  const [first] = userErrors
  if (first) throw refusal ?? new Refusal(first.code, first.sentence ?? first.message)
}
