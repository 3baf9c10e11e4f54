/** Orders with parcels of a test's own, in the states that the test is about. */
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Db } from '../../../src/db/connect.ts'
import { today } from '../../support/template.ts'
import { addCustomer, addProduct, type Customer, type Product } from '../../writes/rows.ts'

type OrderColumns = Partial<Prisma.OrderUncheckedCreateInput>

/** A paid order without deliveries. */
export async function addOrder(db: Db, customer: Customer, columns: OrderColumns = {}): Promise<number> {
  const { id } = await db.order.create({
    data: {
      storeId: customer.storeId,
      customerId: customer.id,
      addressId: customer.addressId,
      financialStatus: 'paid',
      fulfillmentStatus: 'unfulfilled',
      status: 'open',
      placedAt: today,
      subTotal: 1000,
      totalPrice: 1000,
      total: 1000,
      ...columns,
    },
  })
  return Number(id)
}

type ShipmentColumns = Partial<Prisma.ShipmentUncheckedCreateInput>

/** A parcel that is not sent, with nothing in it. */
export async function addShipment(db: Db, customer: Customer, columns: ShipmentColumns = {}): Promise<number> {
  const { storeId, id: customerId, addressId: shipAddressId } = customer
  const dates = { adjustedOrderedAt: today, createdAt: today }
  const { id } = await db.shipment.create({
    data: { storeId, customerId, shipAddressId, ...dates, status: 'unshipped', ...columns },
  })
  return Number(id)
}

type FulfillmentColumns = Partial<Prisma.FulfillmentUncheckedCreateInput>

/** An open delivery of an order in a parcel, whose pieces were taken when it was paid for. */
export async function addFulfillment(
  db: Db,
  at: { storeId: number; orderId: number; shipmentId: number; instanceId: number },
  columns: FulfillmentColumns = {},
): Promise<number> {
  const dates = { fulfillmentDate: today, adjustedFulfillmentDate: today }
  const taken = columns.quantity ?? 1
  const { id } = await db.fulfillment.create({ data: { ...at, ...dates, taken, status: 'open', ...columns } })
  return Number(id)
}

export type Parcel = { customer: Customer; product: Product; orderId: number; id: number; fulfillmentIds: number[] }

/** A paid order of one parcel, with an open delivery for each quantity, of a form of which 10 are on hand. */
export async function addParcel(db: Db, quantities: readonly number[] = [1], storeId = 1): Promise<Parcel> {
  const customer = await addCustomer(db, { storeId })
  const product = await addProduct(db, { storeId, stock: 10 })
  const orderId = await addOrder(db, customer)
  const id = await addShipment(db, customer)
  const at = { storeId, orderId, shipmentId: id, instanceId: product.instanceId }
  const fulfillmentIds: number[] = []
  for (const quantity of quantities) fulfillmentIds.push(await addFulfillment(db, at, { quantity, shipping: 100, tax: 7 }))
  return { customer, product, orderId, id, fulfillmentIds }
}

/** The states of an order, and what its labels cost. */
export const orderNow = (db: Db, id: number, storeId = 1) =>
  db.order.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    select: { status: true, fulfillmentStatus: true, totalLabelCost: true },
  })
