/**
 * The permission to manage a person: nobody grants, or takes, scopes that they lack. All writes of the staff of a store lock the store
 * first, and so wait for each other.
 */
import type { StaffRole } from '../../../prisma/generated/client/client.ts'
import { lockCallerKey } from '../../auth/caller-key.ts'
import { scopesOfRole } from '../../auth/roles.ts'
import { requireGivenScopes } from '../../auth/scopes.ts'
import type { Shape } from '../../db/shape.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { checkNotLastOwner, checkPresent } from './rules.ts'

/**
 * Locks the store.
 *
 * @returns what checks that the caller may give a role.
 * @throws Refusal as `lockCallerKey` does.
 */
export async function lockStaff(write: Write): Promise<(role: StaffRole) => void> {
  await write.lockStore()
  const caller = await lockCallerKey(write.tx, write.viewer, write.context.now)
  return (role) => requireGivenScopes(caller, scopesOfRole[role])
}

/**
 * Locks a person whom the caller may manage.
 *
 * @returns the person, and what checks that the caller may give a role.
 * @throws Refusal NOT_FOUND; FORBIDDEN where the person may do what the caller may not.
 */
export async function lockPerson(
  write: Write,
  id: string,
): Promise<{ person: Shape<'Staff'>; checkGrant: (role: StaffRole) => void }> {
  const checkGrant = await lockStaff(write)
  const person = await write.lock('Staff', { id: readId(field('id'), id) })
  checkGrant(person.role)
  return { person, checkGrant }
}

/** The same of a person who is to lose a role. @throws Refusal WRONG_STATUS for the last owner, and for a removed person. */
export async function checkMayLose(write: Write, person: Shape<'Staff'>): Promise<void> {
  checkPresent(person)
  if (person.role === 'owner') checkNotLastOwner(person, await write.read('Staff', { role: 'owner', status: 'active' }))
}

/** Ends the open sessions of a locked person. @param kept the session that goes on, if one does. */
export async function endSessions(write: Write, { id }: Shape<'Staff'>, kept?: bigint): Promise<void> {
  const open = await write.lockAll('StaffSession', { staffId: id, endedAt: null })
  const ended = open.filter((session) => session.id !== kept)
  await write.changeAll(new Map(ended.map((session) => [session, { endedAt: write.context.now }])))
}

/** The changes of some columns, which the log shows. Names, addresses and hashes of people are not in it: it outlives them. */
export const changesOfColumns = ({ changes }: Write, ...columns: string[]): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => columns.includes(name)))
