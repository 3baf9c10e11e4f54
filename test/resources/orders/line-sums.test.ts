/** The sums of an order's lines, and the coupons that lowered it, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const shown = async (orderId: number) => {
  const { body } = await store.rest(`/v1/orders/${orderId}?with=coupons`)
  const { data } = await store.graphql(
    'query ($id: ID!) { order(id: $id) { products { discount shipping tax taxLines charged } coupons { couponId codeUsed } } }',
    { id: String(orderId) },
  )
  const lines = body.products.map(({ discount, shipping, tax, tax_lines: taxLines, charged }: Record<string, unknown>) => ({
    ...{ discount, shipping, tax, taxLines, charged },
  }))
  expect(data.order.products).toEqual(lines)
  expect(data.order.coupons).toEqual(
    body.coupons.map(({ coupon_id, code_used }: Record<string, unknown>) => ({
      couponId: String(coupon_id),
      codeUsed: code_used,
    })),
  )
  return { lines, codes: body.coupons.map(({ code_used }: { code_used: string }) => code_used) }
}

describe.each(surfaces)('%s', (surface) => {
  it('spreads a coupon over the lines of an order, and says which coupons it used', async () => {
    const customer = await addCustomer(db)
    const [mug, tea] = [await addProduct(db, { price: 333, shipping: 50 }), await addProduct(db, { price: 667 })]
    const products = [mug, tea].map(({ instanceId }) => ({ product_instance: { id: instanceId } }))
    const { record } = await ask(store, surface, 'createOrder', {
      ...{ customer: { id: customer.id }, products, coupons: ['FIVER', 'tenth'] },
    })
    const free = { tax: 0, taxLines: [] }
    expect(await shown(record.id)).toEqual({
      lines: [
        { discount: 184, shipping: 50, charged: 199, ...free },
        { discount: 366, shipping: 0, charged: 301, ...free },
      ],
      codes: ['FIVER', 'TENTH'],
    })
  })

  it('says which coupons a renewal used, also one that was declined at first', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', price: 2_400 })
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, code: 'TENTH' } })
    await db.subscriptionCoupon.create({
      data: { storeId: 1n, subscriptionId: BigInt(id), couponId, codeUsed: 'Tenth', numRenewals: 1 },
    })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    const { id: orderId } = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
    const used = { lines: [{ discount: 240, shipping: 0, tax: 0, taxLines: [], charged: 2_160 }], codes: ['Tenth'] }
    expect(await shown(Number(orderId))).toEqual(used)
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
    expect(await shown(Number(orderId))).toEqual(used)
  })
})
