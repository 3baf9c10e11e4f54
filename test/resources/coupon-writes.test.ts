/** Coupons are created, updated, disabled and enabled, on both surfaces; each comes from the declaration in `coupons/writes.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

let id = 0
const shows = 'coupon { id code name discountType discountValue numRenewals enabled url }'
const asGraphql = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
const tenth = { code: 'TENTH-AGAIN', discount_type: 'percent', discount_value: 10 }

const creation = (body: object, isComplete = true) => ({
  rest: ['POST /v1/coupons/', json(body)] as [string, RequestInit],
  ...(isComplete && { graphql: ['createCoupon', asGraphql(body)] as [string, object] }),
})
const update = (body: object, of: number = id) => ({
  rest: [`PUT /v1/coupons/${of}/`, json(body)] as [string, RequestInit],
  graphql: ['updateCoupon', { id: of, ...asGraphql(body) }] as [string, object],
})

/** The types of the events that work leaves, and what changed by each. */
async function eventsOf(work: () => Promise<unknown>) {
  const known = await db.event.count()
  await work()
  const found = await db.event.findMany({ orderBy: { id: 'asc' }, skip: known })
  return found.map(({ type, recordType, recordId, changes }) => ({ type, recordType, recordId, changes }))
}

beforeAll(async () => {
  const { body } = await store.rest('POST /v1/coupons/', store.merchant, json({ ...tenth, code: 'First' }))
  id = body.id
})

