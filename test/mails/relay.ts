/** A relay on loopback that takes mails by SMTP, and answers as a test says. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as it came over the wire. */
export type Received = { to: string[]; from: string; source: string }

/** The answer to a mail: undefined takes it. Recipients are refused by a sentence. */
export type Answer = (mail: Received) => { code: number; message: string } | undefined | Promise<undefined>

export async function openRelay(
  answer: Answer = () => undefined,
  recipient: (address: string) => string | undefined = () => undefined,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    ...{ disabledCommands: ['AUTH', 'STARTTLS'], logger: false },
    onRcptTo({ address }, _session, done) {
      const message = recipient(address)
      done(message === undefined ? null : Object.assign(new Error(message), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', async () => {
        const mail = {
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          source: Buffer.concat(parts).toString(),
        }
        const refusal = await answer(mail)
        if (!refusal) received.push(mail)
        done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** A header of a mail, its continued lines joined; undefined where it has none of that name. */
export const headerOf = ({ source }: Received, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source.split('\r\n\r\n')[0] ?? '')?.[1]?.replace(/\r\n[ \t]+/g, ' ')
