/** Sends mails to a relay by SMTP with nodemailer, an optional package that is loaded with the first mail. */
import type { Transporter } from 'nodemailer'
import type { Rendered } from './block.ts'

/** A mail with its addresses; one recipient each. */
type Addressed = Rendered & {
  to: { name: string; address: string }
  from: { name: string; address: string }
  /** Where answers go, unless to the address that it is from. */
  replyTo: string | undefined
  messageId: string
}

/** The result of a try: taken, or refused for good or for now, with the words of the server. */
type MailSent = {
  isTaken: boolean
  isFinal: boolean
  /** Whether it was refused since there is no such address: by RCPT, with an enhanced code 5.1. */
  isAddress?: boolean
  answer: string
}

type Transport = { send(mail: Addressed): Promise<MailSent>; close(): void }

const secondsForGreeting = 10
const secondsForAnswer = 30

/** The fields of nodemailer's errors that are read. */
type SmtpError = Error & { responseCode?: number; response?: string; code?: string; rejectedErrors?: SmtpError[] }

/** The transport of mails, the address that they are from, and the domains of shops that it signs for; undefined where `MAIL_URL` is not set. */
export type Mailing = { transport: Transport; from: string; domains: readonly string[] } | undefined

/** Opens the relay of the settings, if they name one. */
export const openMailing = (mail: { url: string; from: string; domains?: readonly string[] } | undefined): Mailing =>
  mail && { transport: openTransport(mail.url), from: mail.from, domains: mail.domains ?? [] }

/** Opens a transport to a relay. @param url such as `smtps://user:password@relay.example`. */
function openTransport(url: string): Transport {
  let opened: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...{ url, pool: true, maxConnections: 8, disableFileAccess: true, disableUrlAccess: true },
      ...{ connectionTimeout: secondsForGreeting * 1_000, greetingTimeout: secondsForGreeting * 1_000 },
      socketTimeout: secondsForAnswer * 1_000,
    })
  }
  return {
    async send({ to, from, replyTo, messageId, subject, html, text }) {
      opened ??= open()
      const transport = await opened
      try {
        const { response } = await transport.sendMail({
          ...{
            to,
            from,
            messageId,
            ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
            subject,
            html,
            text,
          },
          envelope: { from: from.address, to: [to.address] },
          // Programs that answer by themselves leave it alone.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { isTaken: true, isFinal: true, answer: response ?? '' }
      } catch (error) {
        const { rejectedErrors: [refused] = [] } = error as SmtpError
        const { responseCode = 0, response, message, code } = refused ?? (error as SmtpError)
        // 5xx refuses for good; 4xx, a connection that breaks and a login that fails are tried again.
        const isFinal = responseCode >= 500 && code !== 'EAUTH'
        const isAddress = refused !== undefined && /^5\d\d[ -]5\.1\.\d/.test(response ?? '')
        return { isTaken: false, isFinal, isAddress, answer: response ?? message }
      }
    },
    close() {
      void opened?.then((transport) => transport.close())
    },
  }
}
