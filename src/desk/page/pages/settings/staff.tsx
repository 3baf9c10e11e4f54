/** The people of the shop: invited by a link, each with a role, removed at once. */
import { InviteStaffDocument, RemoveStaffDocument, StaffDocument, UpdateStaffDocument } from '../../documents/staff.ts'
import { plural, time, words } from '../../format.ts'
import { type Act, ActButtons, type PossibleAct } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { touched } from '../../parts/touched.ts'
import { useRead } from '../../use-read.ts'

const role = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  options: [
    { value: 'owner', label: 'Owner: everything' },
    { value: 'support', label: 'Support: customers, orders, subscriptions' },
    { value: 'warehouse', label: 'Warehouse: parcels and stock; sees orders and what they cost' },
    { value: 'marketing', label: 'Marketing: coupons, products, figures' },
    { value: 'read_only', label: 'Read only' },
  ],
} as const

/** A mail with the invitation, for the mail program of the browser. */
const mailOf = (email: string, link: string): string =>
  `mailto:${encodeURIComponent(email)}?${new URLSearchParams({
    subject: 'Join our shop',
    body: `Join here within 72 hours:\n${link}`,
  })
    .toString()
    .replaceAll('+', '%20')}`

const invite: Act = {
  label: 'Invite',
  title: 'Invite a person',
  document: InviteStaffDocument,
  fields: [{ name: 'email', label: 'E-mail', kind: 'text' }, role],
  values: { role: 'support' },
  input: (values) => values,
  done: 'The invitation is made.',
  shown: ({ invitationUrl, staffMember }) => (
    <>
      <p>Send this link to the person. It is good once, for 72 hours.</p>
      <p>
        <code className="secret">{new URL(invitationUrl, location.href).href}</code>
      </p>
      <p>
        <a href={mailOf(staffMember.email, new URL(invitationUrl, location.href).href)}>Write it in a mail</a>
      </p>
    </>
  ),
}

const change = (id: string, now: string): Act => ({
  label: 'Change role',
  title: 'Change the role',
  document: UpdateStaffDocument,
  fields: [role],
  values: { role: now },
  input: (values) => ({ id, ...touched(values, { role: now }) }),
  preview: ({ staffMember }) => `May then: ${staffMember.scopes.join(', ')}.`,
  done: 'The role is another now.',
})

const remove = (id: string, name: string): Act => ({
  label: 'Remove',
  title: `Remove ${name}`,
  document: RemoveStaffDocument,
  input: () => ({ id }),
  preview: ({ staffMember: { keys } }) =>
    keys.totalCount === 0
      ? 'Their sessions end at once.'
      : `Their sessions end at once. The keys that they made work on: ${keys.nodes.map((key: { name: string | null; clientId: string }) => key.name ?? key.clientId).join(', ')}.`,
  done: `${name} is removed.`,
  isHarmful: true,
})

/** A store keeps an owner. */
const lastOwner = 'The last owner of a shop stays; make another person an owner first.'

export function StaffSettings() {
  const { data, error, again } = useRead(StaffDocument, {})
  const staff = data?.staff
  if (!staff) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  const owners = staff.nodes.filter((person) => person.role === 'owner' && person.status === 'active')
  const actsOf = (person: (typeof owners)[number]): PossibleAct[] => {
    const blockedBy = owners.length === 1 && owners[0] === person ? lastOwner : undefined
    const acts = [change(person.id, person.role), remove(person.id, person.name || person.email)]
    return acts.map((act) => ({ ...act, blockedBy }))
  }
  return (
    <Panel title={plural(staff.totalCount, 'person', 'people')} isFlush aside={<ActButtons acts={[invite]} />}>
      <table>
        <tbody>
          {staff.nodes.map((person) => (
            <tr key={person.id}>
              <td>
                {person.name || person.email}
                <span className="second">{person.email}</span>
              </td>
              <td>
                {words(person.role)}
                {person.status === 'invited' && <span className="second">invited until {time(person.invitationExpiresAt)}</span>}
              </td>
              <td className="wide">
                {person.sessions.totalCount > 0 ? (
                  <Badge state="active" label="Signed in" />
                ) : person.signedInAt ? (
                  time(person.signedInAt)
                ) : (
                  'never'
                )}
              </td>
              <td className="end">
                <ActButtons acts={actsOf(person)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
