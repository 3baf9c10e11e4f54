/** Metadata of subscriptions, carts, orders, products and customers: replaced, merged, deleted, and found by its values at once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { maxBytes, maxDepth, maxKeys, merged, readData } from '../../src/resources/metadata/rules.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { tables } from '../writes/tables.ts'
import { expectRefused, form, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const nobody = 9_007_199_254_740_991

const ofStore = (storeId: bigint) => ({ orderBy: { id: 'asc' }, where: { storeId } }) as const
const subscription = await db.subscription.findFirstOrThrow(ofStore(1n))
const cart = await db.cart.findFirstOrThrow({ where: { storeId: 1n, orderId: { not: null } } })
const order = await db.order.findFirstOrThrow(ofStore(1n))
const product = await db.product.findFirstOrThrow(ofStore(1n))
const theirSubscription = await db.subscription.findFirstOrThrow(ofStore(2n))
const theirCart = await db.cart.findFirstOrThrow({ where: { storeId: 2n, orderId: { not: null } } })
const theirCustomer = await db.customer.findFirstOrThrow(ofStore(2n))
const lostCart = await db.cart.create({ data: { storeId: 1n, customerId: cart.customerId, createdAt: today } })

/** The owners: where REST keeps the record, how GraphQL names the owner, and who asks. */
const owners = [
  {
    name: 'a subscription',
    path: `/v1/subscriptions/${subscription.id}/metadata/`,
    owner: { subscriptionId: Number(subscription.id) },
    key: 'subscription_id',
    as: store.merchant,
  },
  {
    name: 'a cart',
    path: `/v1/carts/${cart.id}/metadata/`,
    owner: { cartId: Number(cart.id) },
    key: 'cart_id',
    as: store.merchant,
  },
  {
    name: 'an order',
    path: `/v1/orders/${order.id}/metadata/`,
    owner: { orderId: Number(order.id) },
    key: 'order_id',
    as: store.merchant,
  },
  {
    name: 'a product',
    path: `/v1/products/${product.id}/metadata/`,
    owner: { productId: Number(product.id) },
    key: 'product_id',
    as: store.merchant,
  },
  {
    name: 'the customer who asks',
    path: '/v1/store/api/customer/metadata/',
    owner: { customerId: Number(store.customerId) },
    key: 'customer_id',
    as: store.customer,
  },
]
const [ofSubscription] = owners as [(typeof owners)[0]]
const where = (owner: object) => ({ storeId: 1n, ...(owner as { subscriptionId: bigint }) })

const put = (body: unknown) => store.rest(`PUT ${ofSubscription.path}`, store.merchant, json(body))
const post = (body: unknown) => store.rest(`POST ${ofSubscription.path}`, store.merchant, json(body))
const stored = async (owner: object = ofSubscription.owner) => (await db.metadata.findFirst({ where: where(owner) }))?.data

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { a: value }
  return value
}

beforeEach(async () => {
  for (const { owner } of owners) await db.metadata.deleteMany({ where: where(owner) })
})

describe('the rule', () => {
  it.each([null, 1, 'a', true, [], [{ a: 1 }], undefined])('refuses %j: metadata is an object', (value) => {
    expect(() => readData(value)).toThrow('metadata must be an object.')
  })

  it('takes what is just within each limit, and refuses what is just outside', () => {
    expect(readData(nested(maxDepth))).toEqual(nested(maxDepth))
    expect(() => readData(nested(maxDepth + 1))).toThrow('metadata must be at most 32 levels deep.')
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
    expect(Object.keys(readData(keys(maxKeys)))).toHaveLength(maxKeys)
    const tooMany = 'metadata must have at most 500 keys, items of lists included.'
    expect(() => readData(keys(maxKeys + 1))).toThrow(tooMany)
    expect(() => readData({ list: Array(maxKeys).fill(0) })).toThrow(tooMany)
    // Eight characters are around the text, and é has two bytes.
    const text = 'é'.repeat((maxBytes - 8) / 2)
    expect(readData({ a: text })).toEqual({ a: text })
    expect(() => readData({ a: `${text}a` })).toThrow('metadata must have at most 65536 bytes as JSON.')
  })

  it('looks at endless nesting without running out of stack', () => {
    expect(() => readData(nested(200_000))).toThrow('metadata must be at most 32 levels deep.')
  })

  it('refuses NUL in a key', () => {
    expect(() => readData({ a: { 'b\u0000': 1 } })).toThrow('A key of metadata must not contain the NUL character.')
  })

  it('merges the top level only, and null is a value', () => {
    expect(merged({ a: { b: 1, c: 2 }, d: 1, e: 5 }, { a: { b: 3 }, d: null })).toEqual({ a: { b: 3 }, d: null, e: 5 })
  })

  it('holds the limits for what a merge makes, not only for what was given', () => {
    const half = (letter: string) => ({ [letter]: 'x'.repeat(maxBytes / 2) })
    expect(() => merged(half('a'), half('b'))).toThrow('metadata must have at most 65536 bytes as JSON.')
  })
})

