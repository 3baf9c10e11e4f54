/** Signs what webhooks are sent, as the Standard Webhooks specification 1.0.0 has it: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'

// Secret scanners, and the libraries that verify, know a signing secret by this beginning.
const secretPrefix = 'whsec_'
const secretBytes = 32

/** A new signing secret: 256 random bits in Base64, after the prefix of the specification. */
export const newSigningSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * The headers of a delivery.
 *
 * @param id what the receiver knows a repeat by.
 * @param time when it is sent: receivers refuse what is more than five minutes old.
 * @param body the very text that is sent.
 * @param secrets the endpoint's; while a rotation overlaps there are two, and the receiver may know either.
 */
export function signedHeaders(id: string, time: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(time.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'Webhook-Id': id, 'Webhook-Timestamp': seconds, 'Webhook-Signature': signatures.join(' ') }
}
