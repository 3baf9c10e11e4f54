/**
 * Spends the credit of customers. A payment takes it when it is recorded, by an entry of the ledger, and the order is named on the entry
 * once it is made; another entry gives it back where the payment comes to nothing. A customer's credit is never taken below 0.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import type { Plan, PlannedPayment } from './stored-plan.ts'

/** A customer, as a plan or a row names it. */
type Owned = { storeId: bigint; customerId: bigint }

const customerOf = ({ storeId, customerId }: Owned) =>
  Prisma.sql`customer.store_id = ${storeId}::bigint AND customer.id = ${customerId}::bigint`

/** The whole second of a store's time, as SQL. */
const storeSecond = (storeId: bigint, clock: Clock) =>
  Prisma.sql`(SELECT coalesce(clock_now, date_trunc('second', ${clock.inSql()})) FROM store WHERE id = ${storeId}::bigint)`

/**
 * Locks a customer's credit for the rest of the transaction; a subscription, and no stock, may be locked before it.
 *
 * @returns how much may be spent: 0 where the customer owes the store.
 */
export async function lockCredit(tx: Tx, owned: Owned): Promise<number> {
  const [row] = await tx.$queryRaw<{ credit: bigint }[]>`
    SELECT credit FROM customer WHERE ${customerOf(owned)} FOR NO KEY UPDATE`
  return spendable(row?.credit ?? 0n)
}

/** The part of a credit that may be spent. */
export const spendable = (credit: bigint): number => (credit > 0n ? Number(credit) : 0)

/** The refusal of a purchase whose credit was spent by another one meanwhile. */
export const creditGone = (): Refusal =>
  new Refusal('WRONG_STATUS', "The customer's credit has been spent since the payment was asked for.")

/** The part of a statement that takes the credit of a plan, if there is enough: `owed` is then one row. */
const owed = (plan: Plan, credit: number) => Prisma.sql`
    owed AS (
      UPDATE customer SET credit = credit - ${credit}::bigint WHERE ${customerOf(plan)} AND credit >= ${credit}::bigint RETURNING id
    )`

/** The part of a statement that enters credit that is taken or given back. @param from a row with the payment's id. */
const entered = (plan: Plan, amount: number, clock: Clock, from: Prisma.Sql) => Prisma.sql`
    INSERT INTO credit_entry (store_id, customer_id, amount, payment_id, order_id, created_at)
    SELECT ${plan.storeId}::bigint, ${plan.customerId}::bigint, ${amount}::bigint, took.id, took.order_id,
      ${storeSecond(plan.storeId, clock)} FROM ${from}`

/** The parts of a statement that take a plan's credit for the payment in its part `recorded`; undefined if the plan spends none. */
export function creditToTake(plan: Plan, clock: Clock): { taking: Prisma.Sql; entering: Prisma.Sql } | undefined {
  const { customerCredit } = plan
  if (!customerCredit) return undefined
  const from = Prisma.sql`(SELECT id, NULL::bigint AS order_id FROM recorded) AS took`
  return {
    taking: owed(plan, customerCredit),
    entering: Prisma.sql`entered AS (${entered(plan, -customerCredit, clock, from)})`,
  }
}

const paymentOf = ({ id, plan }: PlannedPayment) =>
  Prisma.sql`payment AS took WHERE took.store_id = ${plan.storeId}::bigint AND took.id = ${id}::bigint`

/** Takes the credit of a payment again; the caller has locked it, and knows that there is enough. */
export async function takeCredit(tx: Tx, clock: Clock, payment: PlannedPayment): Promise<void> {
  const { plan } = payment
  if (!plan.customerCredit) return
  const from = Prisma.sql`${paymentOf(payment)} AND EXISTS (SELECT FROM owed)`
  const taken = await tx.$executeRaw`WITH ${owed(plan, plan.customerCredit)} ${entered(plan, -plan.customerCredit, clock, from)}`
  if (taken !== 1) throw new Error(`The credit of customer ${plan.customerId} was not locked.`)
}

/** Releases the credit that a payment took. */
export async function releaseCredit(tx: Tx, clock: Clock, payment: PlannedPayment): Promise<void> {
  const { plan } = payment
  if (!plan.customerCredit) return
  await tx.$executeRaw`
    WITH given AS (UPDATE customer SET credit = credit + ${plan.customerCredit}::bigint WHERE ${customerOf(plan)})
    ${entered(plan, plan.customerCredit, clock, paymentOf(payment))}`
}

/** The part of a statement that names the order on the credit that its payment took; the order is in its part `settled`. */
export const creditNamed = ({ id, plan }: PlannedPayment): Prisma.Sql | undefined =>
  plan.customerCredit
    ? Prisma.sql`
    credited AS (
      UPDATE credit_entry SET order_id = settled.order_id FROM settled
      WHERE credit_entry.store_id = ${plan.storeId}::bigint AND credit_entry.payment_id = ${id}::bigint RETURNING credit_entry.id
    )`
    : undefined

/** An entry that gave credit back. */
type GivenBack = { id: bigint; amount: bigint; customerId: bigint }

/** The part of its customer's credit that an unpaid order holds. */
export async function heldBy(tx: Tx, storeId: bigint, orderId: bigint): Promise<bigint> {
  const [held] = await tx.$queryRaw<{ amount: bigint }[]>`
    SELECT GREATEST(-sum(amount), 0)::bigint AS amount FROM credit_entry
    WHERE store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint`
  return held?.amount ?? 0n
}

/** Spends credit that another order held, and that was given back in the same transaction. @returns the entry; undefined for nothing. */
export async function spendHeld(
  tx: Tx,
  { amount, orderId, at, ...owned }: Owned & { amount: number; orderId: bigint; at: Date },
): Promise<{ id: bigint; amount: bigint } | undefined> {
  if (amount === 0) return undefined
  const [spent] = await tx.$queryRaw<{ id: bigint; amount: bigint }[]>`
    WITH owed AS (UPDATE customer SET credit = credit - ${amount}::bigint WHERE ${customerOf(owned)})
    INSERT INTO credit_entry (store_id, customer_id, amount, order_id, created_at)
    VALUES (${owned.storeId}::bigint, ${owned.customerId}::bigint, -${amount}::bigint, ${orderId}::bigint, ${at}::timestamptz)
    RETURNING id, amount`
  return spent
}

/**
 * Releases the credit of its customer that an unpaid order holds.
 *
 * @returns the entry; undefined where it holds none.
 */
export async function releaseOrderCredit(tx: Tx, { storeId, orderId, at }: { storeId: bigint; orderId: bigint; at: Date }) {
  const [given] = await tx.$queryRaw<GivenBack[]>`
    WITH held AS MATERIALIZED (
      SELECT customer_id, -sum(amount)::bigint AS amount FROM credit_entry
      WHERE store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint GROUP BY customer_id HAVING sum(amount) < 0
    ), given AS (
      UPDATE customer SET credit = credit + held.amount FROM held
      WHERE customer.store_id = ${storeId}::bigint AND customer.id = held.customer_id
    )
    INSERT INTO credit_entry (store_id, customer_id, amount, order_id, created_at)
    SELECT ${storeId}::bigint, customer_id, amount, ${orderId}::bigint, ${at}::timestamptz FROM held
    RETURNING id, amount, customer_id AS "customerId"`
  return given
}