it('A change of one key writes the entries of that key alone, whatever else the record has', async () => {
  await post({ a: 1, many: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])) })
  const entries = () => db.$queryRaw<{ path: string; text: string; written: string }[]>`
    SELECT path, text, xmin::text AS written FROM metadata_entry
    WHERE store_id = 1 AND owner_type = 'subscription' AND owner_id = ${subscription.id} ORDER BY path`
  const before = await entries()
  expect(await put({ a: 2, b: 'new' })).toMatchObject({ status: 200, body: { data: { a: 2, b: 'new' } } })
  const after = await entries()
  const known = new Set(before.map(({ written }) => written))
  expect(after.filter(({ written }) => !known.has(written)).map(({ path, text }) => [path, text])).toEqual([
    ['a', '2'],
    ['b', 'new'],
  ])
  expect(after).toHaveLength(before.length + 1)
})

describe.each(owners)('A record of $name that is sent back', ({ path, owner, key, as }) => {
  const [ownerId = 0] = Object.values(owner)
  const data = { plan: 'gold', nested: { list: [1, null] } }
  const spelled = {
    REST: (record: object) => record,
    GraphQL: (record: object) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name.replace(/_(.)/g, (_, c) => c.toUpperCase()), value]),
      ),
  }
  const shown = { [key]: ownerId, store_id: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' }
  const asked = (body: object) => ({
    rest: [`POST ${path}`, json(body)] as [string, RequestInit],
    graphql: ['replaceMetadata', { owner, data: spelled.GraphQL(body) }] as [string, object],
    as,
  })

  it('writes its data: the answer of a read leaves all as it was, in JSON and as a form', async () => {
    await store.rest(`POST ${path}`, as, json(data))
    const { body: read } = await store.rest(path, as)
    const { status, body } = await store.rest(`POST ${path}`, as, json(read))
    expect({ status, body }).toEqual({ status: 201, body: read })
    const fields = `${key}=${ownerId}&store_id=1&created_at=x&updated_at=y&data[plan]=silver`
    expect((await store.rest(`POST ${path}`, as, form(fields))).body.data).toEqual({ plan: 'silver' })
    expect(await stored(owner)).toEqual({ plan: 'silver' })
  })

  it('replaces or merges its data in GraphQL, in either spelling', async () => {
    await store.rest(`POST ${path}`, as, json(data))
    for (const spell of Object.values(spelled)) {
      const merge = await mutate(
        store,
        'mergeMetadata',
        { owner, data: spell({ ...shown, data: { b: 2 } }) },
        'metadata { data }',
        as,
      )
      expect(merge).toEqual({ record: { data: { ...data, b: 2 } }, userErrors: [] })
    }
    const record = { ...shown, [key]: String(ownerId), data: { c: 3 } }
    const replace = await mutate(store, 'replaceMetadata', { owner, data: spelled.GraphQL(record) }, 'metadata { data }', as)
    expect(replace).toEqual({ record: { data: { c: 3 } }, userErrors: [] })
  })

  it('may be as large as any', async () => {
    const large = { a: 'x'.repeat(maxBytes - 8) }
    await store.rest(`POST ${path}`, as, json(large))
    const { status } = await store.rest(`POST ${path}`, as, json({ ...shown, data: large }))
    expect([status, await stored(owner)]).toEqual([201, large])
    const tooLarge = { ...shown, data: { a: `${large.a}x` } }
    await expectRefused(store, asked(tooLarge), 'BAD_INPUT', 'metadata must have at most 65536 bytes as JSON.')
  })

  it("is refused where it is another record's or another store's", async () => {
    await store.rest(`POST ${path}`, as, json(data))
    const other = ownerId + 1
    const ofOther = `${key} must be ${ownerId}, whose metadata is written, not ${other}.`
    const ofStore = 'store_id must be 1, the store that is written in, not 2.'
    await expectRefused(store, asked({ ...shown, [key]: other, data: { a: 1 } }), 'BAD_INPUT', ofOther)
    await expectRefused(store, asked({ ...shown, store_id: 2, data: { a: 1 } }), 'BAD_INPUT', ofStore)
    for (const { key: foreign } of owners.filter((each) => each.key !== key)) {
      const { [key]: _, ...rest } = shown
      const message = `${foreign} must not be given: the metadata written is that of ${key} ${ownerId}.`
      await expectRefused(store, asked({ ...rest, [foreign]: ownerId, data: { a: 1 } }), 'BAD_INPUT', message)
    }
    const { status, body } = await store.rest(`POST ${path}`, as, json({ ...shown, [key]: other, store_id: 2, data: {} }))
    expect({ status, body }).toEqual({ status: 400, body: { errors: [ofOther, ofStore] } })
    expect(await stored(owner)).toEqual(data)
  })

  it('is metadata like any other where it has other keys, or no object in data', async () => {
    const { updated_at: _, ...four } = { ...shown, data: { a: 1 } }
    const odd = [
      four,
      { ...shown, data: { a: 1 }, more: 1 },
      { ...shown, data: [1] },
      { ...shown, data: null },
      { ...shown, data: 'x' },
    ]
    for (const value of odd) {
      expect((await store.rest(`POST ${path}`, as, json(value))).status).toBe(201)
      expect(await stored(owner)).toEqual(value)
    }
  })
})

