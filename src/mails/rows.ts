/** The rows of mails: which events make one, for whom, and with what content. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { ConsumerRows } from '../consumers/consumer.ts'
import { type MailKind, mailKinds } from './kinds.ts'

/** The value that a column of the row `event` has now. */
const now = (name: string): Prisma.Sql => Prisma.raw(`(event.changes->'${name}'->'to')`)

/** An amount of the row `event` above 0. */
const isAbove = (name: string): Prisma.Sql => Prisma.sql`coalesce(${now(name)}::text::numeric, 0) > 0`

/** Whether a parcel is the first of its order. */
const isFirstParcel = Prisma.sql`NOT EXISTS (SELECT FROM fulfillment AS piece JOIN shipment AS other ON other.store_id = piece.store_id AND other.id = piece.shipment_id
  WHERE piece.store_id = "order".store_id AND piece.order_id = "order".id AND (other.shipped_at, other.id) < (shipment.shipped_at, shipment.id))`

/** The events of its causes for which there is a mail of a kind; of the others each. Nothing is sent for orders of 0. */
const conditions: Partial<Record<MailKind, Prisma.Sql>> = {
  order_receipt: Prisma.sql`NOT "order".is_renewal AND "order".total > 0`,
  renewal_receipt: Prisma.sql`"order".is_renewal AND "order".total > 0`,
  payment_failed: Prisma.sql`"order".is_renewal`,
  renewal_notice: isAbove('total'),
  refunded: isAbove('amount'),
  credited: isAbove('amount'),
  gift: Prisma.sql`"order".is_gift AND "order".gift_recipient_email <> '' AND (NOT "order".is_renewal OR "order".gift_renewal_notif)
    AND CASE WHEN event.type = 'payment.captured' THEN NOT store.gift_mail_with_parcel ELSE store.gift_mail_with_parcel AND ${isFirstParcel} END`,
}

const text = (constant: string): Prisma.Sql => Prisma.raw(`'${constant}'`)

const textsOf = (constants: readonly string[]): Prisma.Sql => Prisma.join(constants.map(text))

/** The recipients who are not the customer. */
const recipients: Partial<Record<MailKind, Prisma.Sql>> = {
  gift: Prisma.sql`"order".gift_recipient_email`,
  withdrawal_received: Prisma.sql`CASE WHEN withdrawal.is_acknowledged THEN withdrawal.email END`,
}

/** Each kind with its condition and its recipient. */
const kinds = (Object.entries(mailKinds) as [MailKind, (typeof mailKinds)[MailKind]][]).map(([kind, { causes }]) => {
  const recipient = recipients[kind] ?? Prisma.sql`customer.email`
  return Prisma.sql`(${text(kind)}, event.type IN (${textsOf(causes)}) AND ${conditions[kind] ?? Prisma.sql`true`}, ${recipient})`
})

const types = textsOf([...new Set(Object.values(mailKinds).flatMap(({ causes }): readonly string[] => causes))])

/** The content of a mail: its event, and what it is about as it is when the mail is made. Amounts are in the smallest unit. */
const facts = Prisma.sql`jsonb_build_object(
  'changes', event.changes, 'at', event.created_at,
  'shop', json_build_object('name', store.name, 'currency', store.currency, 'timeZone', store.time_zone, 'host', store.host,
    'legalName', store.legal_name, 'address', store.address, 'locale', store.locale, 'colour', store.brand_colour,
    'sender', store.mail_sender, 'replyTo', store.reply_to, 'footer', store.mail_footer, 'account', store.account_url),
  'customer', json_build_object('name', CASE WHEN made.kind = 'withdrawal_received' THEN withdrawal.name ELSE customer.name END,
    'locale', coalesce(customer.locale, event.changes->'locale'->>'to')),
  'withdrawal', CASE WHEN made.kind = 'withdrawal_received' THEN json_build_object('kind', withdrawal.kind, 'words', withdrawal.words,
    'receivedAt', withdrawal.received_at) END,
  'showsWithdrawal', customer.country = ANY(store.withdrawal_countries),
  'words', setting.words,
  'gift', CASE WHEN made.kind = 'gift' THEN json_build_object('recipient', "order".gift_recipient_name, 'message', "order".gift_message,
    'lines', (SELECT coalesce(json_agg(json_build_object('name', line.name, 'quantity', line.quantity) ORDER BY line.id), '[]') FROM (
      SELECT id, name, quantity FROM order_product WHERE store_id = "order".store_id AND order_id = "order".id ORDER BY id LIMIT 20) AS line)) END,
  'order', CASE WHEN "order".id IS NOT NULL THEN json_build_object('id', "order".id::text, 'subTotal', "order".sub_total,
    'totalDiscount', "order".total_discount, 'totalShipping', "order".total_shipping, 'totalTax', "order".total_tax,
    'taxIncluded', "order".tax_included, 'total', "order".total, 'creditApplied', "order".credit_applied) END,
  'subscription', CASE WHEN subscription.id IS NOT NULL THEN json_build_object('product', subscription.billing_name,
    'endDate', subscription.end_date) END,
  'shipment', CASE WHEN shipment.id IS NOT NULL THEN json_build_object('carrier', shipment.carrier,
    'trackingNumber', shipment.tracking_number, 'trackingUrl', shipment.tracking_url) END)`

