/** Sends mails to a relay by SMTP with nodemailer, an optional package that is loaded with the first mail. */
import type { Readable } from 'node:stream'
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
  /** Whether it is not known if it was taken: all of it was given to the server, which did not answer. */
  isUnknown?: boolean
  answer: string
}

type Transport = { send(mail: Addressed): Promise<MailSent>; close(): void }

const secondsForGreeting = 10
const secondsForAnswer = 30

/** The longest that a mail takes, waiting for a connection included: less than the lease of its claim, after which it would be sent again. */
export const secondsForMail = 50

/** As many mails are given to the relay at a time, and so many over one connection. */
const connections = 16
const mailsOfConnection = 1_000

/** The fields of nodemailer's errors that are read. */
type SmtpError = Error & { responseCode?: number; response?: string; code?: string; rejectedErrors?: SmtpError[] }

/** The transport of mails, the address that they are from, and the domains of shops that it signs for; undefined where `MAIL_URL` is not set. */
export type Mailing = { transport: Transport; from: string; domains: readonly string[] } | undefined

/** Opens the relay of the settings, if they name one. @param seconds the longest that a mail takes. */
export const openMailing = (
  mail: { url: string; from: string; domains?: readonly string[] } | undefined,
  seconds = secondsForMail,
): Mailing => mail && { transport: openTransport(mail.url, seconds), from: mail.from, domains: mail.domains ?? [] }

/** Opens a transport to a relay. @param url such as `smtps://user:password@relay.example`. */
function openTransport(url: string, seconds: number): Transport {
  let opened: Promise<Transporter> | undefined
  /** The streams from which connections read mails, by their ids. */
  const reading = new Map<string, Readable>()
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...{ url, pool: true, maxConnections: connections, maxMessages: mailsOfConnection },
      ...{ disableFileAccess: true, disableUrlAccess: true },
      ...{ connectionTimeout: secondsForGreeting * 1_000, greetingTimeout: secondsForGreeting * 1_000 },
      ...{ dnsTimeout: secondsForGreeting * 1_000, socketTimeout: secondsForAnswer * 1_000 },
    })
    transport.use('stream', ({ data, message }, done) => {
      const create = message.createReadStream.bind(message)
      message.createReadStream = (options) => {
        const stream = create(options)
        reading.set(String(data.messageId), stream)
        return stream
      }
      done()
    })
    return transport
  }
  return {
    async send({ to, from, replyTo, messageId, subject, html, text }) {
      opened ??= open()
      const transport = await opened
      let isGiven = false
      const signal = AbortSignal.timeout(seconds * 1_000)
      const sent = (mail: object) =>
        new Promise<{ response?: string }>((resolve, reject) =>
          transport.sendMail(mail, (error, info) => {
            // At once: what is left of a mail is read after a failure, too.
            isGiven = reading.get(messageId)?.readableEnded === true
            reading.delete(messageId)
            return error ? reject(error) : resolve(info)
          }),
        )
      try {
        const { response } = await sent({
          ...{ to, from, messageId, subject, html, text, signal },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
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
        const answer = signal.aborted ? `The relay did not answer within ${seconds} s.` : (response ?? message)
        return { isTaken: false, isFinal, isAddress, isUnknown: isGiven && responseCode === 0, answer }
      }
    },
    close() {
      void opened?.then((transport) => transport.close())
    },
  }
}