it('A subscription record that is sent back by PUT is merged', async () => {
  await post({ a: 1 })
  const { body: read } = await store.rest(ofSubscription.path)
  const { status, body } = await put({ ...read, data: { b: 2 } })
  expect([status, body.data]).toEqual([200, { a: 1, b: 2 }])
})

describe.each(owners)('REST: the metadata of $name', ({ path, owner, key, as }) => {
  const record = (data: object) => ({
    [key]: Object.values(owner)[0],
    store_id: 1,
    data,
    created_at: '2026-03-15T12:00:00Z',
    updated_at: '2026-03-15T12:00:00Z',
  })

  it('is made by POST, which answers 201 and the record, and is read at once on both surfaces', async () => {
    const data = { plan: 'gold', seats: 3, gone: null, nested: { list: [1, { a: true }] } }
    const { status, body } = await store.rest(`POST ${path}`, as, json(data))
    expect({ status, body }).toEqual({ status: 201, body: record(data) })
    expect((await store.rest(`GET ${path}`, as)).body).toEqual(body)
    expect(await stored(owner)).toEqual(data)
  })

  it('is replaced by POST: other keys are gone, and the time of its making stays', async () => {
    const earlier = new Date('2025-01-02T03:04:05Z')
    await db.metadata.create({ data: { ...where(owner), data: { old: 1 }, createdAt: earlier, updatedAt: earlier } })
    const { status, body } = await store.rest(`POST ${path}`, as, json({ new: 1 }))
    expect({ status, body }).toEqual({ status: 201, body: { ...record({ new: 1 }), created_at: '2025-01-02T03:04:05Z' } })
  })

  it('is deleted with 204, and then there is none: 404', async () => {
    await store.rest(`POST ${path}`, as, json({ a: { b: 1 } }))
    const deleted = await store.rest(`DELETE ${path}`, as)
    expect([deleted.status, deleted.body]).toEqual([204, undefined])
    expect((await store.rest(`GET ${path}`, as)).status).toBe(404)
    expect(await db.metadataEntry.count({ where: { metadata: where(owner) } })).toBe(0)
    await expectRefused(store, { rest: [`DELETE ${path}`], as }, 'NOT_FOUND', 'Not found.')
  })

  it('takes nothing but an object', async () => {
    for (const body of ['[1]', '"text"', '3', 'null'])
      await expectRefused(store, { rest: [`POST ${path}`, { body }], as }, 'BAD_INPUT', 'The body must be a JSON object.')
    await expectRefused(store, { rest: [`POST ${path}`, { body: '{a:1}' }], as }, 'BAD_INPUT', 'The body is not valid JSON.')
  })
})

