/** Invites a person to the staff of a store. */
import type { StaffRole } from '../../../prisma/generated/client/client.ts'
import { hashToken, newToken } from '../../auth/staff-sessions.ts'
import { inputFields } from '../../schema/inputs.ts'
import { caseKey } from '../../values/case-key.ts'
import { complete } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { lockStaff } from './locked.ts'
import { checkInvitable, checkRoom, invitationEnd, mostStaff } from './rules.ts'
import { writable } from './writable.ts'

const { email, role } = writable

export const inviteStaff = mutation('inviteStaff', {
  emits: ['staff.invited'],
  description: `Invites a person to the staff of the store, by a link that is good once and for 72 hours. Inviting again a person who has not come yet makes another link, and the one before is good no more. A role may have no scope that the caller lacks. A store has at most ${mostStaff} people.`,
  input: (t) => inputFields(t, { email, role }, true),
  shows: { field: 'staffMember', resource: 'Staff' },
  showsOnce: {
    invitationUrl:
      'The link to accept the invitation by, shown this once; a path alone where the server has no address of the Desk (`DESK_HOST`).',
  },
  async write(write, given) {
    const { email: address, role: asked } = complete({ email, role }, given)
    const { viewer, context } = write
    const checkGrant = await lockStaff(write)
    const newRole = asked as StaffRole
    checkGrant(newRole)
    const token = newToken()
    const invitation = { role: newRole, invitationHash: hashToken(token), invitationExpiresAt: invitationEnd(context.now) }
    const invitationUrl = `${context.deskOrigin ?? ''}/desk/${viewer.storeId}/invitation#${token}`
    const known = await personWith(write, address)
    if (known) {
      checkInvitable(known)
      checkGrant(known.role)
      await write.change(known, invitation)
      return { id: known.id, changes: { role: { from: known.role, to: newRole } }, shownOnce: { invitationUrl } }
    }
    checkRoom(await write.count('Staff', { status: { not: 'removed' } }))
    const id = await write.insert('Staff', { email: address, ...invitation, createdAt: context.now })
    return { id, changes: { role: { from: null, to: newRole } }, shownOnce: { invitationUrl } }
  },
})

/** The person of the store with an e-mail address who is not removed, locked. */
async function personWith(write: Write, email: string) {
  const [found] = await write.tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM staff WHERE store_id = ${write.viewer.storeId} AND lower(email COLLATE "C") = ${caseKey(email)} AND status <> 'removed'`
  return found && write.lock('Staff', { id: found.id })
}