describe('a new coupon', () => {
  it('answers 201 with the record in full, what is left out having its first value', async () => {
    const { status, body } = await store.rest('POST /v1/coupons/', store.merchant, json(tenth))
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{
          id: expect.any(Number),
          store_id: 1,
          type: 'coupon',
          created_at: expect.any(String),
          url: `/v1/coupons/${body.id}/`,
        },
        ...tenth,
        ...{ name: '', external_id: null, num_renewals: 1, forever: false, enabled: true },
        ...{ max_uses: null, max_uses_per_customer: null, uses: 0, starts_at: null, ends_at: null, min_sub_total: 0 },
      },
    })
    expect((await store.rest(`GET /v1/coupons/${body.id}/`, store.merchant)).body).toEqual(body)
  })

  it('is the same over GraphQL, with every field given', async () => {
    const given = {
      code: 'Spring',
      name: 'For spring',
      discountType: 'amount',
      discountValue: 500,
      numRenewals: 3,
      enabled: false,
    }
    const { record, userErrors } = await mutate(store, 'createCoupon', given, shows)
    expect(userErrors).toEqual([])
    expect(record).toEqual({ id: expect.any(String), url: `/v1/coupons/${record.id}/`, ...given })
  })

  it('may be given null for what may be left out', async () => {
    const body = { ...tenth, code: 'NULLS', name: null, num_renewals: null, enabled: null }
    expect((await store.rest('POST /v1/coupons/', store.merchant, json(body))).body).toMatchObject({
      num_renewals: 1,
      enabled: true,
    })
  })

  it('leaves an entry in the log and one event with all that it has', async () => {
    const told = await eventsOf(() => mutate(store, 'createCoupon', { ...asGraphql(tenth), code: 'TOLD' }))
    const to = (value: unknown) => ({ from: null, to: value })
    const changes = {
      code: to('TOLD'),
      discountType: to('percent'),
      discountValue: to(10),
      numRenewals: to(1),
      enabled: to(true),
    }
    expect(told).toMatchObject([{ type: 'coupon.created', recordType: 'coupon', changes }])
    const entry = await db.logEntry.findFirstOrThrow({ where: { operation: 'createCoupon' }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ recordType: 'coupon', recordId: told[0]?.recordId })
  })

  it('is made once by an Idempotency-Key, and not at all by a dry run', async () => {
    const ask = (headers: Record<string, string>, code: string) =>
      store.rest('POST /v1/coupons/', store.merchant, { ...json({ ...tenth, code }), headers })
    const key = { 'Idempotency-Key': 'coupon' }
    const [first, second] = [await ask(key, 'ONCE'), await ask(key, 'ONCE')]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    const tried = await ask({ 'X-Dry-Run': 'true' }, 'TRIED')
    expect(tried).toMatchObject({ status: 201, body: { id: null, code: 'TRIED' } })
    expect(await db.coupon.count({ where: { code: { in: ['ONCE', 'TRIED'] } } })).toBe(1)
  })

  it('needs a code, a type of discount and a value; all that are missing are named', async () => {
    const { status, body } = await store.rest('POST /v1/coupons/', store.merchant, json({ name: 'x' }))
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: ['code is required.', 'discount_type is required.', 'discount_value is required.'] },
    })
  })

  it.each([
    [{ code: 'first' }, 'code is already the code of another coupon.'],
    [{ code: 'FREE\u200b' }, 'code must not have invisible characters; it has U+200B.'],
    [{ code: ' FIRST\n' }, 'code is already the code of another coupon.'],
    [{ code: ' ' }, 'code must not be empty.'],
    [{ code: 'x'.repeat(101) }, 'code must have at most 100 characters.'],
    [{ discount_value: 101 }, 'discount_value must be at most 100: it is a percentage.'],
    [{ discount_value: 0 }, 'discount_value must be a number of at least 1.'],
    [{ num_renewals: -1 }, 'num_renewals must be a number of at least 0.'],
  ])('%j is refused', async (part, message) => {
    await expectRefused(store, creation({ ...tenth, code: 'REFUSED', ...part }), 'BAD_INPUT', message)
  })

  it.each([
    [{ discount_type: 'half' }, /^discount_type must be /],
    [{ code: null }, /^code must not be null\.$/],
    [{ colour: 'red' }, /^Unknown field: colour/],
  ])('%j is refused by its type', async (part, message) => {
    const { status, body } = await store.rest('POST /v1/coupons/', store.merchant, json({ ...tenth, code: 'TYPES', ...part }))
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [expect.stringMatching(message)] })
  })

  it('has a code of its own also where twenty ask for one at once, in any case', async () => {
    const codes = Array.from({ length: 20 }, (_, place) => (place % 2 ? 'RACED' : 'raced'))
    const answers = await Promise.all(
      codes.map((code) => store.rest('POST /v1/coupons/', store.merchant, json({ ...tenth, code }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
    const errors = answers.flatMap(({ body }) => body.errors ?? [])
    expect(new Set(errors)).toEqual(new Set(['code is already the code of another coupon.']))
  })
})

describe('an update', () => {
  it('changes what is given, and says so in one event', async () => {
    const told = await eventsOf(async () => {
      const { status, body } = await store.rest(
        `PUT /v1/coupons/${id}/`,
        store.merchant,
        json({ name: 'By REST', discount_value: 20 }),
      )
      expect({ status, body }).toMatchObject({ status: 200, body: { id, code: 'First', name: 'By REST', discount_value: 20 } })
    })
    expect(told).toMatchObject([
      { type: 'coupon.updated', changes: { name: { from: '', to: 'By REST' }, discountValue: { from: 10, to: 20 } } },
    ])
    const { record } = await mutate(store, 'updateCoupon', { id, name: 'By GraphQL', code: 'FIRST' }, shows)
    expect(record).toMatchObject({ code: 'FIRST', name: 'By GraphQL', discountValue: 20 })
  })

  it('of nothing tells of nothing', async () => {
    const { body } = await store.rest(`GET /v1/coupons/${id}/`, store.merchant)
    expect(await eventsOf(() => store.rest(`PUT /v1/coupons/${id}/`, store.merchant, json(body)))).toEqual([])
  })

  it('is held to what the coupon is with it', async () => {
    await mutate(store, 'updateCoupon', { id, discountType: 'amount', discountValue: 500 })
    await expectRefused(
      store,
      update({ discount_type: 'percent' }),
      'BAD_INPUT',
      'discount_value must be at most 100: it is a percentage.',
    )
    await expectRefused(store, update({ code: 'SPRING' }), 'BAD_INPUT', 'code is already the code of another coupon.')
    await expectRefused(store, update({ code: null }), 'BAD_INPUT', 'code must not be null.')
  })

  it("finds no coupon that is missing or another store's", async () => {
    const theirs = await db.coupon.findFirstOrThrow({ where: { storeId: 2n } })
    for (const other of [9_007_199_254_740_991, Number(theirs.id)])
      await expectRefused(store, update({ name: 'x' }, other), 'NOT_FOUND', 'Not found.')
  })
})

describe('a coupon that is disabled', () => {
  it('is off, and on again when it is enabled; a repeat changes nothing', async () => {
    const told = await eventsOf(async () => {
      for (const [verb, enabled] of [
        ['disable', false],
        ['disable', false],
        ['enable', true],
      ] as const) {
        const { status, body } = await store.rest(`PUT /v1/coupons/${id}/${verb}/`, store.merchant)
        expect({ verb, status, enabled: body.enabled }).toEqual({ verb, status: 200, enabled })
      }
      expect((await mutate(store, 'disableCoupon', { id }, shows)).record).toMatchObject({ enabled: false })
    })
    expect(told.map(({ type }) => type)).toEqual(['coupon.disabled', 'coupon.enabled', 'coupon.disabled'])
    expect(await db.coupon.findUnique({ where: ofStore(BigInt(id)) })).toMatchObject({ enabled: false })
  })

  it('can be added to no subscription', async () => {
    const { status, body } = await store.rest('POST /v1/subscriptions/1/coupons/', store.merchant, json({ coupon_id: id }))
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: ['Unable to add coupon.', expect.stringMatching(/^The coupon \S+ is disabled\.$/)] },
    })
  })
})