describe('REST', () => {
  it('merges by PUT, whose answer is the record; without a record it makes one', async () => {
    const first = await put({ a: 1, b: { c: 1 } })
    expect([first.status, first.body.data]).toEqual([200, { a: 1, b: { c: 1 } }])
    const second = await put({ b: { d: 2 }, e: null })
    expect([second.status, second.body.data]).toEqual([200, { a: 1, b: { d: 2 }, e: null }])
  })

  it('gives carts no PUT', async () => {
    expect((await store.rest(`PUT /v1/carts/${cart.id}/metadata/`, store.merchant, json({ a: 1 }))).status).toBe(405)
  })

  it('finds a subscription by its new values at once, and no longer by the old ones', async () => {
    const found = async (filter: string) => (await store.rest(`/v1/subscriptions/?limit=100&${filter}`)).body.results.length
    await post({ colour: 'teal', size: { eu: 44 } })
    expect([await found('_md.colour=teal'), await found('_md.size.eu__gt=43')]).toEqual([1, 1])
    await put({ colour: 'ochre' })
    expect([await found('_md.colour=teal'), await found('_md.colour=ochre'), await found('_md.size.eu=44')]).toEqual([0, 1, 1])
  })

  it('keeps keys as they are, whatever they mean elsewhere', async () => {
    const body = '{"$type":"Json","set":1,"snake_case":1,"camelCase":2,"a.b":3,"":4,"constructor":5}'
    const { status } = await store.rest(`POST ${ofSubscription.path}`, store.merchant, { body })
    expect(status).toBe(201)
    const { body: read } = await store.rest(ofSubscription.path)
    expect(Object.entries(read.data).sort()).toEqual(Object.entries(JSON.parse(body)).sort())
    const lost = await store.rest(`POST ${ofSubscription.path}`, store.merchant, { body: '{"a":{"__proto__":1}}' })
    expect(lost.body).toEqual({ errors: ['A key of metadata must not be __proto__.'] })
  })

  it('takes a form', async () => {
    const { status, body } = await store.rest(`POST ${ofSubscription.path}`, store.merchant, form('plan=gold&shoe[size]=44'))
    expect([status, body.data]).toEqual([201, { plan: 'gold', shoe: { size: '44' } }])
    const tags = Array.from({ length: 30 }, (_, index) => `tag${index}`)
    const pairs = tags.map((tag) => `tags[]=${tag}`).join('&')
    const { body: listed } = await store.rest(`POST ${ofSubscription.path}`, store.merchant, form(pairs))
    expect(listed.data).toEqual({ tags })
    const repeated = await store.rest(`POST ${ofSubscription.path}`, store.merchant, form('tags=a+b+c&tags=d%2Be&note=+'))
    expect(repeated.body.data).toEqual({ tags: ['a b c', 'd+e'], note: ' ' })
  })

  it.each([
    ['too deep', nested(33), 'metadata must be at most 32 levels deep.'],
    ['of too many keys', { list: Array(500).fill(0) }, 'metadata must have at most 500 keys, items of lists included.'],
    ['too long', { a: 'x'.repeat(maxBytes) }, 'metadata must have at most 65536 bytes as JSON.'],
    ['with NUL in a key', { 'a\u0000': 1 }, 'A value is not allowed: text must not contain the NUL character.'],
    ['with NUL in a value', { a: ['\u0000'] }, 'A value is not allowed: text must not contain the NUL character.'],
    ['with half a character', { a: '\ud800' }, 'A value is not allowed: text must be well-formed Unicode.'],
  ])('refuses metadata that is %s', async (_what, body, message) => {
    await post({ a: 1 })
    for (const method of ['POST', 'PUT'])
      await expectRefused(store, { rest: [`${method} ${ofSubscription.path}`, json(body)] }, 'BAD_INPUT', message)
  })

  // JSON's readers take the first for 9007199254740992, the last but one for infinity.
  it.each(['9007199254740993', '-9007199254740993', '9007199254740992', '1e21', '1e999', '123456789012345678901234567890'])(
    'refuses the number %s, which would not be kept as it is, and keeps it as text',
    async (number) => {
      await post({ a: 1 })
      const message = (path: string) =>
        `${path} must be a number from -9007199254740991 to 9007199254740991; send a larger one as text.`
      for (const method of ['POST', 'PUT']) {
        const asked = `${method} ${ofSubscription.path}`
        await expectRefused(store, { rest: [asked, { body: `{"n":${number}}` }] }, 'BAD_INPUT', message('metadata.n'))
        const deep = `{"n":{"list":[1,${number}]}}`
        await expectRefused(store, { rest: [asked, { body: deep }] }, 'BAD_INPUT', message('metadata.n.list.1'))
      }
      const owner = JSON.stringify(ofSubscription.owner)
      const merge = (declared: string, data: string) =>
        `mutation ($owner: MetadataOwner${declared}) { mergeMetadata(input: { owner: $owner, data: ${data} }) { userErrors { message } } }`
      for (const body of [
        `{"query":${JSON.stringify(merge('', `{ n: ${number} }`))},"variables":{"owner":${owner}}}`,
        `{"query":${JSON.stringify(merge(', $data: Json!', '$data'))},"variables":{"owner":${owner},"data":{"n":${number}}}}`,
      ]) {
        const headers = { 'Content-Type': 'application/json', Authorization: store.merchant }
        const response = await store.fetch('/graphql', { method: 'POST', headers, body })
        expect(await response.json()).toMatchObject({
          data: { mergeMetadata: { userErrors: [{ message: message('metadata.n') }] } },
        })
      }
      expect((await store.rest(ofSubscription.path)).body.data).toEqual({ a: 1 })
      await post({ n: number })
      const filters = [`_md.n=${encodeURIComponent(number)}`, `_md.n__in=x,${encodeURIComponent(number)}`]
      for (const filter of filters) expect((await store.rest(`/v1/subscriptions/?${filter}`)).body.count).toBe(1)
    },
  )

  it.each(['9007199254740991', '-9007199254740991', '0.1', '1.5e15', '-0.30000000000000004'])(
    'keeps the number %s',
    async (number) => {
      await store.rest(`POST ${ofSubscription.path}`, store.merchant, { body: `{"n":${number}}` })
      const response = await store.fetch(ofSubscription.path, { headers: { Authorization: store.merchant } })
      expect(JSON.parse(await response.text()).data.n).toBe(Number(number))
      expect((await store.rest(`/v1/subscriptions/?_md.n=${number}`)).body.count).toBe(number === '1.5e15' ? 0 : 1)
    },
  )

  it("does not find a missing owner, another store's, nor a cart without an order", async () => {
    const paths = [
      `/v1/subscriptions/${nobody}/metadata/`,
      `/v1/subscriptions/${theirSubscription.id}/metadata/`,
      `/v1/carts/${nobody}/metadata/`,
      `/v1/carts/${theirCart.id}/metadata/`,
      `/v1/carts/${lostCart.id}/metadata/`,
    ]
    for (const path of paths) {
      await expectRefused(store, { rest: [`POST ${path}`, json({ a: 1 })] }, 'NOT_FOUND', 'Not found.')
      await expectRefused(store, { rest: [`DELETE ${path}`] }, 'NOT_FOUND', 'Not found.')
    }
  })

  it('wants a token for the metadata of a customer', async () => {
    const path = '/v1/store/api/customer/metadata/'
    expect((await store.rest(`POST ${path}`, undefined, json({ a: 1 }))).status).toBe(401)
    expect((await store.rest(`POST ${path}`, store.merchant, json({ a: 1 }))).status).toBe(403)
    expect((await store.rest(`DELETE ${path}`, undefined)).status).toBe(401)
  })

  it('loses none of 50 keys merged at once', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `key${index}`)
    const answers = await Promise.all(keys.map((key, index) => put({ [key]: index })))
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
    expect(await stored()).toEqual(Object.fromEntries(keys.map((key, index) => [key, index])))
    const entries = await db.metadataEntry.findMany({ where: { metadata: where(ofSubscription.owner) } })
    expect(entries.map(({ path }) => path).sort()).toEqual([...keys].sort())
  })

  it('costs six statements for new keys, seven where others go or change, four to delete, whatever its size', async () => {
    const large = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`k${index}`, { value: index }]))
    expect(await store.statements(() => post({ a: 1 }))).toHaveLength(6)
    expect(await store.statements(() => put({ b: 1 }))).toHaveLength(6)
    expect(await store.statements(() => post(large))).toHaveLength(7)
    expect(await store.statements(() => put({ k0: 1 }))).toHaveLength(7)
    expect(await store.statements(() => store.rest(`DELETE ${ofSubscription.path}`))).toHaveLength(4)
  })
})

