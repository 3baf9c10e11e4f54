/** Refunds of one order that are settled at the same moment, or while its last parcel is sent. */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

beforeEach(() => gateway.reset())

/** A paid order of two pieces in one parcel, and refunds of it that the gateway pays out later. */
async function refundedOrder(refunds: number) {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { price: 500 })]
  const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  gateway.refundMood = 'pending'
  for (let left = refunds; left > 0; left -= 1) await ask(store, 'REST', 'refundOrder', { id: record.id, amount: 100 })
  const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { storeId: 1, orderId: record.id } })
  return { id: record.id as number, shipmentId: Number(shipmentId) }
}

/** Has what is done wait for an order until so many statements do. */
async function behindOrder(id: number, waiting: number, doAll: () => Promise<unknown>): Promise<void> {
  const { done } = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "order" WHERE store_id = 1 AND id = ${id} FOR NO KEY UPDATE`
    const all = doAll()
    await waitForLocks(db, waiting)
    return { done: all }
  })
  await done
}

async function settleAll(result: 'done' | 'failed'): Promise<void> {
  gateway.setRefunds(result)
  await db.refund.updateMany({ where: { status: 'pending' }, data: { dueAt: new Date(0) } })
  await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock: databaseClock }))
}

const stateOf = async (id: number) => {
  const { status, fulfillmentStatus, financialStatus } = await db.order.findUniqueOrThrow({ where: ofStore(id) })
  return { status, fulfillmentStatus, financialStatus }
}

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('An order of which a refund is settled', () => {
  it.each(['done', 'failed'] as const)('is closed by the last of two that are %s at once', async (result) => {
    const { id, shipmentId } = await refundedOrder(2)
    await ask(store, 'REST', 'shipShipment', { id: shipmentId })
    expect(await stateOf(id)).toMatchObject({ status: 'open', fulfillmentStatus: 'fulfilled' })
    await behindOrder(id, 2, () => settleAll(result))
    const financialStatus = result === 'done' ? 'partially_refunded' : 'paid'
    expect(await stateOf(id)).toEqual({ status: 'closed', fulfillmentStatus: 'fulfilled', financialStatus })
  })

  it('is closed where its last parcel is sent meanwhile', async () => {
    const { id, shipmentId } = await refundedOrder(1)
    await behindOrder(id, 2, async () => {
      const sent = ask(store, 'REST', 'shipShipment', { id: shipmentId })
      await waitForLocks(db, 1)
      await Promise.all([sent, settleAll('done')])
    })
    expect(await stateOf(id)).toMatchObject({ status: 'closed', fulfillmentStatus: 'fulfilled' })
  })
})