/** Whether a store is the demo, whose keys everybody knows. */
const isDemo = Prisma.sql`EXISTS (SELECT FROM merchant_key WHERE merchant_key.store_id = store.id AND client_id IN ('demo', 'demo2') AND revoked_at IS NULL)`

/** Whether an instance with a relay was there within the time in which mails are sent. */
const hasRelay = Prisma.sql`EXISTS (SELECT FROM installation WHERE relay_seen_at > clock_timestamp() - interval '24 hours')`

/** Why the mails of the row `store` are kept or not sent; null where they are sent. */
export const keptBecause = (isSending: boolean): Prisma.Sql => Prisma.sql`CASE WHEN store.has_test_clock THEN 'test_clock'
  WHEN ${isSending}::boolean OR ${hasRelay} THEN NULL WHEN ${isDemo} THEN 'demo' ELSE 'no_relay' END`

/** The tables that the content of a mail about the row `event` is read from. */
const sources = Prisma.sql`store
  LEFT JOIN "order" ON "order".store_id = event.store_id AND "order".id = event.order_id
  LEFT JOIN subscription ON subscription.store_id = event.store_id AND subscription.id = event.subscription_id
  LEFT JOIN shipment ON event.record_type = 'shipment' AND shipment.store_id = event.store_id AND shipment.id = event.record_id
  LEFT JOIN customer ON customer.store_id = event.store_id AND customer.id = coalesce(event.customer_id, "order".customer_id)
  LEFT JOIN withdrawal ON event.record_type = 'withdrawal' AND withdrawal.store_id = event.store_id AND withdrawal.id = event.record_id
  CROSS JOIN LATERAL (VALUES ${Prisma.join(kinds)}) AS made (kind, is_caused, recipient)
  JOIN mail_setting AS setting ON setting.store_id = event.store_id AND setting.kind = made.kind`

/** The content of a mail of a kind about the row `event` of a store. */
export const factsOfEvent = (storeId: bigint, kind: MailKind): Prisma.Sql => Prisma.sql`SELECT ${facts} AS facts FROM ${sources}
  WHERE store.id = ${storeId}::bigint AND made.kind = ${kind}::text AND made.is_caused`

/**
 * The rows of mails. Whether they are sent is decided when they are made, by the database: an instance without a relay beside others with one
 * makes mails that those send.
 *
 * @param isSending whether this process has a relay; one without claims the mails that are kept.
 */
export const mailRows = (isSending: boolean): ConsumerRows => ({
  subscribers: Prisma.sql`mailer`,
  deliveries: Prisma.sql`mail`,
  subscriberId: Prisma.sql`mailer_id`,
  state: Prisma.sql`"MailState"`,
  content: {
    columns: Prisma.sql`kind, recipient, customer_id, order_id, subscription_id, facts, kept, state`,
    select: Prisma.sql`SELECT made.kind, made.recipient, customer.id, "order".id, subscription.id,
        CASE WHEN decided.kept = 'no_relay' THEN '{}' ELSE ${facts} END, decided.kept,
        (CASE WHEN decided.kept = 'no_relay' THEN 'unsent' ELSE 'waiting' END)::"MailState" AS state
      FROM ${sources} AND setting.is_on CROSS JOIN LATERAL (SELECT ${keptBecause(isSending)} AS kept) AS decided
      WHERE store.id = event.store_id AND event.type IN (${types}) AND made.is_caused AND made.recipient IS NOT NULL
        AND (made.recipient <> customer.email OR customer.mail_refused_at IS NULL)`,
    isDue: Prisma.sql`content.state = 'waiting'`,
  },
  claim: {
    returns: Prisma.sql`delivery.kind, delivery.recipient, delivery.sequence, delivery.facts, delivery.created_at AS "createdAt", delivery.kept, delivery.answer AS "lastAnswer",
      delivery.customer_id AS "customerId", EXISTS (SELECT FROM customer WHERE customer.store_id = delivery.store_id AND customer.id = delivery.customer_id
        AND customer.email = delivery.recipient AND customer.mail_refused_at IS NOT NULL) AS "isRefused"`,
    ...(!isSending && { only: Prisma.sql`delivery.kept IS NOT NULL` }),
  },
  mostOpen: 20_000,
  atOnce: 32,
  perStore: 32,
  leaseSeconds: 60,
})