describe('GraphQL', () => {
  const shows = 'metadata { subscriptionId cartId customerId data createdAt updatedAt }'

  it.each(owners)('replaces, merges and deletes that of $name; REST shows it at once', async ({ owner, path, as }) => {
    const replaced = await mutate(store, 'replaceMetadata', { owner, data: { a: 1 } }, shows)
    expect(replaced.userErrors).toEqual([])
    expect(replaced.record).toMatchObject({ data: { a: 1 }, createdAt: '2026-03-15T12:00:00Z' })
    const { record } = await mutate(store, 'mergeMetadata', { owner, data: { b: [2] } }, shows)
    expect(record.data).toEqual({ a: 1, b: [2] })
    expect((await store.rest(path, as)).body.data).toEqual({ a: 1, b: [2] })
    expect(await mutate(store, 'deleteMetadata', { owner })).toEqual({ record: undefined, userErrors: [] })
    expect((await store.rest(path, as)).status).toBe(404)
  })

  it('takes an object written in the document as one in a variable', async () => {
    const query = `mutation { replaceMetadata(input: { owner: { subscriptionId: ${subscription.id} }, data: { a: [1, { b: null }] } })
      { metadata { data } userErrors { message } } }`
    const { data } = await store.graphql(query)
    expect(data.replaceMetadata).toEqual({ metadata: { data: { a: [1, { b: null }] } }, userErrors: [] })
    expect(await stored()).toEqual({ a: [1, { b: null }] })
  })

  it.each([1, 'a', true, [{ a: 1 }]])('refuses %j: metadata is an object', async (data) => {
    const { owner } = ofSubscription
    for (const name of ['replaceMetadata', 'mergeMetadata'])
      await expectRefused(store, { graphql: [name, { owner, data }] }, 'BAD_INPUT', 'metadata must be an object.')
  })

  it('wants a merchant to name the owner, and exactly one', async () => {
    const message = 'owner is required: whose metadata it is.'
    await expectRefused(store, { graphql: ['mergeMetadata', { data: {} }] }, 'BAD_INPUT', message)
    const two = { subscriptionId: 1, cartId: 1 }
    const query = 'mutation($owner: MetadataOwner) { deleteMetadata(input: { owner: $owner }) { userErrors { code } } }'
    const { errors } = await store.graphql(query, { owner: two })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT'])
  })

  it("does not find a missing owner, another store's, nor a cart without an order", async () => {
    const owners = [
      { subscriptionId: nobody },
      { subscriptionId: Number(theirSubscription.id) },
      { cartId: Number(theirCart.id) },
      { cartId: Number(lostCart.id) },
      { customerId: Number(theirCustomer.id) },
      { customerId: nobody },
    ]
    for (const owner of owners) {
      await expectRefused(store, { graphql: ['mergeMetadata', { owner, data: { a: 1 } }] }, 'NOT_FOUND', 'Not found.')
      await expectRefused(store, { graphql: ['deleteMetadata', { owner }] }, 'NOT_FOUND', 'Not found.')
    }
  })

  it('lets customers write their own record only, named or not', async () => {
    const as = store.customer
    const own = { customerId: Number(store.customerId) }
    expect((await mutate(store, 'mergeMetadata', { data: { a: 1 } }, shows, as)).record.data).toEqual({ a: 1 })
    expect((await mutate(store, 'mergeMetadata', { owner: own, data: { b: 1 } }, shows, as)).record.data).toEqual({ a: 1, b: 1 })
    const mine = await db.subscription.findFirstOrThrow({ where: { customerId: store.customerId } })
    const neighbour = await db.customer.findFirstOrThrow({ where: { storeId: 1n, id: { not: store.customerId } } })
    const before = await tables(db)
    const query =
      'mutation($owner: MetadataOwner) { mergeMetadata(input: { owner: $owner, data: { a: 2 } }) { userErrors { code } } }'
    for (const owner of [
      { subscriptionId: Number(mine.id) },
      { customerId: Number(neighbour.id) },
      { cartId: Number(cart.id) },
    ]) {
      const { errors } = await store.graphql(query, { owner }, as)
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
    expect(await tables(db)).toEqual(before)
  })

  it('answers endless nesting with a refusal, also under an Idempotency-Key', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    const query = `mutation($data: Json!) { mergeMetadata(input: { owner: { subscriptionId: ${subscription.id} }, data: $data })
      { userErrors { code } } }`
    const response = await store.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: store.merchant, 'Idempotency-Key': 'deep' },
      body: `{"query":${JSON.stringify(query)},"variables":{"data":${deep}}}`,
    })
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] }
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT'])
  })
})

