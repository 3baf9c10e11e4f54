/** Mails to customers: which kinds are sent, their words, a preview, and the last that were sent. */
import { MailSettingsDocument, PreviewMailDocument, TestMailDocument, UpdateMailSettingsDocument } from '../../documents/mails.ts'
import { words } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import type { FieldSpec } from '../../parts/field.tsx'
import { Mails } from '../../parts/mails.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { openedWords, wordsInput } from './mail-words.ts'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
] as const

const language: FieldSpec = { name: 'language', label: 'Language', kind: 'choice', options: languages }

const toggle = (kind: string, isOn: boolean): Act => ({
  label: isOn ? 'Switch off' : 'Switch on',
  title: words(kind),
  document: UpdateMailSettingsDocument,
  input: () => ({ kind, isOn: !isOn }),
  preview: () => (isOn ? 'Customers get no such mail from now on.' : 'Customers get this mail from now on.'),
  done: isOn ? 'The mail is switched off.' : 'The mail is switched on.',
})

/** An act for each language: its form opens with the shop's own words. */
function editWords(kind: string, stored: unknown): Act[] {
  const of = words(kind).toLowerCase()
  return languages.map(({ value, label }) => {
    const opened = openedWords(stored, value)
    return {
      label: `Edit in ${label}`,
      title: `The ${label} words of ${of}`,
      document: UpdateMailSettingsDocument,
      fields: [
        {
          name: 'subject',
          label: 'Subject',
          kind: 'text',
          hint: 'With placeholders, such as {{ name }}.',
          isOptional: true,
          paths: ['words.subject'],
        },
        { name: 'heading', label: 'Heading', kind: 'text', isOptional: true, paths: ['words.heading'] },
        { name: 'text', label: 'Text', kind: 'lines', isOptional: true, paths: ['words.text'] },
      ],
      values: opened,
      input: (values) => wordsInput(kind, value, opened, values),
      preview: () => 'Empty fields have the words of the program.',
      done: 'The words are saved.',
    }
  })
}

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
  onlyShows: true,
})

const test = (kind: string): Act => ({
  label: 'Send a test',
  title: words(kind),
  document: TestMailDocument,
  fields: [language],
  values: { language: 'en' },
  input: (values) => ({ kind, ...values }),
  preview: ({ mail }) => `It is sent to ${mail?.recipient ?? 'the shop’s own address'}, with made-up content.`,
  done: 'The test is sent.',
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
            {settings.nodes.map(({ id, kind, isOn, words: stored }) => (
              <tr key={id}>
                <td>{words(kind)}</td>
                <td>
                  <Badge state={isOn ? 'active' : 'off'} label={isOn ? 'On' : 'Off'} />
                </td>
                <td className="end">
                  <ActButtons acts={[toggle(kind, isOn), ...editWords(kind, stored), preview(kind), test(kind)]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <Panel title="The last mails" isFlush>
        <Mails of={mails.nodes} />
      </Panel>
    </>
  )
}
