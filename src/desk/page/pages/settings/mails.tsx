/** Mails to customers: which kinds are sent, their words, a preview, and the last that were sent. */
import { Link } from 'wouter'
import { MailSettingsDocument, PreviewMailDocument, UpdateMailSettingsDocument } from '../../documents/mails.ts'
import { time, words } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import type { FieldSpec } from '../../parts/field.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { base } from '../../place.ts'
import { useRead } from '../../use-read.ts'

const language: FieldSpec = {
  name: 'language',
  label: 'Language',
  kind: 'choice',
  options: [
    { value: 'en', label: 'English' },
    { value: 'de', label: 'German' },
  ],
}

const toggle = (kind: string, isOn: boolean): Act => ({
  label: isOn ? 'Switch off' : 'Switch on',
  title: words(kind),
  document: UpdateMailSettingsDocument,
  input: () => ({ kind, isOn: !isOn }),
  preview: () => (isOn ? 'Customers get no such mail from now on.' : 'Customers get this mail from now on.'),
  done: isOn ? 'The mail is switched off.' : 'The mail is switched on.',
})

const editWords = (kind: string): Act => ({
  label: 'Words',
  title: `The words of ${words(kind).toLowerCase()}`,
  document: UpdateMailSettingsDocument,
  fields: [
    language,
    { name: 'subject', label: 'Subject', kind: 'text', hint: 'With placeholders, such as {{ name }}.', isOptional: true },
    { name: 'heading', label: 'Heading', kind: 'text', isOptional: true },
    { name: 'text', label: 'Text', kind: 'lines', isOptional: true },
  ],
  values: { language: 'en' },
  input: (values) => ({ kind, words: [Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))] }),
  preview: () => 'Empty fields have the words of the program.',
  done: 'The words are saved.',
})

const preview = (kind: string): Act => ({
  label: 'Preview',
  title: words(kind),
  document: PreviewMailDocument,
  fields: [language],
  values: { language: 'en' },
  input: (values) => ({ kind, ...values }),
  preview: ({ subject, text }) => (
    <>
      <p>
        <strong>{subject}</strong>
      </p>
      <pre className="mail">{text}</pre>
    </>
  ),
  done: 'Nothing was sent.',
})

export function MailSettings() {
  const { data, error, again } = useRead(MailSettingsDocument, {})
  const [settings, mails] = [data?.mailSettings, data?.mails]
  if (!settings || !mails) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  return (
    <>
      <Panel title="Mails to customers" isFlush>
        <table>
          <tbody>
            {settings.nodes.map(({ id, kind, isOn }) => (
              <tr key={id}>
                <td>{words(kind)}</td>
                <td>
                  <Badge state={isOn ? 'active' : 'off'} label={isOn ? 'On' : 'Off'} />
                </td>
                <td className="end">
                  <ActButtons acts={[toggle(kind, isOn), editWords(kind), preview(kind)]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <Panel title="The last mails" isFlush>
        <table>
          <tbody>
            {mails.nodes.map((mail) => (
              <tr key={mail.id}>
                <td>
                  <a href={`${base}/v1/mails/${mail.id}/?format=html`} target="_blank" rel="noreferrer">
                    {mail.subject ?? words(mail.kind)}
                  </a>
                  <span className="second">
                    {mail.customerId ? <Link href={`/customers/${mail.customerId}`}>{mail.recipient}</Link> : mail.recipient}
                  </span>
                </td>
                <td className="wide">{time(mail.createdAt)}</td>
                <td className="end">
                  <Badge state={mail.state} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {mails.totalCount === 0 && <p className="quiet inset">None yet.</p>}
      </Panel>
    </>
  )
}