describe('a write that changes nothing', () => {
  const data = { plan: 'gold', sizes: { eu: 44, list: [1, null, { a: true }] } }
  const reordered = { sizes: { list: [1, null, { a: true }], eu: 44 }, plan: 'gold' }
  const owner = { storeId: 1n, subscriptionId: subscription.id }
  const record = { storeId_subscriptionId: owner }
  const writes = {
    'REST PUT': () => put({ sizes: data.sizes }),
    'REST POST': () => post(reordered),
    mergeMetadata: () => mutate(store, 'mergeMetadata', { owner: ofSubscription.owner, data: {} }, 'metadata { data }'),
    replaceMetadata: () =>
      mutate(store, 'replaceMetadata', { owner: ofSubscription.owner, data: reordered }, 'metadata { data }'),
  }

  it.each(Object.entries(writes))(
    'by %s writes neither the record nor its entries, and answers as any other',
    async (_, write) => {
      await post(data)
      const updatedAt = new Date('2025-01-02T03:04:05Z')
      await db.metadata.update({ where: record, data: { updatedAt } })
      const rows = async () => ({
        record: await db.metadata.findUnique({ where: record }),
        entries: await db.metadataEntry.findMany({ where: { metadata: owner }, orderBy: { path: 'asc' } }),
      })
      const before = await rows()
      const answers: unknown[] = []
      const statements = await store.statements(async () => answers.push(await write()))
      expect(statements.filter((sql) => /^(INSERT|UPDATE|DELETE)/.test(sql))).toEqual([expect.stringContaining('INTO log_entry')])
      expect(await rows()).toEqual(before)
      const [answer] = answers as { status?: number; body?: object; record?: object }[]
      if (answer?.body) expect(answer).toMatchObject({ body: { data, updated_at: '2025-01-02T03:04:05Z' } })
      else expect(answer).toEqual({ record: { data }, userErrors: [] })
      const last = await db.logEntry.findFirst({ where: owner, orderBy: { id: 'desc' } })
      expect(last).toMatchObject({ operation: expect.stringMatching(/Metadata$/), changes: {} })
    },
  )

  it('makes a record where there is none, even of nothing', async () => {
    expect(await put({})).toMatchObject({ status: 200, body: { data: {} } })
    expect(await stored()).toEqual({})
  })
})

