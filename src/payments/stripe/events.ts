/** Reads the events of Stripe's webhooks: what each is about. Its contents are not trusted, but the object is read from Stripe. Pure. */
import * as v from 'valibot'
import type { GatewayNotice } from '../gateways.ts'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(255))

const event = v.object({
  id: name,
  type: name,
  livemode: v.boolean(),
  data: v.object({ object: v.object({ id: name, metadata: v.nullish(v.record(v.string(), v.string())) }) }),
})

/** The subjects of the types of events that have an effect here. */
const subjects = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'checkout.session.completed': 'page',
  'checkout.session.expired': 'page',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
} as const

/** An event, and the object of ours that it is about, if it has an effect here. */
type StripeEvent = { id: string; type: string; isLive: boolean; about: Pick<GatewayNotice, 'subject' | 'reference'> | undefined }

/** Reads an event. @returns undefined for a body that is none. */
export function readEvent(body: Uint8Array): StripeEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const read = v.safeParse(event, value)
  if (!read.success) return undefined
  const { id, type, livemode: isLive, data } = read.output
  const subject = Object.hasOwn(subjects, type) ? subjects[type as keyof typeof subjects] : undefined
  // A dispute is none of ours until it is read: it has the gateway's own id.
  const reference = subject === 'dispute' ? data.object.id : data.object.metadata?.reference
  return { id, type, isLive, about: subject && reference ? { subject, reference } : undefined }
}
