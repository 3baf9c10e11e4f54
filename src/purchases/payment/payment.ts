/**
 * The states of a payment, and every transition.
 *
 *     recorded ──▶ asked ─┬───────────▶ captured, with its order
 *        │          │ ▲   └▶ waiting ─▶ declined, with its failed transaction
 *        │          │ └──────┐             ▲
 *        │          ▼        │ resumed     │ charged after all
 *        │       given_up ───┴─────────────┤
 *        │          │  └───────────────┐   │ ... which can no longer be used
 *        │          ▼                  ▼   ▼
 *        │       withdrawn ─────────▶ refunding ──▶ refunded
 *        ▼          ▼                      └──────▶ credited
 *      failed ◀─────┘ (from given_up too)
 *
 * `recorded`: stock and subscription are held, the gateway was not called. `asked`: it may charge any moment. After a minute, the first has
 * `failed`, since `claim` lets no process call the gateway any more; for the second the gateway is queried, or the payment is `given_up`:
 * nothing is held any longer, but a process that was stopped may still have it charged, so the gateway is queried until its reference can
 * no longer be charged. Only then it has `failed`. `withdrawn` is a `given_up` one whose client was answered that it is void: a charge is
 * then refunded, as is one of a payment that had `failed` or was `declined`. `credited` is one that could not be refunded for 72 hours
 * (return-charge.ts): its amount is credit of the customer.
 *
 * `waiting`: the customer is to confirm or pay it on a page of the gateway, until `waits_until`; it is then cancelled there and has `failed`,
 * unless it was paid (waiting.ts).
 *
 * A payment whose result is known, but whose rows cannot be written for an unforeseen error, stays as it is, and is tried again. 72 hours after that
 * has first failed (`unwritten_since`), what it holds is released: a charge is `refunding`.
 *
 * A transition is one UPDATE that finds the payment only in the state it starts from, in the transaction of all its consequences: of two
 * processes one succeeds, and a crash leaves the payment before or behind it, with `due_at` as the time of the next check. So an order and
 * a refund exclude each other, and a charge has one of them in the end.
 */

import { randomUUID } from 'node:crypto'
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../../prisma/generated/client/enums.ts'
import { touchBroken } from '../../db/checks.ts'
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Shape } from '../../db/shape.ts'
import { lockRow, type Tx } from '../../db/transaction.ts'
import { gatewayDeadlineMilliseconds } from '../../payments/gateway.ts'
import { paymentUnderWay } from '../../values/errors.ts'
import { storedText, withIds } from '../../values/json-ids.ts'
import type { Emit } from '../../writes/events.ts'
import { forgetKeysOf } from '../../writes/idempotency.ts'
import type { KeyClaim } from '../../writes/result.ts'
import { allCounted, countedUses, limitReached } from '../price/coupon-uses.ts'
import type { MovedStock } from '../stock/movements.ts'
import { emitLow, missingOf, stockToTake } from '../stock/stock.ts'
import { creditGone, creditToTake } from './customer-credit.ts'
import { renewedId, usesOf } from './plan.ts'
import { referenceSql } from './reference.ts'
import { lockTerm, release, setUnderWay } from './reservations.ts'
import { type Plan, type PlannedPayment, readPlan } from './stored-plan.ts'

export type RecordedPayment = PlannedPayment & { reference: string; gateway: string }

export type PaymentRow = RecordedPayment & {
  state: PaymentState
  orderId: bigint | null
  askedAt: Date | null
  /** The gateway's id of the charge, as soon as it is known. */
  gatewayReference: string | null
  /** The end of its wait for the customer. */
  waitsUntil: Date | null
}

/** A payment that was recorded now, and what its gateway must know of its payment method. */
export type NewPayment = RecordedPayment & {
  gatewayCustomer: string | null
  /** Whether another copy of the database may have charged its reference: that of a renewal after `adopt`. */
  mayBeCharged: boolean
}

// A request that is still running keeps its payment open legitimately.
const restSeconds = (3 * gatewayDeadlineMilliseconds) / 1_000
const atRest = (clock: Clock) => Prisma.sql`${clock.inSql()} + ${restSeconds}::int * interval '1 second'`

