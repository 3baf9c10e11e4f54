/** Coupons on a subscription: added and removed while they wait. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkAddable } from '../../src/resources/coupons/rules.ts'
import { Refusal } from '../../src/values/errors.ts'
import { openStore } from '../support/store.ts'
import { tables } from '../writes/tables.ts'
import { type Asked, expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const coupons = Object.fromEntries(
  (await db.coupon.findMany({ where: { storeId: 1n } })).map(({ code, id }) => [code, Number(id)]),
) as Record<string, number>
const theirs = Number((await db.coupon.findFirstOrThrow({ where: { storeId: 2n } })).id)
const subscription = await db.subscription.findFirstOrThrow({
  where: { storeId: 1n, status: 'active', product: { sku: 'COFFEE' }, coupons: { none: {} } },
})
const theirSubscription = await db.subscription.findFirstOrThrow({ where: { storeId: 2n } })
const subId = Number(subscription.id)
const path = `/v1/subscriptions/${subId}/coupons/`
const shows = 'subscriptionCoupon { id couponId codeUsed enabled numRenewals }'

const add = (couponId: unknown, at = path) => store.rest(`POST ${at}`, store.merchant, json({ coupon_id: couponId }))
const listed = async () => (await store.rest(path)).body.results as { id: number; coupon_id: number }[]

beforeEach(async () => {
  await db.subscriptionCoupon.deleteMany({ where: { subscriptionId: subscription.id } })
})

describe('the rule', () => {
  const always = { startsAt: null, endsAt: null, minSubTotal: 0n, subTotal: 0n }
  const now = new Date('2026-11-20T12:00:00Z')
  const fine = { code: 'TEN', enabled: true, isLimited: false, namesProduct: false, isWaiting: false, ...always }
  const refusalOf = (coupon: Parameters<typeof checkAddable>[0]) => {
    try {
      checkAddable(coupon, now)
      return undefined
    } catch (error) {
      return error instanceof Refusal ? [error.code, error.message] : error
    }
  }

  it('takes a coupon that is enabled, applies to the product and is not on the subscription', () => {
    expect(refusalOf(fine)).toBeUndefined()
    expect(refusalOf({ ...fine, isLimited: true, namesProduct: true })).toBeUndefined()
  })

  it('looks first whether it exists, then whether it applies, then whether it is there already', () => {
    expect(refusalOf(undefined)).toEqual(['COUPON_NOT_FOUND', 'Coupon not found'])
    expect(refusalOf({ ...fine, enabled: false, isWaiting: true })).toEqual(['COUPON_NOT_APPLICABLE', 'Unable to add coupon.'])
    expect(refusalOf({ ...fine, isLimited: true, isWaiting: true })).toEqual(['COUPON_NOT_APPLICABLE', 'Unable to add coupon.'])
    expect(refusalOf({ ...fine, isWaiting: true })).toEqual(['COUPON_ALREADY_ADDED', 'Subscription already has the coupon.'])
  })
})

describe('on both surfaces', () => {
  const asked = (couponId: number | string, subscriptionId = subId): Required<Omit<Asked, 'as'>> => ({
    rest: [`POST /v1/subscriptions/${subscriptionId}/coupons/`, json({ coupon_id: couponId })],
    graphql: ['addSubscriptionCoupon', { subscriptionId, couponId }],
  })
  const removal = (couponId: number, subscriptionId = subId) => ({
    rest: [`DELETE /v1/subscriptions/${subscriptionId}/coupon/${couponId}/`] as [string],
    graphql: ['removeSubscriptionCoupon', { subscriptionId, couponId }] as [string, object],
  })

  it('a coupon that is not in the store is not found, be it in another store or nowhere', async () => {
    await expectRefused(store, asked(theirs), 'COUPON_NOT_FOUND', 'Coupon not found')
    await expectRefused(store, asked(9_007_199_254_740_991), 'COUPON_NOT_FOUND', 'Coupon not found')
  })

  it.each([0, -1, -9_007_199_254_740_991, '9007199254740993', '0', '-12345678901234567890'])(
    'the coupon %j, which can be none, is not found either',
    (couponId) => expectRefused(store, asked(couponId), 'COUPON_NOT_FOUND', 'Coupon not found'),
  )

  it.each(['', 'TENTH', '1.5', ' 1', '01', '1e3'])('a coupon id that is no whole number is told so: %j', async (couponId) => {
    const message = `coupon_id must be a whole number from 1 to 9007199254740991, not ${couponId}.`
    await expectRefused(store, asked(couponId), 'BAD_INPUT', message)
  })

  it('a coupon that is not enabled, or is for another product, cannot be added', async () => {
    await expectRefused(
      store,
      asked(coupons.SUMMER ?? 0),
      'COUPON_NOT_APPLICABLE',
      'Unable to add coupon.',
      'The coupon SUMMER is disabled.',
    )
    await expectRefused(
      store,
      asked(coupons.TOES ?? 0),
      'COUPON_NOT_APPLICABLE',
      'Unable to add coupon.',
      'The coupon TOES applies to other products.',
    )
  })

  it('a coupon is on a subscription once', async () => {
    expect((await add(coupons.TENTH)).status).toBe(201)
    await expectRefused(store, asked(coupons.TENTH ?? 0), 'COUPON_ALREADY_ADDED', 'Subscription already has the coupon.')
  })

  it("a missing subscription and another store's are not found", async () => {
    for (const id of [Number(theirSubscription.id), 9_007_199_254_740_991]) {
      await expectRefused(store, asked(coupons.TENTH ?? 0, id), 'NOT_FOUND', 'Not found.')
      await expectRefused(store, removal(coupons.TENTH ?? 0, id), 'NOT_FOUND', 'Not found.')
    }
  })

  /** Puts coupons on the subscription under ids of the test's choice; rows that have these ids come back afterwards. */
  async function putOn(rows: { id: number; couponId: number }[]) {
    const { storeId, id: subscriptionId } = subscription
    const taken = { storeId, id: { in: rows.map(({ id }) => BigInt(id)) } }
    const others = await db.subscriptionCoupon.findMany({ where: taken })
    await db.subscriptionCoupon.deleteMany({ where: taken })
    onTestFinished(async () => {
      await db.subscriptionCoupon.deleteMany({ where: { storeId, subscriptionId } })
      await db.subscriptionCoupon.createMany({ data: others })
    })
    const data = rows.map(({ id, couponId }) => ({ id: BigInt(id), couponId: BigInt(couponId) }))
    const shared = { storeId, subscriptionId, codeUsed: 'CODE', numRenewals: 1 }
    await db.subscriptionCoupon.createMany({ data: data.map((row) => ({ ...shared, ...row })) })
  }

  it('a subscription coupon is not removed by its own id', async () => {
    await putOn([{ id: coupons.TENTH ?? 0, couponId: coupons.FIVER ?? 0 }])
    await expectRefused(store, removal(coupons.TENTH ?? 0), 'NOT_FOUND', 'Not found.')
  })

  it.each(['REST', 'GraphQL'])('on %s a removal that is repeated removes no other coupon', async (surface) => {
    const { TENTH = 0, FIVER = 0, THRICE = 0 } = coupons
    await putOn([
      { id: TENTH, couponId: FIVER },
      { id: FIVER, couponId: THRICE },
      { id: THRICE, couponId: TENTH },
    ])
    const { rest, graphql } = removal(TENTH)
    const remove = async () =>
      surface === 'REST' ? (await store.rest(...rest)).status : (await mutate(store, ...graphql)).userErrors[0]?.code
    expect([await remove(), await remove()]).toEqual(surface === 'REST' ? [204, 404] : [undefined, 'NOT_FOUND'])
    expect((await listed()).map(({ coupon_id }) => coupon_id).sort()).toEqual([FIVER, THRICE].sort())
  })

  it('a coupon that was applied to an order, or is not there, cannot be removed', async () => {
    const applied = await db.subscriptionCoupon.findFirstOrThrow({ where: { storeId: 1n, appliedAt: { not: null } } })
    for (const id of [Number(applied.couponId), Number(applied.id)])
      await expectRefused(store, removal(id, Number(applied.subscriptionId)), 'NOT_FOUND', 'Not found.')
    await expectRefused(store, removal(coupons.TENTH ?? 0), 'NOT_FOUND', 'Not found.')
    // No coupon has this id.
    await expectRefused(store, removal(0), 'NOT_FOUND', 'Not found.')
  })
})

