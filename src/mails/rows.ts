/** The rows of mails: which events make one, for whom, and with what content. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { ConsumerRows } from '../consumers/consumer.ts'
import { type MailKind, mailKinds } from './kinds.ts'

/** The value that a column of the row `event` has now. */
const now = (name: string): Prisma.Sql => Prisma.raw(`(event.changes->'${name}'->'to')`)

/** An amount of the row `event` above 0. */
const isAbove = (name: string): Prisma.Sql => Prisma.sql`coalesce(${now(name)}::text::numeric, 0) > 0`

/** The events of its causes for which there is a mail of a kind; of the others each. Nothing is sent for orders of 0. */
const conditions: Partial<Record<MailKind, Prisma.Sql>> = {
  order_receipt: Prisma.sql`NOT "order".is_renewal AND "order".total > 0`,
  renewal_receipt: Prisma.sql`"order".is_renewal AND "order".total > 0`,
  payment_failed: Prisma.sql`"order".is_renewal`,
  renewal_notice: isAbove('total'),
  refunded: isAbove('amount'),
  credited: isAbove('amount'),
}

/** The kinds that an event of a type may make, and whether it does. */
const kinds = (Object.entries(mailKinds) as [MailKind, (typeof mailKinds)[MailKind]][]).flatMap(([kind, { causes }]) =>
  causes.map((type) => ({ kind, type, is: conditions[kind] ?? Prisma.sql`true` })),
)

const text = (constant: string): Prisma.Sql => Prisma.raw(`'${constant}'`)

const caseOf = ({ kind, type, is }: (typeof kinds)[number]): Prisma.Sql =>
  Prisma.sql`WHEN event.type = ${text(type)} AND ${is} THEN ${text(kind)}`

const types = Prisma.join([...new Set(kinds.map(({ type }) => type))].map(text))

/** The content of a mail: its event, and what it is about as it is when the mail is made. Amounts are in the smallest unit. */
const facts = Prisma.sql`jsonb_build_object(
  'changes', event.changes, 'at', event.created_at,
  'shop', json_build_object('name', store.name, 'currency', store.currency, 'timeZone', store.time_zone,
    'legalName', store.legal_name, 'address', store.address),
  'customer', json_build_object('name', customer.name),
  'order', CASE WHEN "order".id IS NOT NULL THEN json_build_object('id', "order".id::text, 'subTotal', "order".sub_total,
    'totalDiscount', "order".total_discount, 'totalShipping', "order".total_shipping, 'totalTax', "order".total_tax,
    'taxIncluded', "order".tax_included, 'total', "order".total, 'creditApplied', "order".credit_applied) END,
  'subscription', CASE WHEN subscription.id IS NOT NULL THEN json_build_object('product', subscription.billing_name,
    'endDate', subscription.end_date) END,
  'shipment', CASE WHEN shipment.id IS NOT NULL THEN json_build_object('carrier', shipment.carrier,
    'trackingNumber', shipment.tracking_number, 'trackingUrl', shipment.tracking_url) END)`

/** @param isSending whether mails are sent; else those of stores with a test clock alone are made, and kept. */
export const mailRows = (isSending: boolean): ConsumerRows => ({
  subscribers: Prisma.sql`mailer`,
  deliveries: Prisma.sql`mail`,
  subscriberId: Prisma.sql`mailer_id`,
  state: Prisma.sql`"MailState"`,
  content: {
    columns: Prisma.sql`kind, recipient, customer_id, order_id, subscription_id, facts`,
    select: Prisma.sql`SELECT kind, email, customer_id, order_id, subscription_id, facts FROM (SELECT CASE ${Prisma.join(kinds.map(caseOf), ' ')} END AS kind,
        customer.email, customer.id AS customer_id, "order".id AS order_id, subscription.id AS subscription_id, ${facts} AS facts, store.mails
      FROM store
        LEFT JOIN "order" ON "order".store_id = event.store_id AND "order".id = event.order_id
        LEFT JOIN subscription ON subscription.store_id = event.store_id AND subscription.id = event.subscription_id
        LEFT JOIN shipment ON event.record_type = 'shipment' AND shipment.store_id = event.store_id AND shipment.id = event.record_id
        JOIN customer ON customer.store_id = event.store_id AND customer.id = coalesce(event.customer_id, "order".customer_id)
      WHERE store.id = event.store_id AND event.type IN (${types}) AND (${isSending}::boolean OR store.has_test_clock)
    ) AS made WHERE made.kind = ANY(made.mails)`,
  },
  claim: {
    returns: Prisma.sql`delivery.kind, delivery.recipient, delivery.sequence, delivery.facts, delivery.created_at AS "createdAt",
      (SELECT has_test_clock FROM store WHERE store.id = delivery.store_id) AS "isKept"`,
  },
  atOnce: 4,
  perStore: 16,
  leaseSeconds: 60,
})
