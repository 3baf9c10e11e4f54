/** Events as Stripe posts them, signed with the first secret of the chosen store. */
import Stripe from 'stripe'
import type { Store } from '../../support/store.ts'

const library = new Stripe('sk_test_local')
let number = 0

/** Posts an event about an object. @returns the status. */
export async function postEvent(store: Store, type: string, object: object | undefined, now: Date): Promise<number> {
  const payload = JSON.stringify({ id: `evt_signed_${++number}`, object: 'event', type, livemode: false, data: { object } })
  const timestamp = Math.floor(now.getTime() / 1_000)
  const signature = library.webhooks.generateTestHeaderString({ payload, secret: 'whsec_number_one', timestamp })
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
  return (await store.fetch('/v1/gateways/stripe/1/', { method: 'POST', headers, body: payload })).status
}