/**
 * Takes the stock of a plan's lines, the uses of its coupons and the customer's credit, marks the subscription it renews, and records the
 * payment, together with the client's key.
 *
 * @param plan with credit of the customer's that `lockCredit` has locked, or the claim of the customer's minute.
 * @param emit emits the events of products whose last piece was taken.
 *
 * @throws Refusal OUT_OF_STOCK, COUPON_LIMIT_REACHED, or WRONG_STATUS when a payment for the subscription is under way. A row that breaks a CHECK fails the
 * statement, before anything is charged.
 */
export async function record(tx: Tx, clock: Clock, plan: Plan, key: KeyClaim | undefined, emit: Emit): Promise<NewPayment> {
  const subscriptionId = renewedId(plan) ?? null
  const stock = stockToTake(plan, clock.now())
  // One statement, so that contended locks are held as briefly as possible.
  const takes = stock ? Prisma.sql`taken AS (${stock.taken}), ` : Prisma.empty
  const isTaken = stock ? Prisma.sql`(SELECT count(*) FROM taken) = ${stock.forms}::bigint` : Prisma.sql`true`
  const moves = stock ? Prisma.sql`, moved AS (${stock.moved})` : Prisma.empty
  const uses = usesOf(plan)
  const hasUses = uses.couponIds.length > 0
  // Coupons are locked after the stock, as when both are given back.
  const counts = hasUses ? Prisma.sql`${countedUses(uses, isTaken)}, ` : Prisma.empty
  const isCounted = hasUses ? allCounted(uses) : Prisma.sql`true`
  const credit = creditToTake(plan, clock)
  const owes = credit ? Prisma.sql`${credit.taking}, ` : Prisma.empty
  const enters = credit ? Prisma.sql`, ${credit.entering}` : Prisma.empty
  const isOwed = credit ? Prisma.sql`EXISTS (SELECT FROM owed)` : Prisma.sql`true`
  const takenRows = stock ? Prisma.sql`(SELECT json_agg(taken) FROM taken)` : Prisma.sql`NULL::json`
  const stays = key
    ? Prisma.sql`, stays AS (UPDATE idempotency_key SET payment_id = (SELECT id FROM recorded)
        WHERE store_id = ${plan.storeId}::bigint AND credential = ${key.credential} AND key = ${key.key})`
    : Prisma.empty
  const holds =
    subscriptionId === null
      ? Prisma.empty
      : Prisma.sql`, holds AS (UPDATE subscription SET payment_under_way = true
        WHERE store_id = ${plan.storeId}::bigint AND id = ${subscriptionId}::bigint)`
  const ofMethod = Prisma.sql`FROM payment_method WHERE store_id = ${plan.storeId}::bigint AND id = ${plan.paymentMethodId ?? null}::bigint`
  const hasMethod = plan.paymentMethodId !== undefined
  const gateway = hasMethod
    ? Prisma.sql`(SELECT gateway ${ofMethod})`
    : Prisma.sql`(SELECT gateway FROM store WHERE id = ${plan.storeId}::bigint)`
  const knownAs = hasMethod ? Prisma.sql`(SELECT gateway_customer ${ofMethod})` : customerAtGateway(plan, gateway)
  const mayBeCharged = subscriptionId === null ? Prisma.sql`false` : Prisma.sql`(SELECT epoch > 0 FROM installation)`
  const [row] = await tx.$queryRaw<
    [
      {
        id: bigint | null
        reference: string
        gateway: string | null
        gatewayCustomer: string | null
        mayBeCharged: boolean
        taken: MovedStock[] | null
        isCounted: boolean
        isOwed: boolean
      },
    ]
  >`
    WITH ${brokenRows(plan)}, ${owes}${takes}${counts}named AS MATERIALIZED (${referenceSql({ storeId: plan.storeId, subscriptionId })}), recorded AS (
      INSERT INTO payment
        (store_id, customer_id, payment_method_id, gateway, subscription_id, cart_id, order_id, reference, attempt, amount, state, plan, created_at, due_at)
      SELECT ${plan.storeId}::bigint, ${plan.customerId}::bigint, ${plan.paymentMethodId ?? null}::bigint, ${gateway}, ${subscriptionId}::bigint,
        ${plan.cartId ?? null}::bigint, ${orderBefore(plan) ?? null}::bigint, named.reference, named.attempt, ${plan.totals.charge}::bigint, 'recorded', ${storedText(plan)}::jsonb,
        ${clock.now()}::timestamptz, ${atRest(clock)}
      FROM named WHERE ${isOwed} AND ${isTaken} AND ${isCounted} ON CONFLICT DO NOTHING RETURNING id, gateway
    )${moves}${stays}${holds}${enters}
    SELECT (SELECT id FROM recorded) AS id, (SELECT gateway FROM recorded) AS gateway, ${knownAs} AS "gatewayCustomer",
      ${mayBeCharged} AS "mayBeCharged", named.reference, ${takenRows} AS taken, ${isCounted} AS "isCounted", ${isOwed} AS "isOwed"
    FROM named ${keptPlan}`
  const taken = withIds(row.taken ?? [])
  const missing = await missingOf(tx, plan, taken)
  if (missing) throw missing
  if (!row.isCounted) throw limitReached('coupons')
  if (!row.isOwed) throw creditGone()
  // The unique index payment_under_way_key prevented the row, or that of edits or of carts.
  if (row.id === null || row.gateway === null) throw paymentUnderWay()
  emitLow(taken, emit)
  const { id, reference, gateway: name, gatewayCustomer, mayBeCharged: mayBe } = row
  return { id, reference, gateway: name, gatewayCustomer, mayBeCharged: mayBe, plan }
}

