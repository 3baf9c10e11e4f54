/** Self-service: customers do what their store has opened to them, on their own subscriptions alone. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addMonthly, addProduct, giveCredit, pastDue } from '../writes/rows.ts'
import { json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

/** An app of its own, which has cached nothing of the store yet, whose customers may do these things. */
async function opened(...customersMay: string[]) {
  await db.store.updateMany({ data: { customersMay } })
  return openStore()
}

const all = ['cancel', 'skip', 'reactivate', 'renew', 'pause', 'add_coupon']

/** A subscription with its customer's credential. */
async function own(columns: Parameters<typeof addMonthly>[1] = {}) {
  const { id, customer, product } = await addMonthly(db, columns)
  return { id, customer, product, as: await store.customerToken(BigInt(customer.id)) }
}

const writes = [
  ['cancelSubscription', 'cancel', 'cancel', {}, {}],
  ['skipSubscription', 'skip', 'skip', {}, { skip: true }],
  ['unskipSubscription', 'skip', 'skip', {}, { unskip: true }],
  ['reactivateSubscription', 'reactivate', 'reactivate', { status: 'cancelled', autorenew: false }, {}],
  ['renewSubscription', 'renew', 'renew', pastDue(3), {}],
  ['pauseSubscription', 'pause', 'pause', {}, {}],
  ['resumeSubscription', 'resume', 'pause', { status: 'suspended' }, {}],
] as const

describe.each(writes)('%s', (mutation, path, permission, columns, body) => {
  const at = (id: number) => `PUT /v1/store/api/subscriptions/${id}/${path}/`

  it('is open to a customer whose store allows it, on both surfaces', async () => {
    const shop = await opened(permission)
    const [one, two] = [await own(columns), await own(columns)]
    const answer = await shop.rest(at(one.id), one.as, json(body))
    expect(answer).toMatchObject({ status: 200, body: { id: one.id, url: `/v1/store/api/subscriptions/${one.id}/` } })
    const { record, userErrors } = await mutate(shop, mutation, { id: two.id }, 'subscription { id status }', two.as)
    expect({ record, userErrors }).toEqual({ record: { id: String(two.id), status: answer.body.status }, userErrors: [] })
    const entry = await db.logEntry.findFirstOrThrow({ where: { operation: mutation }, orderBy: { id: 'desc' } })
    expect(entry.actor).toBe(`customer ${two.customer.id}`)
  })

  it('is 403 where the store does not', async () => {
    const shop = await opened(...all.filter((name) => name !== permission))
    const { id, as } = await own(columns)
    const message = `This shop does not let its customers do this: ${permission}.`
    expect(await shop.rest(at(id), as, json(body))).toMatchObject({ status: 403, body: { errors: [message] } })
    const { errors } = await shop.graphql(`mutation { ${mutation}(input: { id: ${id} }) { userErrors { code } } }`, {}, as)
    expect(errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN' } }])
  })

  it("finds another customer's as little as one that is missing", async () => {
    const shop = await opened(...all)
    const [mine, theirs] = [await own(columns), await own(columns)]
    for (const id of [theirs.id, 9_007_199_254_740_991]) {
      expect(await shop.rest(at(id), mine.as, json(body))).toMatchObject({ status: 404, body: { errors: ['Not found.'] } })
      const { userErrors } = await mutate(shop, mutation, { id }, '', mine.as)
      expect(userErrors).toMatchObject([{ code: 'NOT_FOUND', message: 'Not found.' }])
    }
  })
})

it('A customer gives the reason of a cancel, on both surfaces; the store reads it', async () => {
  const shop = await opened('cancel')
  const [one, two] = [await own(), await own()]
  const body = { cancel_reason: 4, log_note: 'Moving abroad.' }
  const path = `/v1/store/api/subscriptions/${one.id}/`
  expect(await shop.rest(`PUT ${path}cancel/`, one.as, json(body))).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  await mutate(shop, 'cancelSubscription', { id: two.id, cancelReason: 4 }, '', two.as)
  for (const { id } of [one, two])
    expect((await shop.graphql(`{ subscription(id: ${id}) { cancelReason } }`)).data).toEqual({
      subscription: { cancelReason: 4 },
    })
  const wrong = await shop.rest(`PUT ${path}cancel/`, one.as, json({ cancel_reason: 'too dear' }))
  expect([wrong.status, wrong.body.errors[0]]).toEqual([400, expect.stringMatching(/^cancel_reason must be/)])
})

describe('A coupon', () => {
  const path = (id: number) => `POST /v1/store/api/subscriptions/${id}/coupons/`

  it('is added by its code, in any case, on both surfaces', async () => {
    const shop = await opened('add_coupon')
    const [one, two] = [await own(), await own()]
    expect(await shop.rest(path(one.id), one.as, json({ code: 'thrice' }))).toMatchObject({
      status: 201,
      body: { code_used: 'THRICE' },
    })
    const input = { subscriptionId: two.id, code: 'Thrice' }
    const { record } = await mutate(shop, 'addSubscriptionCoupon', input, 'subscriptionCoupon { codeUsed }', two.as)
    expect(record).toEqual({ codeUsed: 'THRICE' })
  })

  it("is not found by a code of another store's, and by none", async () => {
    const shop = await opened('add_coupon')
    const { id, as } = await own()
    const { id: theirs } = await db.coupon.findFirstOrThrow({ where: { storeId: 2n } })
    const code = 'THEIRS-ALONE'
    await db.coupon.update({ where: { storeId_id: { storeId: 2n, id: theirs } }, data: { code } })
    for (const each of [code, 'NO-SUCH-CODE'])
      expect(await shop.rest(path(id), as, json({ code: each }))).toMatchObject({
        status: 404,
        body: { errors: ['Coupon not found'] },
      })
  })

  it('cannot be named by its id, nor in both ways', async () => {
    const shop = await opened('add_coupon')
    const { id, as } = await own()
    const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, code: 'THRICE' } })
    const query = `mutation { addSubscriptionCoupon(input: { subscriptionId: ${id}, couponId: ${coupon.id} }) { userErrors { code } } }`
    expect((await shop.graphql(query, {}, as)).errors).toMatchObject([
      { message: 'A customer names a coupon by its code.', extensions: { code: 'FORBIDDEN' } },
    ])
    const both = { subscriptionId: id, couponId: String(coupon.id), code: 'THRICE' }
    for (const input of [both, { subscriptionId: id }])
      expect((await mutate(shop, 'addSubscriptionCoupon', input)).userErrors).toMatchObject([
        { message: 'Either couponId or code must be given.' },
      ])
  })
})

