/** Removes a person from the staff, and deletes what is kept of a removed one. */
import { Refusal } from '../../values/errors.ts'
import { mutation } from '../describe.ts'
import { changesOfColumns, checkMayLose, endSessions, lockPerson } from './locked.ts'
import { noTotp } from './totp.ts'

const shows = { field: 'staffMember', resource: 'Staff' } as const

mutation('removeStaff', {
  emits: ['staff.removed'],
  description:
    'Removes a person for good: sessions and open streams end within a second. The keys that the person made work on: `staffMember { keys }` lists them. The last owner stays.',
  input: (t) => ({ id: t.id({ required: true, description: 'The person.' }) }),
  shows,
  async write(write, { id }) {
    const { person } = await lockPerson(write, id)
    if (person.status === 'removed') return { id: person.id }
    await checkMayLose(write, person)
    await endSessions(write, person)
    await write.change(person, {
      ...{ status: 'removed', removedAt: write.context.now },
      ...noTotp,
      ...{ passwordHash: null, invitationHash: null, invitationExpiresAt: null },
    })
    return { id: person.id, changes: changesOfColumns(write, 'status', 'removedAt') }
  },
})

mutation('redactStaff', {
  emits: ['staff.redacted'],
  description:
    'Deletes the name, the e-mail address and the sessions of a removed person, for good. The log goes on to name the person by a number.',
  input: (t) => ({ id: t.id({ required: true, description: 'The person.' }) }),
  shows,
  async write(write, { id }) {
    const { person } = await lockPerson(write, id)
    if (person.status !== 'removed') throw new Refusal('WRONG_STATUS', 'The person is in the store; remove them first.')
    if (person.redactedAt) return { id: person.id }
    await write.deleteAll('StaffSession', { staffId: person.id })
    await write.change(person, { name: '', email: '', redactedAt: write.context.now })
    return { id: person.id, changes: changesOfColumns(write, 'redactedAt') }
  },
})
