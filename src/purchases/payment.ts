/**
 * Where a payment stands, and every step it can take.
 *
 *     recorded ──▶ asked ─────────────▶ captured, with its order
 *        │          │ ▲                 declined, with its failed transaction
 *        │          │ └──────┐             ▲
 *        │          ▼        │ resumed     │ charged after all
 *        │       given_up ───┴─────────────┤
 *        │          │  └───────────────┐   │ ... which can no longer be used
 *        │          ▼                  ▼   ▼
 *        │       withdrawn ─────────▶ refunding ──▶ refunded
 *        ▼          ▼
 *      failed ◀─────┘ (from given_up too)
 *
 * `recorded`: stock and subscription are held, the gateway was not asked. `asked`: it may charge any moment. Left there for a
 * minute, the first has `failed`, since `claim` lets nobody ask any more; of the second the gateway tells, or the payment is
 * `given_up`: nothing is held any longer, but a process that was stopped may still have it charged, so the gateway is asked for
 * it until its reference can no longer be charged. Only then it has `failed`. `withdrawn` is a `given_up` one that its client
 * was told would come to nothing: a charge is then given back.
 *
 * A step is one UPDATE that finds the payment only where the step begins, in the transaction of all that follows from it: of two
 * processes one takes it, and a crash leaves the payment before or behind it, with `due_at` saying when to look again. So an
 * order and a refund exclude each other, and a charge has one of them in the end.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../prisma/generated/client/enums.ts'
import { touchBroken } from '../db/checks.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { lockRow, type Tx } from '../db/transaction.ts'
import { gatewayDeadlineMilliseconds } from '../payments/gateway.ts'
import { paymentUnderWay } from '../values/errors.ts'
import type { Tell } from '../writes/events.ts'
import { forgetKeysOf } from '../writes/idempotency.ts'
import type { KeyClaim } from '../writes/write.ts'
import { release, setUnderWay } from './hold.ts'
import { renewedId } from './plan.ts'
import { referenceSql } from './reference.ts'
import { missingOf, stockToTake, type Taken, tellLow } from './stock.ts'
import { type Plan, readPlan, storedText } from './stored-plan.ts'

/** What names a payment: its id and, in its plan, its store. */
export type PlannedPayment = { id: bigint; plan: Plan }

export type RecordedPayment = PlannedPayment & { reference: string }

export type PaymentRow = RecordedPayment & { state: PaymentState; orderId: bigint | null; askedAt: Date | null }

// A request that is still running has its payment open for a good reason.
const restSeconds = (3 * gatewayDeadlineMilliseconds) / 1_000
const atRest = (clock: Clock) => Prisma.sql`${clock.inSql()} + ${restSeconds}::int * interval '1 second'`

/**
 * Takes the stock of a plan's lines, marks the subscription it renews, and records the payment, which the client's key stays with.
 *
 * @param tell hears of forms of which the last piece was taken.
 * @throws Refusal OUT_OF_STOCK, or WRONG_STATUS when a payment for the subscription is under way. A row that breaks a CHECK fails the
 * statement, before anything is charged.
 */
export async function record(tx: Tx, clock: Clock, plan: Plan, key: KeyClaim | undefined, tell: Tell): Promise<RecordedPayment> {
  const subscriptionId = renewedId(plan) ?? null
  const stock = stockToTake(plan)
  // All in one statement, so that what others may want is held no longer than it must be.
  const takes = stock ? Prisma.sql`taken AS (${stock.sql}), ` : Prisma.empty
  const ifTaken = stock ? Prisma.sql`WHERE (SELECT count(*) FROM taken) = ${stock.forms}::bigint` : Prisma.empty
  const told = stock ? Prisma.sql`(SELECT json_agg(taken) FROM taken)` : Prisma.sql`NULL::json`
  const stays = key
    ? Prisma.sql`, stays AS (UPDATE idempotency_key SET payment_id = (SELECT id FROM recorded)
        WHERE store_id = ${plan.storeId}::bigint AND credential = ${key.credential} AND key = ${key.key})`
    : Prisma.empty
  const holds =
    subscriptionId === null
      ? Prisma.empty
      : Prisma.sql`, holds AS (UPDATE subscription SET payment_under_way = true
        WHERE store_id = ${plan.storeId}::bigint AND id = ${subscriptionId}::bigint)`
  const [row] = await tx.$queryRaw<[{ id: bigint | null; reference: string; taken: Taken[] | null }]>`
    WITH ${brokenRows(plan)}, ${takes}named AS MATERIALIZED (${referenceSql({ storeId: plan.storeId, subscriptionId })}), recorded AS (
      INSERT INTO payment
        (store_id, customer_id, payment_method_id, subscription_id, reference, attempt, amount, state, plan, created_at, due_at)
      SELECT ${plan.storeId}::bigint, ${plan.customerId}::bigint, ${plan.paymentMethodId}::bigint, ${subscriptionId}::bigint,
        named.reference, named.attempt, ${plan.totals.charge}::bigint, 'recorded', ${storedText(plan)}::jsonb,
        ${clock.now()}::timestamptz, ${atRest(clock)}
      FROM named ${ifTaken} ON CONFLICT DO NOTHING RETURNING id
    )${stays}${holds}
    SELECT (SELECT id FROM recorded) AS id, named.reference, ${told} AS taken FROM named ${keptPlan}`
  const missing = missingOf(plan, row.taken ?? [])
  if (missing) throw missing
  // The index payment_under_way_key speaks.
  if (row.id === null) throw paymentUnderWay()
  tellLow(row.taken ?? [], tell)
  return { id: row.id, reference: row.reference, plan }
}