/** The order that a payment refers to from the beginning: that of an edit, of a cart, or the one that a page pays. */
const orderBefore = ({ edit, cartId, orderId, paymentMethodId }: Plan): bigint | undefined =>
  edit?.orderId ?? (cartId !== undefined || paymentMethodId === undefined ? orderId : undefined)

/** The gateway's id of the customer who pays on its page, if it knows them; none for a visitor, whom its page shows nothing of a customer. */
const customerAtGateway = ({ storeId, customerId, isVisitors = false }: Plan, gateway: Prisma.Sql): Prisma.Sql => Prisma.sql`
    (SELECT gateway_customer FROM gateway_customer AS known
      WHERE known.store_id = ${storeId}::bigint AND known.customer_id = ${customerId}::bigint AND known.gateway = ${gateway} AND NOT ${isVisitors}::boolean)`

/** Fails where a row that settling will write breaks a CHECK: the customer, or a product that gains its first subscriber. */
function brokenRows({ storeId, customerId, lines }: Plan): Prisma.Sql {
  const productIds = lines.filter(({ subscription }) => subscription).map(({ productId }) => productId)
  const customer = Prisma.sql`store_id = ${storeId}::bigint AND id = ${customerId}::bigint`
  const products = Prisma.sql`store_id = ${storeId}::bigint AND id = ANY(${productIds}::bigint[]) AND NOT has_subscribers`
  return Prisma.sql`broken_customer AS (${touchBroken('customer', customer)}), broken_product AS (${touchBroken('product', products)})`
}

/**
 * Claims a payment right before the gateway is called: from this moment on a charge is possible.
 *
 * Its conditions fit no partial index of open payments: PostgreSQL takes these to be empty, and would read what they held of settled ones.
 *
 * @returns the time of the claim; undefined when too much time has passed, and no process may call the gateway for it any more.
 */
export async function claim(db: Db, clock: Clock, { id, plan }: PlannedPayment): Promise<Date | undefined> {
  const [row] = await db.$queryRaw<{ askedAt: Date }[]>`
    UPDATE payment SET state = 'asked', asked_at = ${clock.inSql()}, due_at = ${atRest(clock)}
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND coalesce(state = 'recorded' AND due_at > ${clock.inSql()}, false)
    RETURNING asked_at AS "askedAt" ${keptPlan}`
  return row?.askedAt
}

/**
 * Stores the gateway's id of a charge, right before the gateway may take money for it.
 *
 * @param askedAt when the charge was claimed. @returns false where the payment has moved on since.
 */
