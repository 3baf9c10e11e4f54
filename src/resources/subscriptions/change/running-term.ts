/** The running term of a subscription: the order that paid for it, its line and its deliveries. */
import { Prisma } from '../../../../prisma/generated/client/client.ts'
import type { Shape } from '../../../db/shape.ts'
import { type RunningTerm, unusedOf } from '../../../purchases/price/difference.ts'
import { sum } from '../../../purchases/price/spread.ts'
import type { Discount } from '../../../purchases/price/steps.ts'
import { refundableOf } from '../../../purchases/refund/refundable.ts'
import { termParcels } from '../../../purchases/subscription/term-deliveries.ts'
import { planRowInputs } from '../../../read/plan/row-inputs.ts'
import { modelOf } from '../../../schema/model.ts'
import type { Write } from '../../../writes/write.ts'
import { models } from '../../data-model.ts'
import { refundFacts, refundInputs } from '../../refund-facts.ts'
import { discountOf } from '../forecast/renewal-price.ts'

const lineColumns = [
  'subscriptionId',
  'productInstanceId',
  'termId',
  'price',
  'openValue',
  'openPieces',
  'hasEndedCoupons',
] as const
const deliveryColumns = ['id', 'subscriptionId', 'instanceId', 'status', 'quantity', 'taken', 'restocked'] as const
const dueColumns = ['cycleNumber', 'totalCycles', 'fulfillmentDate'] as const

const { products, refunds } = refundInputs.relations

const readOrder = planRowInputs(modelOf(models, 'Order'), {
  ...refundInputs,
  relations: {
    ...refundInputs.relations,
    products: { columns: [...products.columns, ...lineColumns] },
    refunds: {
      ...refunds,
      relations: { lines: { columns: [...refunds.relations.lines.columns, 'restocked', 'released', 'instanceId'] } },
    },
    coupons: {
      columns: ['couponId', 'codeUsed'],
      relations: { coupon: { columns: ['discountType', 'discountValue'], relations: { products: { columns: ['productId'] } } } },
    },
    fulfillments: { columns: [...deliveryColumns, ...dueColumns] },
  },
})

type TermLine = Pick<Shape<'OrderProduct'>, 'id' | 'quantity' | 'charged' | (typeof lineColumns)[number]>
type TermDelivery = Pick<Shape<'Fulfillment'>, (typeof deliveryColumns)[number] | (typeof dueColumns)[number]>
type UsedCoupon = { couponId: bigint; codeUsed: string } & Parameters<typeof discountOf>[0]

type ReadOrder = {
  products: TermLine[]
  fulfillments: TermDelivery[]
  coupons: UsedCoupon[]
  refunds: { lines: { orderProductId: bigint; restocked: number; released: number; instanceId: bigint | null }[] }[]
}

/** The running term as it was paid: its line, its deliveries, and the coupons that took a percentage off. */
export type PaidTerm = {
  orderId: bigint
  line: TermLine
  /** The rest of the line's charge that can be refunded, or taken over. */
  left: number
  /** Its deliveries in that order. */
  deliveries: readonly TermDelivery[]
  /** None of a term that began without an order of its own. */
  percentages: { couponId: bigint; codeUsed: string; discount: Discount }[]
  /** The pieces of each delivery: those that are sent or cancelled, and those that are open. */
  quantity: number
  /** How many pieces that were taken off the stock for all deliveries of an instance in the order are not back. */
  takenLeft: (instanceId: bigint) => number
}

/**
 * Finds the order that paid for the running term of a subscription: the last one that is paid.
 *
 * @param locked an order that is locked: where it is found, its unsent parcels with what is to come are locked too.
 */
