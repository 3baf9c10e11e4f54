/** The operator's commands for the staff of a store: `tandem staff --help`. */
import { scopesOfRole } from '../auth/roles.ts'
import { inviteStaff } from '../resources/staff/invite.ts'
import { writable } from '../resources/staff/writable.ts'
import { readId } from '../values/id.ts'
import { formatTime } from '../values/time.ts'
import { complete } from '../values/written-values.ts'
import { json, OperatorCommand } from './command.ts'
import { byRule, operate, say, withDatabase } from './operate.ts'
import { table } from './table.ts'

export const staffCommand = new OperatorCommand('staff')

const { email, role } = writable

staffCommand
  .command('invite')
  .description('invite a person to the Desk of a store; the link is shown this once, and good once for 72 hours')
  .requiredOption('--store <id>', 'the store that the person works for')
  .requiredOption('--email <address>', 'e-mail address of the person')
  .requiredOption('--role <role>', `what the person may do: ${Object.keys(scopesOfRole).join(', ')}`)
  .option(...json)
  .action(({ store, json: asJson, ...given }: { store: string; email: string; role: string; json?: boolean }) => {
    const storeId = readId('--store', store)
    const asked = byRule((values: typeof given) => complete({ email, role }, values), given)
    return withDatabase(async (db) => {
      const { id, shownOnce } = await operate(db, storeId, inviteStaff, asked)
      const url = shownOnce?.invitationUrl ?? ''
      if (asJson) return say(JSON.stringify({ id: Number(id), store_id: Number(storeId), ...asked, invitation_url: url }))
      say(`${asked.email} is invited to store ${storeId} as ${asked.role}. The link is good once, for 72 hours:\n${url}`)
      if (!url.startsWith('http')) say('Set DESK_HOST to the host that the Desk is served at; the link is below it.')
    })
  })

staffCommand
  .command('list')
  .description('list the people of a store')
  .requiredOption('--store <id>', 'the store')
  .option(...json)
  .action(({ store, json: asJson }: { store: string; json?: boolean }) => {
    const storeId = readId('--store', store)
    return withDatabase(async (db) => {
      const select = { id: true, name: true, email: true, role: true, status: true, signedInAt: true } as const
      const people = await db.staff.findMany({ where: { storeId }, orderBy: { id: 'asc' }, select })
      const shown = people.map(({ signedInAt, ...each }) => ({ ...each, signedInAt: signedInAt && formatTime(signedInAt) }))
      if (asJson)
        return say(
          JSON.stringify(shown.map(({ id, signedInAt, ...each }) => ({ id: Number(id), ...each, signed_in_at: signedInAt }))),
        )
      const rows = shown.map(({ id, name, email, role, status, signedInAt }) => [
        ...[String(id), name, email, role, status, signedInAt ?? ''],
      ])
      say(table(['ID', 'NAME', 'E-MAIL', 'ROLE', 'STATUS', 'SIGNED IN'], rows))
    })
  })