export async function beginCharge(db: Db, { id, plan }: PlannedPayment, askedAt: Date, charge: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE payment SET gateway_reference = ${charge}
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND state = 'asked' AND asked_at = ${askedAt}::timestamptz ${keptPlan}`
  return count === 1
}

/** Claims a given-up payment again, with the current plan; the caller has locked it in that state. */
export async function claimAgain(tx: Tx, clock: Clock, { id, plan }: PlannedPayment): Promise<Date> {
  const [row] = await tx.$queryRaw<{ askedAt: Date }[]>`
    UPDATE payment SET state = 'asked', asked_at = ${clock.inSql()}, due_at = ${atRest(clock)}, looks = 0,
      plan = ${storedText(plan)}::jsonb
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id} AND state = 'given_up' RETURNING asked_at AS "askedAt"`
  if (!row) throw new Error(`Payment ${id} is no longer given up.`)
  const subscriptionId = renewedId(plan)
  if (subscriptionId !== undefined) await setUnderWay(tx, plan, subscriptionId, true)
  return row.askedAt
}

/**
 * Moves a payment from one of the given states to another, with further changes; only if it is in one of them.
 *
 * @param as further columns that no other process may have changed.
 */
export async function move(
  tx: Tx,
  { id, plan: { storeId } }: PlannedPayment,
  from: readonly PaymentState[],
  data: Prisma.PaymentUncheckedUpdateManyInput & { state: PaymentState },
  as: Partial<Pick<Shape<'Payment'>, 'askedAt' | 'gatewayReference' | 'returnNumber' | 'returnsFailed'>> = {},
): Promise<boolean> {
  const where = { storeId, id, state: { in: [...from] }, ...as }
  const { count } = await tx.payment.updateMany({ where, data })
  return count === 1
}

/**
 * Ends a payment for which the gateway was never called; the client's key may be used again. The next payment gets its reference and
 * attempt, which were never used: a copy of the database may have charged this renewal under them.
 *
 * @returns whether it was such a payment.
 */
export async function dropUnasked(tx: Tx, clock: Clock, payment: PlannedPayment): Promise<boolean> {
  const ended = { state: 'failed', settledAt: clock.now(), dueAt: null, reference: randomUUID(), attempt: null } as const
  if (!(await move(tx, payment, ['recorded'], ended))) return false
  await release(tx, clock, payment)
  await forgetKeysOf(tx, payment)
  return true
}

/** A payment as it is stored, with its plan unparsed. */
export type Stored<Payment extends PlannedPayment> = Omit<Payment, 'plan'> & { storeId: bigint; plan: unknown }

/**
 * Locks a payment for the rest of the transaction.
 *
 * @param known its plan as the process has read it, which holds where the row has none any more (old-plans.ts).
 */
export async function lockPayment(tx: Tx, storeId: bigint, id: bigint, known?: Plan): Promise<PaymentRow> {
  const row = await lockRow(tx, 'Payment', { storeId, id })
  if (!row) throw new Error(`There is no payment ${id}.`)
  return { ...row, plan: row.plan === null && known ? known : planOfStored(row) }
}

/**
 * Locks a payment that may be given up. A write of its subscription waits for such a one while it holds the order, the parcels and the
 * subscription: they are locked before it here too.
 */
export async function lockLate(tx: Tx, storeId: bigint, id: bigint, known?: Plan): Promise<PaymentRow> {
  const where = { storeId_id: { storeId, id } }
  const found = await tx.payment.findUnique({ where, select: { state: true, storeId: true, plan: true } })
  if (found?.state === 'given_up' || found?.state === 'waiting') await lockTerm(tx, planOfStored(found))
  return lockPayment(tx, storeId, id, known)
}

/**
 * Parses the plan of a payment. Its store is the one in the payment's column, also for a payment made before the store was moved in.
 *
 * @throws Error when it cannot be parsed.
 */
export const planOfStored = ({ storeId, plan }: { storeId: bigint; plan: unknown }): Plan => ({
  ...readPlan(plan),
  storeId,
})
