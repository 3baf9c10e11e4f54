/**
 * Reserves what a change takes over of the line that paid for the running term, split into money, shipping and tax, and releases it. The
 * order of the line is locked.
 */
import type { Tx } from '../../db/transaction.ts'
import type { ImmediateChange } from '../payment/stored-plan.ts'
import { type Carried, splitCarried } from '../price/difference.ts'

/** A line from which a change takes over. */
type CarriedLine = NonNullable<ImmediateChange['from']>

type Kinds = { charged: bigint; shipping: bigint; tax: bigint }

/** The charge of a line by kind, less what changes took over and what refunds that have not failed gave back. */
async function leftOfLine(tx: Tx, storeId: bigint, lineId: bigint): Promise<Kinds> {
  const [left] = await tx.$queryRaw<Kinds[]>`
    SELECT charged - carried - given.amount - given.shipping AS charged, line.shipping - carried_shipping - given.shipping AS shipping,
      line.tax - carried_tax - given.tax AS tax
    FROM order_product AS line CROSS JOIN LATERAL (
      SELECT coalesce(sum(part.amount), 0)::bigint AS amount, coalesce(sum(part.shipping), 0)::bigint AS shipping,
        coalesce(sum(part.tax), 0)::bigint AS tax
      FROM refund_line AS part JOIN refund ON refund.store_id = part.store_id AND refund.id = part.refund_id
      WHERE part.store_id = ${storeId}::bigint AND part.order_product_id = ${lineId}::bigint AND refund.status <> 'failed'
    ) AS given
    WHERE store_id = ${storeId}::bigint AND id = ${lineId}::bigint`
  return left ?? { charged: 0n, shipping: 0n, tax: 0n }
}

/** Adds to what is taken over of a line; below 0 to release it. */
const addCarried = (tx: Tx, storeId: bigint, lineId: bigint, { carried, shipping, tax }: Carried): Promise<number> =>
  tx.$executeRaw`
    UPDATE order_product SET carried = carried + ${carried}::bigint, carried_shipping = carried_shipping + ${shipping}::bigint,
      carried_tax = carried_tax + ${tax}::bigint
    WHERE store_id = ${storeId}::bigint AND id = ${lineId}::bigint`

/**
 * Reserves what is taken over of a line, in proportion to what is left of each kind.
 *
 * @returns the line with the split; undefined where less is left of it.
 */
export async function reserveCarried(tx: Tx, storeId: bigint, from: CarriedLine): Promise<CarriedLine | undefined> {
  const { lineId, carried } = from
  if (carried === 0) return { ...from, carriedShipping: 0, carriedTax: 0 }
  const left = await leftOfLine(tx, storeId, lineId)
  if (left.charged < BigInt(carried)) return undefined
  const split = splitCarried(carried, { charged: Number(left.charged), shipping: Number(left.shipping), tax: Number(left.tax) })
  await addCarried(tx, storeId, lineId, split)
  return { ...from, carriedShipping: split.shipping, carriedTax: split.tax }
}

/** Releases what was reserved of a line. A plan of an earlier version has no split: it releases its share of each kind. */
export async function releaseCarried(tx: Tx, storeId: bigint, from: CarriedLine): Promise<void> {
  const { lineId, carried, carriedShipping, carriedTax } = from
  if (carried === 0) return
  const isSplit = carriedShipping !== undefined && carriedTax !== undefined
  const { shipping, tax } = isSplit ? { shipping: carriedShipping, tax: carriedTax } : await shareOfCarried(tx, storeId, from)
  await addCarried(tx, storeId, lineId, { carried: -carried, shipping: -shipping, tax: -tax })
}

async function shareOfCarried(tx: Tx, storeId: bigint, { lineId, carried }: CarriedLine): Promise<Carried> {
  const where = { storeId_id: { storeId, id: lineId } }
  const row = await tx.orderProduct.findUniqueOrThrow({
    where,
    select: { carried: true, carriedShipping: true, carriedTax: true },
  })
  return splitCarried(carried, {
    charged: Number(row.carried),
    shipping: Number(row.carriedShipping),
    tax: Number(row.carriedTax),
  })
}

/** Splits what a plan of an earlier version has reserved of a line, as if it was reserved now. */
export async function splitReserved(tx: Tx, storeId: bigint, from: CarriedLine): Promise<void> {
  if (from.carriedShipping !== undefined) return
  await releaseCarried(tx, storeId, from)
  await reserveCarried(tx, storeId, from)
}
