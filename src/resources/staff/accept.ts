/** Accepts an invitation: the person is there from then on, with a name and a password. */

import { differing } from '../../values/written-values.ts'
import { operation } from '../describe.ts'
import { changesOfColumns } from './locked.ts'
import { checkInvitation } from './rules.ts'
import { writable } from './writable.ts'

type Acceptance = { id: bigint; invitationHash: string; passwordHash: string; name: string }

const { name } = writable

/** Accepts the invitation of the viewer, whose token was found; it is looked at once more. */
export const acceptInvitation = operation<Acceptance>('acceptInvitation', {
  emits: ['staff.accepted'],
  shows: { resource: 'Staff' },
  async write(write, { id, invitationHash, passwordHash, ...given }) {
    await write.lockStore()
    const person = await write.lock('Staff', { id })
    checkInvitation(person.invitationHash === invitationHash ? person : { ...person, status: 'active' }, write.context.now)
    const named = differing({ name }, person, given)
    const accepted = { status: 'active', acceptedAt: write.context.now, invitationHash: null, invitationExpiresAt: null } as const
    await write.change(person, { ...named, ...accepted, passwordHash })
    return { id, changes: changesOfColumns(write, 'status') }
  },
})
