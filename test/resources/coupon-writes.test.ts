/** Coupons are created, updated, disabled and enabled, on both surfaces. */
import { expect, it } from 'vitest'
import { openStore } from '../store.ts'

const store = await openStore()

it('x', async () => {
  const q = (code: string) => store.graphql(`mutation { createCoupon(input: {code: "${code}", discountType: percent, discountValue: 10}) { coupon { id code numRenewals enabled createdAt } userErrors { code field message } } }`)
  console.log(JSON.stringify([await q('NEW1'), await q('new1'), await q('NEW1')]))
  expect(1).toBe(1)
})
