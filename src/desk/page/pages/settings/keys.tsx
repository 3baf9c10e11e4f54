/** Keys, by which programs come in. */
import { CreateKeyDocument, KeysDocument, RevokeKeyDocument } from '../../documents/settings.ts'
import { day, plural } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

const create: Act = {
  label: 'New key',
  title: 'New key',
  document: CreateKeyDocument,
  fields: [
    { name: 'name', label: 'What it is for', kind: 'text' },
    { name: 'scopes', label: 'Scopes', kind: 'lines', hint: 'One a line, such as read_orders; a key can do nothing else.' },
  ],
  input: ({ name, scopes = '' }) => ({ name, scopes: scopes.split(/[\s,]+/).filter(Boolean) }),
  done: 'The key is made.',
  shown: ({ merchantKey, secret }) => (
    <>
      <p>The secret is shown once. Keep it where the program reads it.</p>
      <p>
        <code>{merchantKey.clientId}</code>
      </p>
      <p>
        <code className="secret">{secret}</code>
      </p>
    </>
  ),
}

const revoke = (id: string, name: string): Act => ({
  label: 'Revoke',
  title: `Revoke ${name}`,
  document: RevokeKeyDocument,
  input: () => ({ id }),
  preview: () => 'The program that has it is refused from now on.',
  done: 'The key is revoked.',
  isHarmful: true,
})

function scopesOf(scopes: readonly string[]): string {
  if (scopes.includes('*')) return 'everything'
  return scopes.length > 4 ? plural(scopes.length, 'scope') : scopes.join(', ')
}

export function KeySettings() {
  const { data, error, again } = useRead(KeysDocument, {})
  const keys = data?.merchantKeys
  if (!keys) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  return (
    <Panel title={plural(keys.totalCount, 'key')} isFlush aside={<ActButtons acts={[create]} />}>
      <table>
        <tbody>
          {keys.nodes.map((key) => (
            <tr key={key.id}>
              <td>
                {key.name ?? key.clientId}
                <span className="second">{key.clientId}</span>
              </td>
              <td className="wide">{scopesOf(key.scopes)}</td>
              <td className="wide">{day(key.createdAt)}</td>
              <td className="end">
                {key.revokedAt ? <Badge state="revoked" /> : <ActButtons acts={[revoke(key.id, key.name ?? key.clientId)]} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