async function findOrder({ tx, viewer }: Write, subscriptionId: bigint, locked?: bigint): Promise<bigint | undefined> {
  const [row] = await tx.$queryRaw<{ id: bigint }[]>`
    WITH paid AS MATERIALIZED (
      SELECT "order".id FROM order_product AS line JOIN "order" ON "order".store_id = line.store_id AND "order".id = line.order_id
      WHERE line.store_id = ${viewer.storeId}::bigint AND line.subscription_id = ${subscriptionId}::bigint
        AND "order".financial_status <> 'unpaid'
      ORDER BY line.order_id DESC LIMIT 1
    ), ${termParcels(viewer.storeId, subscriptionId, Prisma.sql`SELECT id FROM paid WHERE id = ${locked ?? null}::bigint`)}
    SELECT id, (SELECT count(*)::int FROM parcels) AS parcels FROM paid`
  return row?.id
}

/**
 * Locks a subscription behind the order that paid for its running term and its unsent parcels, and reads that term. A renewal that was paid meanwhile is locked too.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export async function lockWithTerm(
  write: Write,
  id: bigint,
): Promise<{ row: Shape<'Subscription'>; term: PaidTerm | undefined }> {
  let before: bigint | undefined
  // A change that the lock waited for may have made another order, which is locked before the subscription too.
  for (let found = await findOrder(write, id); found !== before; found = await findOrder(write, id, before)) {
    if (found !== undefined) await write.lockAll('Order', { id: found })
    before = found
  }
  const row = await write.lock('Subscription', { id })
  const orderId = await findOrder(write, id)
  if (orderId === undefined) return { row, term: undefined }
  if (orderId !== before) {
    await write.lockAll('Order', { id: orderId })
    await findOrder(write, id, orderId)
  }
  return { row, term: await readTerm(write, row, orderId) }
}

async function readTerm(
  { tx, context }: Write,
  { id, termId, quantity }: Shape<'Subscription'>,
  orderId: bigint,
): Promise<PaidTerm | undefined> {
  const values = await readOrder(tx, context, orderId)
  const { products: lines, fulfillments, coupons, refunds: given } = values as ReadOrder
  const line = lines.find(({ subscriptionId }) => subscriptionId === id)
  if (!line) return undefined
  const { lines: rests } = refundableOf(refundFacts(values))
  const rest = rests.find((each) => each.id === line.id)
  const instanceOf = new Map(lines.map((each) => [each.id, each.productInstanceId]))
  const restocked = given.flatMap((refund) => refund.lines)
  const deliveries = fulfillments.filter(({ subscriptionId }) => subscriptionId === id)
  const hasPercentages = !line.hasEndedCoupons && (line.termId === null || line.termId === termId)
  return {
    orderId,
    line,
    left: rest?.whole ?? 0,
    deliveries,
    percentages: (hasPercentages ? coupons : [])
      .map(({ couponId, codeUsed, coupon }) => ({ couponId, codeUsed, discount: discountOf({ coupon }) }))
      .filter(({ discount }) => discount.type === 'percent'),
    // An order is edited without its subscription, but not once that was changed.
    quantity: line.openValue === null ? line.quantity : quantity,
    takenLeft: (instanceId) =>
      sum(fulfillments.filter((each) => each.instanceId === instanceId).map((each) => each.taken - (each.restocked ?? 0))) -
      sum(
        restocked
          .filter((part) => (part.instanceId ?? instanceOf.get(part.orderProductId)) === instanceId)
          .map((part) => part.restocked - part.released),
      ),
  }
}

/** The open deliveries of a term. */
export const openOf = ({ deliveries }: Pick<PaidTerm, 'deliveries'>): TermDelivery[] =>
  deliveries.filter(({ status }) => status === 'open')

/** The worth of the open deliveries of a term. @param cycles of the term. */
export function unusedOfTerm(term: PaidTerm, cycles: number): number {
  const { line, left } = term
  const running: RunningTerm = {
    value: Number(line.openValue ?? line.charged),
    pieces: line.openPieces ?? line.quantity * cycles,
    open: sum(openOf(term).map(({ quantity }) => quantity)),
    left,
  }
  return unusedOf(running)
}
