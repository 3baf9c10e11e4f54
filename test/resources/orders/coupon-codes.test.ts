/** The codes of coupons: matched in any case, by orders and by filters. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, addSubscription } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const product = await addProduct(db, { price: 1000, terms: [{ cycles: 1, price: 1000 }], more: { singlePurchasable: true } })

const coupon = async (code: string, discountValue: bigint, more: { storeId?: bigint; codeRepetition?: number } = {}) => {
  const row = { storeId: 1n, name: code, discountType: 'amount', discountValue, createdAt: today, ...more } as const
  return (await db.coupon.create({ data: { ...row, code } })).id
}

const single = await coupon('Plain-Ä1', 10n)
// Three that were made before codes were one coupon's alone in any case.
const oldest = await coupon('Twin', 100n)
const second = await coupon('TWIN', 200n, { codeRepetition: 1 })
const third = await coupon('twin', 300n, { codeRepetition: 2 })
await coupon('elsewhere', 50n, { storeId: 2n })

const subscriptionId = await addSubscription(db, { customer: await addCustomer(db), product })
const waiting = { storeId: 1n, subscriptionId, couponId: single, codeUsed: 'Plain-Ä1', numRenewals: 1 }
await db.subscriptionCoupon.create({ data: waiting })

describe.each(surfaces)('An order over %s', (surface) => {
  const order = async (...coupons: string[]) => {
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId } }]
    return ask(store, surface, 'createOrder', { customer: { id: customer.id }, products, coupons })
  }

  it.each([
    ['Plain-Ä1', 10],
    ['PLAIN-Ä1', 10],
    ['plain-Ä1', 10],
    ['tenth', 100],
    ['TenTH', 100],
    ['Twin', 100],
    ['TWIN', 200],
    ['twin', 300],
    ['tWiN', 100],
    [' Plain-Ä1 ', 10],
    ['\tplain-A\u03081\n', 10],
    ['PLAIN-Ä1\u00a0', 10],
    [' twin', 300],
    ['tWiN ', 100],
  ])('takes the coupon that is meant by %s', async (code, discount) => {
    const { status, record } = await order(code)
    expect([status, record?.total]).toEqual([201, 1000 - discount])
  })

  it.each(['plain-ä1', 'ELSEWHERE', 'Tw in', 'twi n', '', ' '])('finds no coupon by %j', async (code) => {
    expect(await order(code)).toMatchObject({ status: 404, message: 'Coupon not found' })
  })

  it('takes each coupon once, in whatever cases it is spelled', async () => {
    const message = 'coupons takes at most 10 codes, each once.'
    for (const codes of [
      ['tenth', 'TENTH'],
      ['plain-Ä1', 'PLAIN-Ä1'],
      ['tWin', 'Twin'],
      ['twIN', 'tWIN'],
    ])
      expect(await order(...codes)).toMatchObject({ status: 400, message })
    const { status, record } = await order('Twin', 'TWIN', 'twin', 'fiver')
    expect([status, record?.total]).toEqual([201, 1000 - 100 - 200 - 300 - Math.min(400, 500)])
  })

  it('refuses the one that is meant, not its twin', async () => {
    await db.coupon.updateMany({ where: { id: second }, data: { enabled: false } })
    try {
      expect(await order('TWIN')).toMatchObject({ status: 400, message: expect.stringMatching(/^Unable to add coupon\./) })
      expect((await order('TwIN')).status).toBe(201)
    } finally {
      await db.coupon.updateMany({ where: { id: second }, data: { enabled: true } })
    }
  })
})

describe('A filter', () => {
  it.each([
    [{ eq: 'tWIN' }, [oldest, second, third]],
    [{ in: ['twin', 'PLAIN-Ä1'] }, [single, oldest, second, third]],
    [{ like: 'Tw%' }, [oldest]],
  ])('of codes finds by %j', async (code, ids) => {
    const { data } = await store.graphql(
      'query($code: StringFilter) { coupons(filter: { code: $code }, orderBy: [{ id: asc }]) { nodes { id } } }',
      { code },
    )
    expect(data.coupons.nodes.map(({ id }: { id: string }) => BigInt(id))).toEqual(ids)
  })

  it('of codes leaves out by ne and nin', async () => {
    const { data } = await store.graphql(`{
      all: coupons { totalCount } ne: coupons(filter: { code: { ne: "tWIn" } }) { totalCount }
      nin: coupons(filter: { code: { nin: ["tWIn", "plain-Ä1"] } }) { totalCount }
    }`)
    expect([data.ne.totalCount, data.nin.totalCount]).toEqual([data.all.totalCount - 3, data.all.totalCount - 4])
  })

  it.each(['coupons.code_used=plain-Ä1', 'coupons.coupon.code=PLAIN-Ä1', 'coupons.code_used__in=x,pLAIN-Ä1'])(
    'of subscriptions by the codes of their coupons: %s',
    async (query) => {
      const { status, body } = await store.rest(`/v1/subscriptions/?${encodeURI(query)}`)
      expect([status, body.results.map(({ id }: { id: number }) => id)]).toEqual([200, [subscriptionId]])
    },
  )
})
