/** Takes the stock of a purchase, and returns what was not used. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { Refusal } from '../values/errors.ts'
import type { Emit } from '../writes/events.ts'
import type { Plan } from './stored-plan.ts'

/** The quantity of each tracked instance in a plan, ordered by id, so that concurrent purchases lock them in one order. */
const wantedOf = ({ lines }: Plan): [instanceId: number, quantity: number][] => {
  const wanted = new Map<number, number>()
  for (const { isTracked, productInstanceId, quantity } of lines) {
    if (isTracked) wanted.set(productInstanceId, (wanted.get(productInstanceId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => one - other)
}

/** Rows of instances and quantities, in order. */
const wantedRows = (wanted: readonly [number, number][]) => Prisma.sql`
    unnest(${wanted.map(([id]) => id)}::bigint[], ${wanted.map(([, quantity]) => quantity)}::int[]) AS wanted (id, quantity)`

/** The limits of the column's type. */
const leastStock = -2_147_483_648
const mostStock = 2_147_483_647

/** The SQL that takes sufficient stock, and returns each instance that was taken. */
const taking = ({ storeId }: Plan, wanted: readonly [number, number][]) => Prisma.sql`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand - wanted.quantity
    FROM ${wantedRows(wanted)}
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = wanted.id
      AND (stock.out_of_stock_purchases OR stock.quantity_on_hand >= wanted.quantity)
      AND stock.quantity_on_hand::bigint - wanted.quantity >= ${leastStock}
    RETURNING stock.product_instance_id AS id, stock.id AS "stockId", stock.quantity_on_hand + wanted.quantity AS before,
      stock.quantity_on_hand AS "left"`

/** The SQL that takes the stock of a plan's lines as part of another statement; undefined if the plan needs none. */
export function stockToTake(plan: Plan): { sql: Prisma.Sql; forms: number } | undefined {
  const wanted = wantedOf(plan)
  return wanted.length > 0 ? { sql: taking(plan, wanted), forms: wanted.length } : undefined
}

/** An instance that was taken: its id, its stock record, and the counts before and after. */
export type Taken = { id: bigint | number; stockId: bigint | number; before: number; left: number }

/** Emits the events of instances whose last piece was taken. */
export function emitLow(taken: readonly Taken[], emit: Emit): void {
  for (const { stockId, before, left } of taken) {
    const changes = { quantityOnHand: { from: before, to: left } }
    if (before > 0 && left <= 0) emit({ type: 'inventory.low', recordType: 'product_inventory', id: BigInt(stockId), changes })
  }
}

/** The refusal OUT_OF_STOCK when some of the plan's stock was not taken. */
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
 * @returns the refusal OUT_OF_STOCK when it does not suffice.
 */
export async function takeStock(tx: Tx, plan: Plan, emit: Emit): Promise<Refusal | undefined> {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return undefined
  const taken = await tx.$queryRaw<Taken[]>(taking(plan, wanted))
  const missing = missingOf(plan, taken)
  if (!missing) emitLow(taken, emit)
  if (missing)
    await putBack(
      tx,
      plan,
      wanted.filter(([id]) => isTaken(taken, id)),
    )
  return missing
}

/**
 * The SQL that puts pieces on hand again, of the instances whose stock is tracked.
 *
 * @param pieces a SELECT of `id`, the instance, and `quantity`, a row for each instance.
 */
export const restocking = (storeId: bigint, pieces: Prisma.Sql): Prisma.Sql => Prisma.sql`
    UPDATE product_inventory AS stock SET quantity_on_hand = LEAST(stock.quantity_on_hand::bigint + pieces.quantity, ${mostStock}::bigint)::int FROM (${pieces}) AS pieces
    WHERE stock.store_id = ${storeId}::bigint AND stock.track_inventory AND stock.product_instance_id = pieces.id AND pieces.quantity > 0
    RETURNING stock.product_instance_id AS id, pieces.quantity AS quantity`

/** Returns the stock of a purchase that did not use it. */
export const returnStock = (tx: Tx, plan: Plan): Promise<void> => putBack(tx, plan, wantedOf(plan))

async function putBack(tx: Tx, { storeId }: Pick<Plan, 'storeId'>, wanted: [number, number][]): Promise<void> {
  if (wanted.length === 0) return
  await tx.$executeRaw`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand + wanted.quantity
    FROM ${wantedRows(wanted)}
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = wanted.id`
}