describe('REST', () => {
  it('adds a coupon and answers 201 with it; the list shows it at once', async () => {
    const { status, body } = await add(coupons.THRICE)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      coupon_id: coupons.THRICE,
      code_used: 'THRICE',
      enabled: true,
      forever: false,
      num_renewals: 3,
      type: 'subscription_coupon',
      url: `/v1/subscription_coupons/${body.id}/`,
    })
    expect(await listed()).toEqual([body])
  })

  it('takes the coupon id as text too, and as a form', async () => {
    expect((await add(String(coupons.TENTH))).status).toBe(201)
    const { status } = await store.rest(`POST ${path}`, store.merchant, {
      body: `coupon_id=${coupons.FIVER}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(201)
  })

  it('removes by the id of the coupon: 204 without a body', async () => {
    await add(coupons.FIVER)
    const removed = await store.rest(`DELETE /v1/subscriptions/${subId}/coupon/${coupons.FIVER}/`)
    expect([removed.status, removed.body]).toEqual([204, undefined])
    expect(await listed()).toEqual([])
  })

  it.each([
    ['missing', {}, 'coupon_id is required.'],
    ['null', { coupon_id: null }, 'coupon_id must not be null.'],
    ['a word', { coupon_id: 'TENTH' }, 'coupon_id must be a whole number from 1 to 9007199254740991, not TENTH.'],
    ['a fraction', { coupon_id: 1.5 }, 'coupon_id must be a whole number from 1 to 9007199254740991, not 1.5.'],
    ['a list', { coupon_id: [1] }, 'coupon_id must be a whole number from 1 to 9007199254740991, not [1].'],
    ['with another field', { coupon_id: 1, code: 'TENTH' }, 'Unknown field: code'],
  ])('refuses a coupon_id that is %s', async (_what, body, message) => {
    await expectRefused(store, { rest: [`POST ${path}`, json(body)] }, 'BAD_INPUT', message)
  })

  it('adds the same coupon asked for 20 times at once only once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(coupons.TENTH)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ errors: ['Subscription already has the coupon.'] })
    expect(await db.subscriptionCoupon.count({ where: { subscriptionId: subscription.id } })).toBe(1)
  })

  it('costs six statements to add and five to remove', async () => {
    expect(await store.statements(() => add(coupons.TENTH))).toHaveLength(6)
    expect(await store.statements(() => store.rest(`DELETE /v1/subscriptions/${subId}/coupon/${coupons.TENTH}/`))).toHaveLength(5)
  })

  it('is not open to customers', async () => {
    const { status } = await store.rest(`POST ${path}`, store.customer, json({ coupon_id: coupons.TENTH }))
    expect(status).toBe(403)
  })
})

describe('GraphQL', () => {
  it('adds and removes; REST shows it at once', async () => {
    const { record, userErrors } = await mutate(
      store,
      'addSubscriptionCoupon',
      { subscriptionId: subId, couponId: coupons.THRICE },
      shows,
    )
    expect(userErrors).toEqual([])
    expect(record).toEqual({
      id: expect.any(String),
      couponId: String(coupons.THRICE),
      codeUsed: 'THRICE',
      enabled: true,
      numRenewals: 3,
    })
    expect((await listed()).map(({ id }) => String(id))).toEqual([record.id])
    await mutate(store, 'removeSubscriptionCoupon', { subscriptionId: subId, couponId: coupons.THRICE })
    expect(await listed()).toEqual([])
  })

  it('names the field a refusal is about', async () => {
    const { record, userErrors } = await mutate(
      store,
      'addSubscriptionCoupon',
      { subscriptionId: subId, couponId: coupons.SUMMER },
      shows,
    )
    expect(record).toBeNull()
    expect(userErrors).toEqual([{ code: 'COUPON_NOT_APPLICABLE', field: 'couponId', message: 'Unable to add coupon.' }])
  })

  it('is not open to customers, even for their own subscription', async () => {
    const before = await tables(db)
    const own = await store.customerToken(subscription.customerId)
    const query = `mutation { addSubscriptionCoupon(input: { subscriptionId: ${subId}, couponId: ${coupons.TENTH} }) { userErrors { code } } }`
    const { errors } = await store.graphql(query, {}, own)
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    expect(await tables(db)).toEqual(before)
  })
})