describe('What a customer is shown', () => {
  it('are actions that follow what the store allows', async () => {
    const { id, as } = await own()
    const allowed = async (shop: typeof store) => {
      const { body } = await shop.rest(`GET /v1/store/api/subscriptions/${id}/`, as)
      return body.actions.filter((each: { allowed: boolean }) => each.allowed).map(({ name }: { name: string }) => name)
    }
    expect(await allowed(await opened())).toEqual([])
    expect(await allowed(await opened('cancel'))).toEqual(['cancel'])
    expect(await allowed(await opened('change_address'))).toEqual(['change_address'])
    expect(await allowed(await opened('change_payment_method'))).toEqual(['change_payment_method'])
    expect(await allowed(await opened(...all))).toEqual([
      'cancel',
      'reactivate',
      'skip',
      'unskip',
      'pause',
      'resume',
      'add_coupon',
    ])
  })

  it('is the subscription of the customer alone, for no merchant', async () => {
    const [mine, theirs] = [await own(), await own()]
    const path = `GET /v1/store/api/subscriptions/${mine.id}/`
    expect((await store.rest(path, mine.as)).body).toMatchObject({ id: mine.id, type: 'subscription' })
    expect((await store.rest(path, theirs.as)).status).toBe(404)
    expect((await store.rest(path, store.merchant)).status).toBe(403)
    expect((await store.rest(path)).status).toBe(401)
  })

  it('a renewal of what is no longer on show, too', async () => {
    const shop = await opened('renew')
    const { id, as, product } = await own(pastDue(3))
    await db.product.updateMany({ where: { id: product.id }, data: { visible: false, deleted: true } })
    expect(await shop.rest(`PUT /v1/store/api/subscriptions/${id}/renew/`, as, json({}))).toMatchObject({
      status: 200,
      body: { id, status: 'active' },
    })
  })
})

describe('An order', () => {
  it("is shown to its customer, without what is the store's, and to no other", async () => {
    const shop = await opened()
    const [mine, theirs] = [await own(), await own()]
    const product = await addProduct(db, { price: 700 })
    const body = { customer: { id: mine.customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const { id } = (await shop.rest('POST /v1/orders/', shop.merchant, json(body))).body
    const path = `GET /v1/store/api/orders/${id}/`
    const shown = await shop.rest(path, mine.as)
    expect(shown).toMatchObject({
      status: 200,
      body: {
        id,
        total: 700,
        url: `/v1/store/api/orders/${id}/`,
        products: [{ price: 700 }],
        fulfillments: [{ status: 'open' }],
      },
    })
    for (const name of ['note', 'total_app_fees', 'total_label_cost']) expect(shown.body).not.toHaveProperty(name)
    expect((await shop.rest(path, theirs.as)).status).toBe(404)
    const [{ url }] = (await shop.rest('GET /v1/store/api/shipments/', mine.as)).body.results[0].fulfillments.map(
      ({ order }: { order: { url: string } }) => order,
    )
    expect((await shop.rest(`GET ${url}`, mine.as)).body.id).toBe(id)
  })

  it('is listed with the others of its customer, like subscriptions, each as it is shown by itself, without what is embedded there', async () => {
    const shop = await opened('cancel')
    const [mine, theirs] = [await own(), await own()]
    const product = await addProduct(db, { price: 700 })
    for (const { customer } of [mine, theirs]) {
      const body = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId }, quantity: 2 }] }
      expect((await shop.rest('POST /v1/orders/', shop.merchant, json(body))).status).toBe(201)
    }
    for (const list of ['orders', 'subscriptions']) {
      const path = `GET /v1/store/api/${list}/`
      const { results, ...page } = (await shop.rest(path, mine.as)).body
      expect(page).toEqual({ count: 1, next: null, prev: null })
      const shown = (await shop.rest(`GET ${results[0].url}`, mine.as)).body
      expect(shown).toMatchObject(results[0])
      const [other] = (await shop.rest(path, theirs.as)).body.results
      expect((await shop.rest(`${path}?id=${other.id}`, mine.as)).body.count).toBe(0)
      expect((await shop.rest(path)).status).toBe(401)
    }
    const [{ url }] = (await shop.rest('GET /v1/store/api/orders/?status=open&sort=-id', mine.as)).body.results
    const { body: order } = await shop.rest(`GET ${url}`, mine.as)
    expect(order.fulfillments).toMatchObject([{ quantity: 2 }])
    await giveCredit(db, mine.customer, 450)
    expect((await shop.rest('GET /v1/store/api/customer/', mine.as)).body.credit).toBe(450)
  })
})
