/** Changes the password of a person who knows the one before; other browsers are signed out. */
import { unauthenticated } from '../../values/errors.ts'
import { operation } from '../describe.ts'
import { endSessions } from './locked.ts'

type PasswordChange = {
  id: bigint
  /** The session that stays. */
  sessionId: bigint
  /** The hash that the password before was right for; one that has changed meanwhile is not changed again. */
  hashBefore: string | null
  passwordHash: string
}

/** Changes the password of the viewer, and ends all sessions but the one that asks. */
export const changeStaffPassword = operation<PasswordChange>('changeStaffPassword', {
  emits: ['staff.updated'],
  shows: { resource: 'Staff' },
  async write(write, { id, sessionId, hashBefore, passwordHash }) {
    const person = await write.lock('Staff', { id })
    if (person.status !== 'active' || person.passwordHash !== hashBefore)
      throw unauthenticated('The password was changed meanwhile; sign in again.')
    await endSessions(write, person, sessionId)
    await write.change(person, { passwordHash })
    return { id, changes: {} }
  },
})
