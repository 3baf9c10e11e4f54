/** Reads a webhook of Stripe for a store: signed, not old, of the mode of its keys. Pure. */
import type { ReadNotice } from '../gateways.ts'
import { readEvent } from './events.ts'
import { signatureFault } from './signature.ts'

/** A secret that signs nothing, where a store has no account: it takes as long, and refuses alike. */
const noSecret = 'whsec_none'

/** @param account of the store, if it has one. */
export const readStripeNotice: ReadNotice = (header, body, account, now) => {
  const wrong = signatureFault(header('stripe-signature'), body, account?.webhookSecrets ?? [noSecret], now)
  if (wrong) return { code: wrong.isOld ? 'BAD_INPUT' : 'UNAUTHENTICATED', fault: wrong.sentence }
  const event = readEvent(body)
  if (!account || !event) return { code: 'BAD_INPUT', fault: 'The body must be an event of Stripe, as JSON.' }
  const { id, type, isLive, about } = event
  if (isLive !== account.isLive) {
    const [sent, own] = isLive ? ['live', 'test'] : ['test', 'live']
    return { code: 'BAD_INPUT', fault: `The event is of ${sent} mode, and the keys of the store are of ${own} mode.` }
  }
  return { notice: about && { id, type, ...about } }
}
