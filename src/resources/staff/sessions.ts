/** Sessions of the staff: started by signing in, and ended. */
import { requireScopes } from '../../auth/scopes.ts'
import { sessionHours } from '../../auth/staff-sessions.ts'
import { unauthenticated } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { mutation, operation } from '../describe.ts'
import { lockPerson } from './locked.ts'
import { mostSessions } from './rules.ts'
import { takeCode } from './totp.ts'

type Start = {
  staffId: bigint
  tokenHash: string
  /** The hash that the password was right for; a password that has changed meanwhile starts no session. */
  passwordHash: string | null
  /** The code of the authenticator app, or a recovery code. */
  code: string | undefined
  address: string
  userAgent: string
}

/** Starts a session of the viewer. */
export const startStaffSession = operation<Start>('startStaffSession', {
  emits: ['staff_session.started'],
  shows: { resource: 'StaffSession' },
  async write(write, { staffId, tokenHash, passwordHash, code, address, userAgent }) {
    const person = await write.lock('Staff', { id: staffId })
    if (person.status !== 'active' || person.passwordHash !== passwordHash)
      throw unauthenticated('You can no longer sign in here.')
    await takeCode(write, person, code)
    const { now } = write.context
    await endOldest(write, staffId, now)
    const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
    const id = await write.insert('StaffSession', { staffId, tokenHash, createdAt: now, expiresAt, address, userAgent })
    await write.change(person, { signedInAt: now })
    return { id, changes: { staffId: { from: null, to: staffId }, expiresAt: { from: null, to: expiresAt } } }
  },
})

/** Makes room for one more session of a person. */
async function endOldest(write: Write, staffId: bigint, now: Date): Promise<void> {
  const open = await write.lockAll('StaffSession', { staffId, endedAt: null, expiresAt: { gt: now } })
  const old = open.slice(0, Math.max(0, open.length - mostSessions + 1))
  await write.changeAll(new Map(old.map((session) => [session, { endedAt: now }])))
}

/** Ends the session of the viewer. */
export const endOwnSession = operation<{ id: bigint }>('endOwnSession', {
  emits: ['staff_session.ended'],
  shows: { resource: 'StaffSession' },
  write: async (write, { id }) => endSession(write, await write.lock('StaffSession', { id })),
})

mutation('endStaffSession', {
  emits: ['staff_session.ended'],
  description:
    'Ends a session of a person of the staff; the browser is signed out within a second, its streams too. Doing it again changes nothing. People end their own, whatever their role.',
  input: (t) => ({ id: t.id({ required: true, description: 'The session.' }) }),
  // Whose session it is, the write finds out.
  needsNoScope: (viewer) => viewer.role === 'merchant' && viewer.person !== undefined,
  shows: { field: 'staffSession', resource: 'StaffSession' },
  async write(write, { id }) {
    const { viewer } = write
    const session = { id: readId(field('id'), id) }
    const [found] = await write.read('StaffSession', session)
    const isOwn = viewer.role === 'merchant' && found !== undefined && found.staffId === viewer.person?.staffId
    if (!isOwn) {
      if (viewer.role === 'merchant') requireScopes(viewer, 'write', ['staff'])
      if (found) await lockPerson(write, String(found.staffId))
    }
    return endSession(write, await write.lock('StaffSession', session))
  },
})

async function endSession(write: Write, session: Awaited<ReturnType<typeof write.lock<'StaffSession'>>>) {
  if (session.endedAt === null) await write.change(session, { endedAt: write.context.now })
  return { id: session.id }
}
