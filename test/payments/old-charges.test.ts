/** Charges of the sandbox are deleted after 90 days, but for those that a payment, a refund or a dispute still asks for. */
import { expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldCharges } from '../../src/payments/old-charges.ts'
import { inSight } from '../support/every-statement.ts'
import { explained } from '../support/explained.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct, daySeconds } from '../writes/rows.ts'

let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock = clockOf(now)
const store = await openStore({ isApart: true, now })
const { db } = store
const forget = () => inSight(() => forgetOldCharges(db, clock))
const bought: string[] = []
const charges = async () =>
  (await db.sandboxCharge.findMany({ where: { reference: { in: bought } } })).map(({ reference }) => reference).sort()

/** An order that is paid at the sandbox. */
async function order() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { price: 500, stock: 1 })
  const products = [{ product_instance: { id: product.instanceId } }]
  const { status, record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  expect(status).toBe(201)
  const payment = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  bought.push(payment.reference)
  return { id: Number(record.id), payment }
}

const refund = (id: number) => ask(store, 'REST', 'refundOrder', { id, amount: 200 })

it('A charge is deleted after 90 days, unless a payment, a refund or a dispute is not settled yet', async () => {
  await db.sandboxCharge.deleteMany()
  const settled = await order()
  const refunded = await order()
  const [open, looked, refunding, disputed] = [await order(), await order(), await order(), await order()]
  for (const { id } of [refunded, refunding]) expect((await refund(id)).status).toBeLessThan(300)
  await db.refund.updateMany({ where: { orderId: refunded.id }, data: { dueAt: null } })
  await db.refund.updateMany({ where: { orderId: refunding.id }, data: { status: 'pending', dueAt: now() } })
  await db.payment.update({ where: ofStore(Number(open.payment.id)), data: { state: 'refunding' } })
  await db.payment.update({ where: ofStore(Number(looked.payment.id)), data: { state: 'refunded', dueAt: now() } })
  const dispute = { storeId: 1n, gateway: 'sandbox', reference: `sandbox_dispute_${disputed.payment.reference}` }
  await db.$executeRaw`INSERT INTO gateway_dispute (store_id, gateway, reference, created_at, due_at)
    VALUES (${dispute.storeId}, ${dispute.gateway}, ${dispute.reference}, ${now()}, ${now()})`
  seconds = 90 * daySeconds
  expect(await forget()).toBe(0)
  seconds += 1
  const young = await order()
  expect(await forget()).toBe(2)
  const kept = [open, looked, refunding, disputed, young].map(({ payment }) => payment.reference)
  expect(await charges()).toEqual(kept.sort())
  // A charge goes as soon as all of these are settled.
  await db.refund.updateMany({ where: { orderId: refunding.id }, data: { status: 'done', dueAt: null } })
  await db.payment.updateMany({ where: { id: open.payment.id }, data: { state: 'refunded' } })
  await db.payment.updateMany({ where: { id: looked.payment.id }, data: { dueAt: null } })
  await db.$executeRaw`UPDATE gateway_dispute SET due_at = NULL WHERE store_id = 1 AND gateway = 'sandbox'`
  expect(await forget()).toBe(4)
  expect(await charges()).toEqual([young.payment.reference])
  expect((await refund(settled.id)).status).toBeLessThan(300)
  expect(await db.refund.findMany({ where: { orderId: settled.id } })).toMatchObject([{ status: 'done', amount: 200n }])
})

it('Old charges are deleted a thousand at a time, found by an index', async () => {
  await db.$executeRaw`INSERT INTO sandbox_charge (reference, amount, captured, created_at)
    SELECT 'old-' || n, 1, true, ${today}::timestamptz - n * interval '1 second' FROM generate_series(1, 2500) AS n`
  const statements = await store.statements(async () => expect(await forget()).toBe(2_500))
  expect(statements).toHaveLength(3)
  expect(await explained(store, forget)).toContain('Index Scan using sandbox_charge_created_at_idx on sandbox_charge')
})
