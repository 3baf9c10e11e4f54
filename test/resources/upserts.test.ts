/** Records are made or changed by their external ids, one or many in a write, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { processorMilliseconds } from '../support/processor-time.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const put = (externalId: string, body: object) =>
  store.rest(`PUT /v1/customers/external_id/${externalId}/`, store.merchant, json(body))
const post = (body: unknown, query = '', init: RequestInit = {}) =>
  store.rest(`POST /v1/customers/bulk/${query}`, store.merchant, { ...json(body), ...init })

const results = 'results { index ok change customer { id externalId email } userErrors { code field message } }'
const upsert = async (customers: readonly object[], onError = 'reject_all', dryRun = false) => {
  const query = `mutation Upsert($input: UpsertCustomersInput!, $dryRun: Boolean!) {
    upsertCustomers(input: $input, dryRun: $dryRun) { ${results} userErrors { code field message } }
  }`
  const { data, errors } = await store.graphql(query, { input: { customers, onError }, dryRun })
  expect(errors).toEqual([])
  return data.upsertCustomers
}

let made = 0
const person = (name: string) => ({ externalId: `${name}-${++made}`, email: `${name}${made}@example.com`, country: 'SE' })
const asRest = ({ externalId, ...rest }: ReturnType<typeof person>) => ({ external_id: externalId, ...rest })

describe('One record', () => {
  it('is made with 201, then changed with 200, by the external id in the path', async () => {
    const first = await put('web-7', { email: 'web7@example.com', country: 'GB' })
    expect(first).toMatchObject({ status: 201, body: { external_id: 'web-7', email: 'web7@example.com' } })
    const second = await put('web-7', { first_name: 'Ada' })
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, first_name: 'Ada', email: 'web7@example.com' } })
    const { record } = await mutate(store, 'upsertCustomer', { externalId: 'web-7', lastName: 'King' }, 'customer { name }')
    expect(record).toEqual({ name: 'Ada King' })
  })

  it('takes any text for an id, however it is written in a path', async () => {
    const { body } = await put(encodeURIComponent('a/b ü'), { email: 'odd@example.com', country: 'GB' })
    expect(body.external_id).toBe('a/b ü')
  })

  it('that is as given already writes nothing and emits nothing', async () => {
    const [events, row] = [await db.event.count(), await db.customer.findFirst({ where: { externalId: 'web-7' } })]
    expect(await put('web-7', { first_name: 'Ada' })).toMatchObject({ status: 200 })
    expect(await db.event.count()).toBe(events)
    expect(await db.customer.findFirst({ where: { externalId: 'web-7' } })).toEqual(row)
  })

  it('needs of a new record what its create needs', async () => {
    await expectRefused(
      store,
      {
        rest: ['PUT /v1/customers/external_id/new/', json({ email: 'n@example.com' })],
        graphql: ['upsertCustomer', { externalId: 'new', email: 'n@example.com' }],
      },
      'BAD_INPUT',
      'country is required.',
    )
  })

  it('made by twenty requests at once is one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => put('raced', { email: 'raced@example.com', country: 'GB' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(await db.customer.count({ where: { storeId: 1n, externalId: 'raced' } })).toBe(1)
  })
})

describe('Many records', () => {
  it('are made, changed or left as they are, each with its result in order', async () => {
    const [known, same, fresh] = [person('known'), person('same'), person('fresh')]
    await upsert([known, same])
    const { results, userErrors } = await upsert([{ ...known, firstName: 'Kim' }, same, fresh])
    expect(userErrors).toEqual([])
    expect(results).toMatchObject([
      { index: 0, ok: true, change: 'updated', customer: { externalId: known.externalId }, userErrors: [] },
      { index: 1, ok: true, change: 'unchanged', customer: { email: same.email } },
      { index: 2, ok: true, change: 'created', customer: { externalId: fresh.externalId } },
    ])
  })

  it('are the same over REST, as an array or one a line', async () => {
    const [one, other] = [asRest(person('one')), asRest(person('other'))]
    const created = await post([one, other])
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      count: 2,
      results: [
        { index: 0, ok: true, change: 'created', record: { external_id: one.external_id, url: expect.any(String) } },
        { index: 1, ok: true, change: 'created', record: { external_id: other.external_id } },
      ],
    })
    const lines = [one, { ...other, location: 'Lund' }].map((each) => JSON.stringify(each)).join('\n')
    const again = await post(undefined, '', { body: `${lines}\n`, headers: { 'Content-Type': 'application/x-ndjson' } })
    expect(again.body.results.map(({ change }: { change: string }) => change)).toEqual(['unchanged', 'updated'])
  })

  it('leave a log entry and an event each, where something changed', async () => {
    const [known, fresh] = [person('logged'), person('logged')]
    await upsert([known])
    const [logs, events] = [await db.logEntry.count(), await db.event.count()]
    await upsert([known, { ...fresh, firstName: 'Lo' }, { externalId: known.externalId }].slice(0, 2))
    const entries = await db.logEntry.findMany({ skip: logs, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([{ operation: 'upsertCustomers', changes: { firstName: { from: null, to: 'Lo' } } }])
    const told = await db.event.findMany({ skip: events, orderBy: { id: 'asc' } })
    expect(told).toMatchObject([{ type: 'customer.created', recordId: entries[0]?.recordId, customerId: entries[0]?.recordId }])
  })

  it('are refused together, each fault with its place, and nothing is written', async () => {
    const [good, bad] = [person('good'), { ...person('bad'), email: 'no address' }]
    const taken = { ...person('taken'), email: good.email }
    await upsert([good])
    const fresh = person('unwritten')
    const faults = [
      'customers[1].email must be an e-mail address, such as zoe@example.com.',
      'customers[2].email is already the email of another customer.',
    ]
    const count = await db.customer.count()
    const answer = await post([fresh, bad, taken].map(asRest))
    expect(answer).toMatchObject({ status: 400, body: { errors: faults } })
    const { results, userErrors } = await upsert([fresh, bad, taken])
    expect(results).toEqual([])
    expect(userErrors.map(({ field }: { field: string }) => field)).toEqual(['customers[1].email', 'customers[2].email'])
    expect(await db.customer.count()).toBe(count)
  })

  it('keep going on demand: the others are written, and each says what became of it', async () => {
    const [good, bad] = [person('kept'), { ...person('bad'), email: 'no address' }]
    const odd = { ...asRest(person('odd')), colour: 'red' }
    const { status, body } = await post([odd, asRest(bad), asRest(good)], '?on_error=keep_going')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      count: 3,
      results: [
        { index: 0, ok: false, errors: [expect.stringMatching(/^Unknown field: customers\[0\]\.colour/)] },
        { index: 1, ok: false, errors: ['customers[1].email must be an e-mail address, such as zoe@example.com.'] },
        { index: 2, ok: true, change: 'created' },
      ],
    })
    const { results } = await upsert([bad, { ...good, firstName: 'Go' }], 'keep_going')
    expect(results).toMatchObject([
      { index: 0, ok: false, change: null, customer: null, userErrors: [{ code: 'BAD_INPUT', field: 'customers[0].email' }] },
      { index: 1, ok: true, change: 'updated' },
    ])
  })

  it('name both places of a value that two of them have', async () => {
    const [one, other] = [person('twin'), person('twin')]
    const twice = await upsert([one, { ...other, externalId: one.externalId }])
    expect(twice.userErrors).toMatchObject([
      { field: 'customers[0].externalId', message: 'customers[0].externalId is that of customers[1].externalId too.' },
      { field: 'customers[1].externalId', message: 'customers[1].externalId is that of customers[0].externalId too.' },
    ])
    const shared = await upsert([one, { ...other, email: one.email.toUpperCase() }])
    expect(shared.userErrors).toMatchObject([{ field: 'customers[0].email' }, { field: 'customers[1].email' }])
  })

  it('are tried by a dry run, and kept by a repeat with the same Idempotency-Key', async () => {
    const fresh = person('tried')
    const tried = await upsert([fresh], 'reject_all', true)
    expect(tried.results).toMatchObject([{ change: 'created', customer: { id: '0' } }])
    expect(await db.customer.count({ where: { externalId: fresh.externalId } })).toBe(0)
    const key = { headers: { 'Idempotency-Key': 'bulk-1' } }
    const [first, second] = [await post([asRest(fresh)], '', key), await post([asRest(fresh)], '', key)]
    expect(first.body.results[0].change).toBe('created')
    expect(second.body).toEqual(first.body)
  })

  it('are 1 to 100, and no more bytes than MAX_BULK', async () => {
    const most = Array.from({ length: 101 }, () => asRest(person('many')))
    expect(await post(most)).toMatchObject({ status: 400, body: { errors: ['The body lists more than 100 records.'] } })
    expect(await post([])).toMatchObject({ status: 400 })
    const { userErrors } = await upsert([])
    expect(userErrors).toMatchObject([{ message: 'customers must have 1 to 100 records, not 0.' }])
    const large = Array.from({ length: 100 }, () => ({ ...asRest(person('large')), location: 'x'.repeat(6_000) }))
    expect(await post(large)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.stringMatching(/location/)]) },
    })
  })

  it.each([
    ['not json', 'Record 0 of the body is not valid JSON.'],
    ['[{"external_id": "x"}', 'The body is not valid JSON.'],
    ['[{"external_id": "x"}] x', 'The body is not valid JSON.'],
    ['[1]', 'Record 0 of the body must be a JSON object.'],
    ['{"external_id": "x"}\n{', 'Record 1 of the body is not valid JSON.'],
  ])('must be a list: %s', async (body, message) => {
    const answer = await post(undefined, '', { body })
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.stringContaining(message)] } })
  })
})

describe('A hostile body', () => {
  const bytes = 8_388_000
  it.each([
    ['is nested without end', '['.repeat(bytes), 'The body is nested more than 64 levels deep.'],
    ['is one long item', `[${'{}'.repeat(bytes / 2 - 2)}`, 'A record of the body is longer than 524288 characters.'],
    ['is one long text', `["${'\\\\'.repeat(bytes / 2 - 4)}`, 'A record of the body is longer than 524288 characters.'],
    [
      'is one long record',
      `[{"a":[${'{},'.repeat(bytes / 3 - 9)}{}]}]`,
      'A record of the body is longer than 524288 characters.',
    ],
    ['is one record of many values', `[{"a":[${'1,'.repeat(200_000)}1]}]`, 'Record 0 of the body has more than 20000 values.'],
    [
      'has more values than all records together may',
      JSON.stringify(Array.from({ length: 3 }, () => ({ a: Array(15_000).fill(1) }))),
      'The records of the body have more than 25000 values together.',
    ],
    ['is blank', '\n'.repeat(bytes), 'The body must list records: a JSON array, or one JSON object a line.'],
  ])('that %s is refused, and holds nobody else up', async (_what, body, message) => {
    let [longest, last] = [0, processorMilliseconds()]
    const timer = setInterval(() => {
      longest = Math.max(longest, processorMilliseconds() - last)
      last = processorMilliseconds()
    }, 1)
    const answer = await post(undefined, '?on_error=keep_going', { body })
    clearInterval(timer)
    const errors = answer.body.errors as string[]
    if (answer.status === 400) expect(errors[0]).toContain(message)
    else expect(JSON.stringify(answer.body)).toContain(message)
    expect(longest).toBeLessThan(200)
  })

  it('in a path is refused', async () => {
    const { status, body } = await put('a%00b', { email: 'nul@example.com', country: 'GB' })
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [expect.stringMatching(/^external_id is not allowed/)],
    })
  })

  it('that races with a plain create is refused, or changes the record', async () => {
    const asks = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? store.rest(
            'POST /v1/customers/',
            store.merchant,
            json({ external_id: 'mixed', email: `m${index}@example.com`, country: 'GB' }),
          )
        : put('mixed', { email: `m${index}@example.com`, country: 'GB' }),
    )
    const statuses = (await Promise.all(asks)).map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 201, 400].includes(status))).toEqual([])
    expect(await db.customer.count({ where: { storeId: 1n, externalId: 'mixed' } })).toBe(1)
  })
})

describe('Coupons', () => {
  it('are made and changed with the products that they apply to', async () => {
    const given = { external_id: 'spring', code: 'SPRING', discount_type: 'percent', discount_value: 10, product_ids: [1, 2] }
    const bulk = (body: object) => store.rest('POST /v1/coupons/bulk/', store.merchant, json([body]))
    expect((await bulk(given)).body.results).toMatchObject([{ change: 'created', record: { code: 'SPRING' } }])
    expect((await bulk(given)).body.results).toMatchObject([{ change: 'unchanged' }])
    expect((await bulk({ ...given, product_ids: [2, 3] })).body.results).toMatchObject([{ change: 'updated' }])
    const links = await db.couponProduct.findMany({ where: { coupon: { externalId: 'spring' } }, orderBy: { productId: 'asc' } })
    expect(links.map(({ productId }) => productId)).toEqual([2n, 3n])
    const missing = await bulk({ ...given, product_ids: [999_999] })
    expect(missing).toMatchObject({
      status: 404,
      body: { errors: ['There is no product 999999: coupons[0].product_ids must name one.'] },
    })
  })
})

it('A hundred customers are made by as many statements as one', async () => {
  const statements = async (count: number) =>
    (await store.statements(() => upsert(Array.from({ length: count }, () => person('counted'))))).length
  expect(await statements(100)).toBe(await statements(1))
})

it('Twenty coupons lose, gain and keep products by as many statements as one', async () => {
  const relink = async (numbers: readonly number[]) => {
    const coupons = (productIds: readonly number[]) =>
      numbers.map((number) => ({
        ...{ external_id: `linked-${number}`, code: `LINKED${number}`, discount_type: 'percent', discount_value: 10 },
        product_ids: productIds,
      }))
    const bulk = async (body: unknown) =>
      expect(await store.rest('POST /v1/coupons/bulk/', store.merchant, json(body))).toMatchObject({ status: 200 })
    await bulk(coupons([1, 2]))
    const statements = await store.statements(() => bulk(coupons([2, 3])))
    const externalId = { in: numbers.map((number) => `linked-${number}`) }
    const links = await db.couponProduct.groupBy({ by: ['productId'], where: { coupon: { externalId } }, _count: true })
    expect(new Map(links.map(({ productId, _count }) => [productId, _count]))).toEqual(
      new Map([
        [2n, numbers.length],
        [3n, numbers.length],
      ]),
    )
    return statements.length
  }
  const many = Array.from({ length: 20 }, (_, number) => number + 1)
  expect(await relink(many)).toBe(await relink([21]))
})

it('A coupon that lowers all renewals keeps no number of them, by its external id as by its id', async () => {
  const forever = { code: 'FOREVER', discount_type: 'percent', discount_value: 10, forever: true }
  const set = (body: object) => store.rest('PUT /v1/coupons/external_id/forever/', store.merchant, json(body))
  const { body } = await set(forever)
  await set({ num_renewals: 5 })
  expect(await db.coupon.findFirst({ where: { externalId: 'forever' } })).toMatchObject({ forever: true, numRenewals: 0 })
  await store.rest(`PUT /v1/coupons/${body.id}/`, store.merchant, json({ num_renewals: 5 }))
  expect(await db.coupon.findFirst({ where: { externalId: 'forever' } })).toMatchObject({ forever: true, numRenewals: 0 })
})
