/** Takes from the shelf what is to be bought, and puts back what was not. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'
import type { Plan } from './plan.ts'

/** How many of each tracked form a plan wants, in the order of their ids, so that two purchases lock them in one order. */
const wantedOf = ({ lines }: Plan): [instanceId: number, quantity: number][] => {
  const wanted = new Map<number, number>()
  for (const { isTracked, productInstanceId, quantity } of lines) {
    if (isTracked) wanted.set(productInstanceId, (wanted.get(productInstanceId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => one - other)
}

const valuesOf = (wanted: [number, number][]) =>
  Prisma.join(wanted.map(([id, quantity]) => Prisma.sql`(${id}::bigint, ${quantity}::int)`))

/**
 * Takes the stock of a plan's lines, all of it or none.
 *
 * @returns the refusal OUT_OF_STOCK when there is not enough.
 */
export async function takeStock(tx: Tx, plan: Plan): Promise<Refusal | undefined> {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return undefined
  const taken = await tx.$queryRaw<{ id: bigint }[]>`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand - wanted.quantity
    FROM (VALUES ${valuesOf(wanted)}) AS wanted (id, quantity)
    WHERE stock.store_id = ${plan.storeId}::bigint AND stock.product_instance_id = wanted.id
      AND (stock.out_of_stock_purchases OR stock.quantity_on_hand >= wanted.quantity)
    RETURNING stock.product_instance_id AS id`
  const wasTaken = ([id]: [number, number]) => taken.some((row) => Number(row.id) === id)
  const missing = wanted.find((each) => !wasTaken(each))
  if (!missing) return undefined
  await putBack(tx, plan, wanted.filter(wasTaken))
  return new Refusal('OUT_OF_STOCK', `There are not ${missing[1]} in stock of product instance ${missing[0]}.`, 'products')
}

/** Gives stock back that a purchase did not need after all. */
export const returnStock = (tx: Tx, plan: Plan): Promise<void> => putBack(tx, plan, wantedOf(plan))

async function putBack(tx: Tx, { storeId }: Plan, wanted: [number, number][]): Promise<void> {
  if (wanted.length === 0) return
  await tx.$executeRaw`
    UPDATE product_inventory AS stock SET quantity_on_hand = stock.quantity_on_hand + wanted.quantity
    FROM (VALUES ${valuesOf(wanted)}) AS wanted (id, quantity)
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = wanted.id`
}
