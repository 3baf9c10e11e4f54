/** Reads the orders of a shop as they are stored, in the shape in which the model expects them. */
import type { Db } from '../../src/db/connect.ts'
import { byTime, written } from './dates.ts'
import type { Order } from './order.ts'
import type { Shop } from './stage.ts'
import type { SeenDelivery, SeenOrder } from './story.ts'

const time = (date: Date): string => written(date.getTime())
const numberOrNone = (value: bigint | null): number | null => (value === null ? null : Number(value))
const timeOrNone = (date: Date | null): string | null => date && time(date)

const address = { select: { street: true } } as const

const include = {
  address,
  products: { orderBy: { id: 'asc' } },
  transactions: { orderBy: { id: 'asc' } },
  refunds: { orderBy: { id: 'asc' }, include: { lines: { orderBy: { id: 'asc' } } } },
  fulfillments: {
    orderBy: { id: 'asc' },
    include: { shipment: { include: { shipAddress: address, labels: { orderBy: { id: 'asc' } } } } },
  },
} as const

const rowsOf = (db: Db, storeId: bigint, ids: number[]) =>
  db.order.findMany({ where: { storeId, id: { in: ids } }, include, orderBy: { id: 'asc' } })

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** An order as it is stored, and the ids of its lines and deliveries in the order of the model. */
export type StoredOrder = { seen: SeenOrder; lineIds: number[]; deliveries: { id: number; shipmentId: number }[] }

export async function readOrders(db: Db, { storeId }: Shop, ids: number[]): Promise<Map<number, StoredOrder>> {
  return new Map((await rowsOf(db, storeId, ids)).map((row) => [Number(row.id), storedOf(row)]))
}

/** Gives the lines, deliveries and parcels of an order the ids that they have in the product. */
export function nameParts({ lines, sorted: deliveries }: Order, stored: StoredOrder): void {
  for (const [index, line] of lines.entries()) line.id = stored.lineIds[index] ?? 0
  for (const [index, delivery] of deliveries.entries()) {
    const { id = 0, shipmentId = 0 } = stored.deliveries[index] ?? {}
    delivery.id = id
    delivery.parcel.id = shipmentId
  }
}

/** Its deliveries by line and cycle; of one that was split the part that was first sent is first. */
function sorted({ products, fulfillments }: Row) {
  const lineOf = ({ subscriptionId, instanceId }: Row['fulfillments'][number]) =>
    products.findIndex((line) =>
      subscriptionId === null
        ? line.subscriptionId === null && line.productInstanceId === instanceId
        : line.subscriptionId === subscriptionId,
    )
  return fulfillments
    .map((row) => ({ ...row, line: lineOf(row) }))
    .sort((one, other) => one.line - other.line || one.cycleNumber - other.cycleNumber || Number(one.id) - Number(other.id))
}

function storedOf(row: Row): StoredOrder {
  const deliveries = sorted(row)
  return {
    lineIds: row.products.map(({ id }) => Number(id)),
    deliveries: deliveries.map(({ id, shipmentId }) => ({ id: Number(id), shipmentId: Number(shipmentId) })),
    seen: { ...totalsOf(row), ...moneyOf(row), deliveries: deliveriesOf(deliveries) },
  }
}

function deliveriesOf(rows: ReturnType<typeof sorted>): SeenDelivery[] {
  const parcels = [...new Set(rows.map(({ shipmentId }) => shipmentId))]
  return rows.map(({ line, cycleNumber, totalCycles, quantity, fulfillmentDate, status, shipmentId, shipment, ...row }) => ({
    ...{ line, productInstanceId: Number(row.instanceId), cycle: cycleNumber, cycles: totalCycles, quantity },
    ...{ due: time(fulfillmentDate), adjusted: time(row.adjustedFulfillmentDate), status, isOnHold: row.onHold },
    ...{
      parcel: parcels.indexOf(shipmentId),
      shipmentMade: time(shipment.createdAt),
      shipmentStatus: shipment.status,
      street: shipment.shipAddress.street,
    },
    ...{ shippedAt: timeOrNone(shipment.shippedAt), deliveredAt: timeOrNone(shipment.deliveredAt) },
    ...{ returnedAt: timeOrNone(shipment.returnedAt), labels: shipment.labels.map(({ cost }) => Number(cost)) },
  }))
}

function totalsOf(order: Row) {
  const { isRenewal, status, financialStatus, fulfillmentStatus, totalLabelCost } = order
  return {
    ...{ placedAt: time(order.placedAt), isRenewal, status, fulfillmentStatus, financialStatus },
    ...{ cancelledAt: timeOrNone(order.cancelledAt), editedAt: timeOrNone(order.editedAt) },
    ...{ editDifference: numberOrNone(order.editDifference), street: order.address?.street ?? '' },
    ...{ subTotal: Number(order.subTotal), totalDiscount: Number(order.totalDiscount) },
    ...{ totalShipping: Number(order.totalShipping), total: Number(order.total), creditApplied: Number(order.creditApplied) },
    ...{ totalPrice: Number(order.totalPrice), totalTax: Number(order.totalTax), isTaxIncluded: order.taxIncluded },
    ...{ refundedAmount: Number(order.refundedAmount), cardRefundedAmount: Number(order.cardRefundedAmount) },
    labelCost: numberOrNone(totalLabelCost),
    proratedCharge: numberOrNone(order.proratedCharge),
  }
}

const moneyOf = ({ products, transactions, refunds }: Row) => ({
  lines: products.map(({ productId, productInstanceId, subscriptionId, name, sku, quantity, ...line }) => ({
    ...{ productId: Number(productId), productInstanceId: Number(productInstanceId) },
    subscriptionId: subscriptionId === null ? null : Number(subscriptionId),
    ...{ termId: numberOrNone(line.termId), name, sku, price: Number(line.price), quantity, total: Number(line.total) },
    ...{ discount: Number(line.discount), shipping: Number(line.shipping), tax: Number(line.tax), charged: Number(line.charged) },
    ...{ carried: Number(line.carried), carriedShipping: Number(line.carriedShipping) },
  })),
  transactions: transactions
    .map(({ createdAt, kind, result, total, reversedAt }) => ({
      ...{ at: time(createdAt), kind, result, total: Number(total), reversedAt: timeOrNone(reversedAt) },
    }))
    .sort(byTime),
  refunds: refunds.map(({ createdAt, status, settledAt, lines, ...refund }) => ({
    ...{ at: time(createdAt), status, amount: Number(refund.amount), cardAmount: Number(refund.cardAmount) },
    ...{ creditAmount: Number(refund.creditAmount), shipping: Number(refund.shipping), settledAt: timeOrNone(settledAt) },
    lines: lines.map(({ orderProductId, quantity, amount, shipping, cardAmount }) => ({
      line: products.findIndex(({ id }) => id === orderProductId),
      ...{ quantity, amount: Number(amount), shipping: Number(shipping), cardAmount: Number(cardAmount) },
    })),
  })),
})
