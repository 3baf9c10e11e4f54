/** Takes from the shelf what is to be bought, and puts back what was not. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { Refusal } from '../values/errors.ts'
import type { Tell } from '../writes/events.ts'
import type { Plan } from './stored-plan.ts'

/** How many of each tracked form a plan wants, in the order of their ids, so that two purchases lock them in one order. */
const wantedOf = ({ lines }: Plan): [instanceId: number, quantity: number][] => {
  const wanted = new Map<number, number>()
  for (const { isTracked, productInstanceId, quantity } of lines) {
    if (isTracked) wanted.set(productInstanceId, (wanted.get(productInstanceId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => one - other)
}

/** Rows of what is wanted, in its order. */
const wantedRows = (wanted: readonly [number, number][]) => Prisma.sql`
    unnest(${wanted.map(([id]) => id)}::bigint[], ${wanted.map(([, quantity]) => quantity)}::int[]) AS wanted (id, quantity)`

/** Below it a count cannot be kept. */
const leastStock = -2_147_483_648

/** Takes what there is enough of, as SQL that answers each form that it took. */
const taking = ({ storeId }: Plan, wanted: readonly [number, number][]) => Prisma.sql`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand - wanted.quantity
    FROM ${wantedRows(wanted)}
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = wanted.id
      AND (stock.out_of_stock_purchases OR stock.quantity_on_hand >= wanted.quantity)
      AND stock.quantity_on_hand::bigint - wanted.quantity >= ${leastStock}
    RETURNING stock.product_instance_id AS id, stock.id AS "stockId", stock.quantity_on_hand + wanted.quantity AS before,
      stock.quantity_on_hand AS "left"`

/** The stock of a plan's lines, to be taken by a statement that does something else too, if the plan wants any. */
export function stockToTake(plan: Plan): { sql: Prisma.Sql; forms: number } | undefined {
  const wanted = wantedOf(plan)
  return wanted.length > 0 ? { sql: taking(plan, wanted), forms: wanted.length } : undefined
}

/** A form that was taken: its id, its stock record, and how many were there and are left. */
export type Taken = { id: bigint | number; stockId: bigint | number; before: number; left: number }

/** Tells of the forms of which the last piece was taken. */
export function tellLow(taken: readonly Taken[], tell: Tell): void {
  for (const { stockId, before, left } of taken) {
    const changes = { quantityOnHand: { from: before, to: left } }
    if (before > 0 && left <= 0) tell({ type: 'inventory.low', recordType: 'product_inventory', id: BigInt(stockId), changes })
  }
}

/** The refusal OUT_OF_STOCK when not all was taken that a plan wants. */
export function missingOf(plan: Plan, taken: readonly { id: bigint | number }[]): Refusal | undefined {
  const missing = wantedOf(plan).find(([id]) => !isTaken(taken, id))
  return (
    missing && new Refusal('OUT_OF_STOCK', `There are not ${missing[1]} in stock of product instance ${missing[0]}.`, 'products')
  )
}

const isTaken = (taken: readonly { id: bigint | number }[], id: number) => taken.some((row) => Number(row.id) === id)

/**
 * Takes the stock of a plan's lines, all of it or none.
 *
 * @returns the refusal OUT_OF_STOCK when there is not enough.
 */
export async function takeStock(tx: Tx, plan: Plan, tell: Tell): Promise<Refusal | undefined> {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return undefined
  const taken = await tx.$queryRaw<Taken[]>(taking(plan, wanted))
  const missing = missingOf(plan, taken)
  if (!missing) tellLow(taken, tell)
  if (missing)
    await putBack(
      tx,
      plan,
      wanted.filter(([id]) => isTaken(taken, id)),
    )
  return missing
}

/** Gives stock back that a purchase did not need after all. */
export const returnStock = (tx: Tx, plan: Plan): Promise<void> => putBack(tx, plan, wantedOf(plan))

async function putBack(tx: Tx, { storeId }: Plan, wanted: [number, number][]): Promise<void> {
  if (wanted.length === 0) return
  await tx.$executeRaw`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand + wanted.quantity
    FROM ${wantedRows(wanted)}
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = wanted.id`
}
