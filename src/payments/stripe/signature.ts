/** Verifies the signature of Stripe's webhooks, https://docs.stripe.com/webhooks#verify-manually. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The age, in either direction, up to which a signature is taken. */
const toleranceSeconds = 300

type SignatureFault = { isOld: boolean; sentence: string }

/**
 * Verifies a signature.
 *
 * @param header as `t=1800000000,v1=5f3a…`, with a `v1` for each secret of the sender.
 * @param secrets of the receiver, several while one replaces another.
 *
 * @returns why it is refused; undefined where it is right.
 */
export function signatureFault(
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): SignatureFault | undefined {
  if (!header) return { isOld: false, sentence: 'The request must have the header Stripe-Signature.' }
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const given = parts.filter(([name]) => name === 'v1').map(([, value = '']) => Buffer.from(value, 'hex'))
  const isRight = secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some((each) => each.length === own.length && timingSafeEqual(each, own))
  })
  if (!isRight || !/^\d{1,12}$/.test(time))
    return { isOld: false, sentence: 'The signature in Stripe-Signature is not one of this store for this body.' }
  const age = Math.round(now.getTime() / 1_000 - Number(time))
  if (Math.abs(age) <= toleranceSeconds) return undefined
  const side = age > 0 ? 'old' : 'ahead of time'
  return { isOld: true, sentence: `The signature is ${Math.abs(age)} s ${side}; at most ${toleranceSeconds} s are taken.` }
}
