/** A store in which time passes, and others clear up, while a request is at some point of its purchase. */
import { beforeEach } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight, outOfSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, type Surface } from '../writes/ask.ts'
import { addCustomer, addProduct, type Customer, onHand } from '../writes/rows.ts'
import { expectBalanced } from './balance.ts'
import { TestGateway } from './gateway.ts'
import { before, isClaim } from './points.ts'

export const nothing = async () => {}
export const tooLate = 'The payment was taken too late and is given back.'

let number = 0
export const newKey = () => `late-${++number}`

export async function openLateStore() {
  const gateway = new TestGateway()
  /** A step before a payment is claimed, once. */
  const meanwhile = { beforeClaim: nothing }
  let seconds = 0
  const now = () => new Date(today.getTime() + seconds * 1_000)
  const clock: Clock = clockOf(now)
  const happens = () => {
    const work = meanwhile.beforeClaim
    meanwhile.beforeClaim = nothing
    return outOfSight(work)
  }
  const store = await openStore({ gateway: () => gateway, now, between: (db) => before(db, isClaim, happens) })
  const { db } = store

  beforeEach(async () => {
    await db.idempotencyKey.deleteMany({ where: { paymentId: { not: null } } })
    const left = { dueAt: { not: null } }
    await db.creditEntry.updateMany({ where: { payment: left }, data: { paymentId: null } })
    await db.payment.deleteMany({ where: left })
    gateway.reset()
    meanwhile.beforeClaim = nothing
    seconds = 0
  })

  return {
    store,
    db,
    gateway,
    meanwhile,
    clock,
    /** How many seconds have passed in the test. */
    seconds: () => seconds,
    waits(more: number): void {
      seconds += more
    },
    /** Lets time pass and looks after payments, as the server does once a minute. */
    async passes(more = 61): Promise<string[]> {
      seconds += more
      return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock }))).map(({ result }) => result)
    },
    balanced: ({ id }: Customer) =>
      expectBalanced(db, id, (reference, amount) => ({
        captured: gateway.books.get(reference)?.result === 'captured' ? amount : 0,
        refunded: gateway.refunds.has(reference) ? amount : 0,
      })),
    /** A customer who orders the only one in stock, with a key unless it is empty. */
    async one(surface: Surface) {
      const customer = await addCustomer(db)
      const product = await addProduct(db, { price: 500, stock: 1 })
      const key = newKey()
      const products = [{ product_instance: { id: product.instanceId } }]
      const order = (under = key) =>
        ask(store, surface, 'createOrder', { customer: { id: customer.id }, products }, under ? { key: under } : {})
      const setStock = (quantityOnHand: number) =>
        db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand } })
      return { customer, product, key, order, setStock, left: () => onHand(db, product) }
    },
  }
}