describe('the log', () => {
  it('keeps of each key that changed what was there and what came instead, on the subscription, or on the order a cart led to', async () => {
    await post({ a: 1 })
    await put({ b: 2 })
    await put({ a: 1, b: { c: [3] } })
    await store.rest(`DELETE ${ofSubscription.path}`)
    const last = { orderBy: { id: 'desc' }, take: 4 } as const
    const entries = await db.logEntry.findMany({ ...last, where: { subscriptionId: subscription.id } })
    expect(entries.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['deleteMetadata', { data: { from: { a: 1, b: { c: [3] } }, to: null } }],
      ['mergeMetadata', { data: { from: { b: 2 }, to: { b: { c: [3] } } } }],
      ['mergeMetadata', { data: { from: {}, to: { b: 2 } } }],
      ['replaceMetadata', { data: { from: null, to: { a: 1 } } }],
    ])
    await store.rest(`POST /v1/carts/${cart.id}/metadata/`, store.merchant, json({ c: 3 }))
    const [entry] = await db.logEntry.findMany({ ...last, where: { orderId: cart.orderId } })
    expect(entry).toMatchObject({ operation: 'replaceMetadata', changes: { data: { from: null, to: { c: 3 } } } })
  })
})

describe('The metadata of orders and products', () => {
  const idsOf = async (path: string) =>
    (await store.rest(`GET ${path}`, store.merchant)).body.results.map(({ id }: { id: number }) => id)

  it('are found by their values at once, on both surfaces', async () => {
    await store.rest(`POST /v1/orders/${order.id}/metadata/`, store.merchant, json({ channel: 'fair', stand: 12 }))
    await store.rest(`POST /v1/products/${product.id}/metadata/`, store.merchant, json({ shelf: { row: 7 } }))
    expect(await idsOf('/v1/orders/?_md.stand__gt=9')).toEqual([Number(order.id)])
    expect(await idsOf('/v1/products/?_md.shelf.row=7')).toEqual([Number(product.id)])
    const query = '{ products(filter: { metadata: [{ key: "shelf.row", gt: 6 }] }) { nodes { id metadata { data } } } }'
    expect((await store.graphql(query)).data.products.nodes).toEqual([
      { id: String(product.id), metadata: { data: { shelf: { row: 7 } } } },
    ])
  })

  it('of a product are a list on REST, with its one record or nothing, and closed to customers and visitors', async () => {
    const path = `/v1/products/${product.id}/`
    const shown = async (as?: string) =>
      (await (as ? store.rest(`GET ${path}`, as) : store.rest(`GET /v1/store/api/products/${product.id}/`))).body.metadata
    expect(await shown(store.merchant)).toEqual([])
    const { body } = await store.rest(`POST ${path}metadata/`, store.merchant, json({ margin: 40 }))
    expect(await shown(store.merchant)).toEqual([body])
    const own = await store.rest(`GET /v1/store/api/products/${product.id}/`, store.customer)
    expect([own.body.metadata, await shown()]).toEqual([[], []])
    const query = `{ product(id: ${product.id}) { metadata { data } } }`
    expect((await store.graphql(query, {}, store.customer)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  it('take the scope of their owner', async () => {
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["write_orders", "read_orders"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const key = `Bearer ${merchantKey.clientId}.${secret}`
    expect((await store.rest(`PUT /v1/orders/${order.id}/metadata/`, key, json({ a: 1 }))).status).toBe(200)
    expect((await store.rest(`PUT /v1/products/${product.id}/metadata/`, key, json({ a: 1 }))).status).toBe(403)
  })
})
