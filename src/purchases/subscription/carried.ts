/**
 * Reserves what a change takes over of the line that paid for the running term, split into money, shipping and tax, and releases it. The
 * order of the line is locked.
 */
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import type { ImmediateChange } from '../payment/stored-plan.ts'
import { type Carried, splitCarried } from '../price/difference.ts'
import { type LineColumns, leftOfLine, type PartOfLine, type SoldLine, soldLine } from '../refund/sold-line.ts'

/** A line from which a change takes over. */
type CarriedLine = NonNullable<ImmediateChange['from']>

/** Reads a line, and its parts in refunds that have not failed. */
async function readLine(tx: Tx, storeId: bigint, lineId: bigint): Promise<SoldLine> {
  const [line] = await tx.$queryRaw<(LineColumns & { parts: PartOfLine[] })[]>`
    SELECT id, quantity, charged, shipping, tax, carried, carried_shipping AS "carriedShipping", carried_tax AS "carriedTax", (
      SELECT coalesce(json_agg(json_build_object('quantity', part.quantity, 'amount', part.amount, 'shipping', part.shipping,
        'shippingTax', part.shipping_tax, 'tax', part.tax, 'cardAmount', part.card_amount)), '[]')
      FROM refund_line AS part JOIN refund ON refund.store_id = part.store_id AND refund.id = part.refund_id
      WHERE part.store_id = ${storeId}::bigint AND part.order_product_id = ${lineId}::bigint AND refund.status <> 'failed'
    ) AS parts
    FROM order_product WHERE store_id = ${storeId}::bigint AND id = ${lineId}::bigint`
  if (!line) throw new Error(`There is no line ${lineId}.`)
  return soldLine(line, line.parts)
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
  const left = leftOfLine(await readLine(tx, storeId, lineId))
  if (left.charged < carried) return undefined
  const split = splitCarried(carried, left)
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

/** Has what a change took over of a line, or gave back of it, stated by a credit note, where its order has an invoice. */
export async function noteCarriedInvoice(tx: Tx, storeId: bigint, from: CarriedLine, at: Date): Promise<void> {
  const { orderId, lineId, carried, carriedShipping: shipping = 0, carriedTax: tax = 0 } = from
  const lines = [{ orderProductId: lineId, quantity: 0, amount: carried - shipping, shipping, tax }]
  await tx.$executeRaw`
    INSERT INTO invoice_due (store_id, id, order_id, cause, cause_id, caused_at, basis)
    SELECT ${storeId}::bigint, due, ${orderId}::bigint, 'change', due, ${at}::timestamptz,
      jsonb_build_object('cardAmount', 0, 'creditAmount', ${carried}::bigint, 'reason', null, 'lines', ${storedText(lines)}::jsonb)
    FROM nextval('invoice_due_id_seq') AS due WHERE order_has_invoice(${storeId}::bigint, ${orderId}::bigint)`
}
