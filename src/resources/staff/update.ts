/** Changes a person of the staff. */
import { inputFields } from '../../schema/inputs.ts'
import { differing } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'
import { changesOfColumns, checkMayLose, lockPerson } from './locked.ts'
import { checkPresent } from './rules.ts'
import { writable } from './writable.ts'

const { name, role } = writable

mutation('updateStaff', {
  emits: ['staff.updated'],
  description:
    'Changes the name or the role of a person; what is left out stays. Another role is in force within a second, and streams of the person end. A role may have no scope that the caller lacks, and the last owner stays one.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The person.' }),
    ...inputFields(t, { name, role }),
  }),
  shows: { field: 'staffMember', resource: 'Staff' },
  async write(write, { id, ...given }) {
    const { person, checkGrant } = await lockPerson(write, id)
    const change = differing({ name, role }, person, given) as Partial<Pick<typeof person, 'name' | 'role'>>
    if (Object.keys(change).length > 0) checkPresent(person)
    if (change.role && change.role !== person.role) {
      checkGrant(change.role)
      await checkMayLose(write, person)
    }
    await write.change(person, change)
    const isChanged = Object.keys(write.changes).length > 0
    const changes = changesOfColumns(write, 'role')
    return { id: person.id, changes, emits: isChanged ? [{ type: 'staff.updated', changes }] : [] }
  },
})
