/** Mails to customers: each opens as a page in a sandbox of its own, and can be sent again. */
import { Link } from 'wouter'
import { ResendMailDocument } from '../documents/mails.ts'
import { time, words } from '../format.ts'
import { base } from '../place.ts'
import { ActButtons, type PossibleAct } from './act.tsx'
import { Badge } from './badge.tsx'

type Mail = {
  id: string
  kind: string
  subject: string | null
  recipient: string
  state: string
  kept: string | null
  createdAt: string
  customerId?: string | null
}

const isToSend = (state: string): boolean => state === 'waiting' || state === 'sending'

const resend = ({ id, recipient, state, kept }: Mail): PossibleAct => ({
  label: 'Send again',
  title: 'Send the mail again',
  document: ResendMailDocument,
  input: () => ({ id }),
  preview: () => `${recipient} gets the same mail once more.`,
  done: 'The mail is sent again.',
  scope: 'write_mails',
  blockedBy: isToSend(state)
    ? 'It is still to be sent.'
    : kept === 'no_relay'
      ? 'It was not sent, since there was no relay, and is not kept.'
      : undefined,
})

export const Mails = ({ of: mails }: { of: readonly Mail[] }) =>
  mails.length === 0 ? (
    <p className="quiet inset">None yet.</p>
  ) : (
    <ul className="rows inset">
      {mails.map((mail) => (
        <li key={mail.id}>
          <div>
            {mail.kept === 'no_relay' ? (
              (mail.subject ?? words(mail.kind))
            ) : (
              <a href={`${base}/v1/mails/${mail.id}/?format=html`} target="_blank" rel="noreferrer">
                {mail.subject ?? words(mail.kind)}
              </a>
            )}
            <span className="second">
              {mail.customerId ? <Link href={`/customers/${mail.customerId}`}>{mail.recipient}</Link> : mail.recipient},{' '}
              {time(mail.createdAt)}
            </span>
          </div>
          <div className="aside">
            <Badge state={mail.state} />
            <ActButtons acts={[resend(mail)]} />
          </div>
        </li>
      ))}
    </ul>
  )
