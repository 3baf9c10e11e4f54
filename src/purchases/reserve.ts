/** The first half of a purchase, before the gateway is asked: stock is taken and the intent to charge is recorded. */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { paymentUnderWay, Refusal } from '../errors.ts'
import type { Plan } from './plan.ts'

export type RecordedPayment = { id: bigint; reference: string; plan: Plan }

/**
 * Takes the stock of a plan's lines and records the payment.
 *
 * @throws Refusal OUT_OF_STOCK, or WRONG_STATUS when a payment for the subscription is under way.
 */
export async function reserve(tx: Tx, plan: Plan, now: Date): Promise<RecordedPayment> {
  await takeStock(tx, plan)
  const reference = randomUUID()
  const subscriptionId = renewedId(plan) ?? null
  try {
    const { id } = await tx.payment.create({
      data: {
        storeId: plan.storeId,
        customerId: plan.customerId,
        paymentMethodId: plan.paymentMethodId,
        subscriptionId,
        reference,
        amount: plan.totals.charge,
        state: 'recorded',
        plan: plan as unknown as Prisma.InputJsonObject,
        createdAt: now,
      },
      select: { id: true },
    })
    if (subscriptionId !== null) await setUnderWay(tx, subscriptionId, true)
    return { id, reference, plan }
  } catch (error) {
    if (!isUnderWay(error)) throw error
    throw paymentUnderWay()
  }
}

/** Marks a subscription whose payment is with the gateway. */
export async function setUnderWay(tx: Tx, subscriptionId: number, paymentUnderWay: boolean): Promise<void> {
  await tx.subscription.update({ where: { id: subscriptionId }, data: { paymentUnderWay }, select: { id: true } })
}

/** The subscription a plan renews, if it renews one. */
export const renewedId = ({ lines }: Plan): number | undefined =>
  lines.find(({ subscription }) => subscription?.id !== undefined)?.subscription?.id

/** The index payment_under_way_key speaks. */
const isUnderWay = (error: unknown): boolean => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** How many of each tracked form a plan wants, in the order of their ids, so that two purchases lock them in one order. */
const wantedOf = ({ lines }: Plan): [instanceId: number, quantity: number][] => {
  const wanted = new Map<number, number>()
  for (const { isTracked, productInstanceId, quantity } of lines) {
    if (isTracked) wanted.set(productInstanceId, (wanted.get(productInstanceId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => one - other)
}

const valuesOf = (wanted: [number, number][], sign: 1 | -1) =>
  Prisma.join(wanted.map(([id, quantity]) => Prisma.sql`(${id}::bigint, ${sign * quantity}::int)`))

async function takeStock(tx: Tx, plan: Plan): Promise<void> {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return
  const taken = await tx.$queryRaw<{ id: bigint }[]>`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand - wanted.quantity
    FROM (VALUES ${valuesOf(wanted, 1)}) AS wanted (id, quantity)
    WHERE stock.store_id = ${plan.storeId}::bigint AND stock.product_instance_id = wanted.id
      AND (stock.out_of_stock_purchases OR stock.quantity_on_hand >= wanted.quantity)
    RETURNING stock.product_instance_id AS id`
  const missing = wanted.find(([id]) => !taken.some((row) => Number(row.id) === id))
  if (missing)
    throw new Refusal('OUT_OF_STOCK', `There are not ${missing[1]} in stock of product instance ${missing[0]}.`, 'products')
}

/** Gives stock back that a purchase did not need after all. */
export async function returnStock(tx: Tx, plan: Plan): Promise<void> {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return
  await tx.$executeRaw`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand - wanted.quantity
    FROM (VALUES ${valuesOf(wanted, -1)}) AS wanted (id, quantity)
    WHERE stock.store_id = ${plan.storeId}::bigint AND stock.product_instance_id = wanted.id`
}