/** Fails where a row that settling the payment will write breaks a CHECK: the customer, or a product that gains its first subscriber. */
function brokenRows({ storeId, customerId, lines }: Plan): Prisma.Sql {
  const productIds = lines.filter(({ subscription }) => subscription).map(({ productId }) => productId)
  const customer = Prisma.sql`store_id = ${storeId}::bigint AND id = ${customerId}::bigint`
  const products = Prisma.sql`store_id = ${storeId}::bigint AND id = ANY(${productIds}::bigint[]) AND NOT has_subscribers`
  return Prisma.sql`broken_customer AS (${touchBroken('customer', customer)}), broken_product AS (${touchBroken('product', products)})`
}

/**
 * Claims a payment right before the gateway is asked: the one moment from which a charge is possible.
 *
 * @returns when that was; undefined when too much time has passed, and nobody may ask for it any more.
 */
export async function claim(db: Db, clock: Clock, { id, plan }: PlannedPayment): Promise<Date | undefined> {
  const [row] = await db.$queryRaw<{ askedAt: Date }[]>`
    UPDATE payment SET state = 'asked', asked_at = ${clock.inSql()}, due_at = ${atRest(clock)}
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND state = 'recorded' AND due_at > ${clock.inSql()}
    RETURNING asked_at AS "askedAt" ${keptPlan}`
  return row?.askedAt
}

/** Claims a payment again that was given up, and what it is for with it, as it is planned now; the caller has locked it there. */
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

/** Takes a payment from one of the states to another, if it is there, with what else is to change of it. */
export async function move(
  tx: Tx,
  { id, plan: { storeId } }: PlannedPayment,
  from: readonly PaymentState[],
  data: Prisma.PaymentUncheckedUpdateManyInput & { state: PaymentState },
  askedAt?: Date,
): Promise<boolean> {
  const where = { storeId, id, state: { in: [...from] }, ...(askedAt && { askedAt }) }
  const { count } = await tx.payment.updateMany({ where, data })
  return count === 1
}

/**
 * Ends a payment the gateway was never asked for; the client's key may begin anew. The next payment gets its reference and attempt,
 * which were never used: a copy of the database may have charged this renewal under them.
 *
 * @returns whether it was one.
 */
export async function dropUnasked(tx: Tx, payment: PlannedPayment, now: Date): Promise<boolean> {
  const ended = { state: 'failed', settledAt: now, dueAt: null, reference: randomUUID(), attempt: null } as const
  if (!(await move(tx, payment, ['recorded'], ended))) return false
  await release(tx, payment.plan)
  await forgetKeysOf(tx, payment)
  return true
}

/** A payment as it is stored: what its plan says is not known yet. */
export type Stored<Payment extends PlannedPayment> = Omit<Payment, 'plan'> & { storeId: bigint; plan: unknown }

/** Locks a payment for the rest of the transaction. */
export async function lockPayment(tx: Tx, storeId: bigint | number, id: bigint): Promise<PaymentRow> {
  const row = await lockRow(tx, 'Payment', { storeId: BigInt(storeId), id })
  if (!row) throw new Error(`There is no payment ${id}.`)
  return { ...row, plan: planOfStored(row) }
}

/**
 * Reads the plan of a payment. Its store is what the payment's column says, also of one that was made before the store was moved in.
 *
 * @throws Error when it cannot be read.
 */
export const planOfStored = ({ storeId, plan }: { storeId: bigint; plan: unknown }): Plan => ({
  ...readPlan(plan),
  storeId: Number(storeId),
})
