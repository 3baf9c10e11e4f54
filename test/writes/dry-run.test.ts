/** A dry run: every write answers what it would, on both surfaces, and leaves nothing. */
import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { undone } from '../../src/db/transaction.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { schema } from '../../src/resources/schema.ts'
import { mutations } from '../access/isolation/mutations.ts'
import { ownOf } from '../access/isolation/own-rows.ts'
import { customer, merchant, type Principal } from '../access/isolation/principals.ts'
import { finishedPages, TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { actions, ask, surfaces } from './ask.ts'
import { addCustomer, addProduct, addSubscription, pastDue } from './rows.ts'
import { tables } from './tables.ts'

const gateway = Object.assign(new TestGateway(), { setups: finishedPages })
const store = await openStore({ gateway: () => gateway })
const { db } = store
const everyTable = () => tables(db, [])
beforeEach(() => gateway.reset())

const fields = schema.getMutationType()?.getFields() ?? {}

/** The fields of a payload's record: all but times, names and ids, which a second run assigns anew. */
function shownBy(name: string): string {
  const payload = getNamedType(fields[name]?.type) as GraphQLObjectType
  const { userErrors: _errors, dryRun: _dryRun, ...others } = payload.getFields()
  return Object.values(others)
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => {
      const columns = Object.values((getNamedType(field.type) as GraphQLObjectType).getFields())
      const plain = columns.filter(({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0)
      return `${field.name} { ${plain.map((column) => column.name).join(' ')} }`
    })
    .join(' ')
}

async function run(name: string, principal: Principal, input: object | undefined, dryRun: boolean) {
  const type = fields[name]?.args.find((each) => each.name === 'input')?.type
  const [takes, given] = type ? [`$input: ${type}, `, 'input: $input, '] : ['', '']
  const query = `mutation (${takes}$dryRun: Boolean) { ${name}(${given}dryRun: $dryRun) {
    ${shownBy(name)} dryRun userErrors { code message } } }`
  const as = principal.role === 'customer' ? store.customer : store.merchant
  const { data, errors } = await store.graphql(query, { ...(type && { input }), dryRun }, as)
  expect(errors).toEqual([])
  return data[name]
}

/** The payload without the values that are new each time: ids, times of a change, names made of them, the id of the request, and the random name of a key. */
const withoutNames = (payload: object): object =>
  JSON.parse(
    JSON.stringify(payload, (key, value) =>
      /^(?:id|nodeId|url|clientId|dryRun|request|updatedAt|changedIn|gatewayReference|.*Id)$/.test(key) ? undefined : value,
    ),
  )

/** Mutations that show what would be, dry or not. */
const storesNothing = new Set(['previewMail'])

describe('A dry run of', () => {
  it('is tried for every mutation', () => {
    expect(Object.keys(mutations).sort()).toEqual(Object.keys(fields).sort())
  })

  it.each(Object.keys(mutations))('%s leaves every table as it was, and answers what the write then does', async (name) => {
    const entry = mutations[name]
    const principal = entry?.by === 'customer' ? customer : merchant
    const input = await entry?.input(await ownOf(db, principal))
    const before = await everyTable()
    const tried = await run(name, principal, input, true)
    expect(await everyTable()).toEqual(before)
    expect(gateway.asked).toEqual([])
    expect(tried).toMatchObject({ dryRun: true, userErrors: [] })
    const done = await run(name, principal, input, false)
    expect(done).toMatchObject({ dryRun: false, userErrors: [] })
    expect(withoutNames(tried)).toEqual(withoutNames(done))
    if (!storesNothing.has(name)) expect(await everyTable()).not.toEqual(before)
  })
})

describe.each(surfaces)('Over %s a dry run', (surface) => {
  it('of an order says what would be charged, and shows no id that nobody will find', async () => {
    const { id } = await addCustomer(db)
    const product = await addProduct(db, { price: 700, stock: 1 })
    const input = { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] }
    const before = await everyTable()
    const { record, status } = await ask(store, surface, 'createOrder', input, { isDryRun: true })
    expect(status).toBe(201)
    // Ids over GraphQL are made numbers by `ask`.
    const noId = surface === 'REST' ? null : 0
    expect(record).toMatchObject({ id: noId, total: 700, financial_status: 'paid', customer_id: Number(id) })
    expect(record.products[0].product_id).toBe(Number(product.id))
    expect(await everyTable()).toEqual(before)
    expect(gateway.asked).toEqual([])
  })

  it('is refused as the write would be, and the log says nothing', async () => {
    const { id } = await addCustomer(db)
    const product = await addProduct(db, { price: 700, stock: 0 })
    const input = { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] }
    const before = await everyTable()
    const tried = await ask(store, surface, 'createOrder', input, { isDryRun: true })
    expect(await everyTable()).toEqual(before)
    const done = await ask(store, surface, 'createOrder', input)
    expect(done.message).toMatch(/stock/)
    expect(tried).toEqual(done)
  })

  it('does not use up an Idempotency-Key, nor hears what was kept for it', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = String(await addSubscription(db, { customer, product }))
    const options = { key: `dry-${surface}` }
    expect(await ask(store, surface, actions.cancel, { id }, { ...options, isDryRun: true })).toMatchObject({
      replayed: false,
      record: { status: 'cancelled' },
    })
    const done = await ask(store, surface, actions.cancel, { id }, options)
    expect(done).toMatchObject({ replayed: false, record: { status: 'cancelled' } })
    await ask(store, surface, actions.reactivate, { id })
    expect(await ask(store, surface, actions.skip, { id }, { ...options, isDryRun: true })).toMatchObject({ replayed: false })
    expect(await ask(store, surface, actions.cancel, { id }, options)).toEqual({ ...done, replayed: true })
  })

  it('of a renewal goes on with a payment that was given up, and leaves it so', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = String(await addSubscription(db, { customer, product, ...pastDue(1) }))
    gateway.reset('breaks before')
    expect((await ask(store, surface, actions.renew, { id })).status).toBe(503)
    const clock = clockOf(() => new Date(today.getTime() + 61_000))
    expect(await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock }))).toMatchObject([{ result: 'given up' }])
    gateway.reset()
    const before = await everyTable()
    const tried = await ask(store, surface, actions.renew, { id }, { isDryRun: true })
    expect(tried).toMatchObject({ message: undefined, record: { status: 'active' } })
    expect(await everyTable()).toEqual(before)
    expect(gateway.asked).toEqual([])
  })
})

describe.each(surfaces)('Over %s what is there already', (surface) => {
  it('keeps its ids and paths in a dry run', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer, product })
    const input = { id: String(id), note: 'tried' }
    const { record } = await ask(store, surface, 'updateSubscription', input, { isDryRun: true })
    expect(record).toMatchObject({ id, note: 'tried', customer: { id: customer.id }, term: { id: product.terms[0]?.id } })
  })

  it('is shown by the dry run of an order as by its update', async () => {
    const order = await db.order.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
    const headers = { 'X-Dry-Run': 'true' }
    const { body } = await store.rest(`PUT /v1/orders/${order.id}/`, store.merchant, { body: '{"note":"tried"}', headers })
    expect(body).toMatchObject({ id: Number(order.id), url: `/v1/orders/${order.id}/`, note: 'tried' })
  })
})

describe('What a dry run would leave', () => {
  it('is looked at over its own connection alone, and for seconds at most', async () => {
    let late: Promise<unknown> | undefined
    await undone(db, async (_tx, rows) => {
      expect(await rows('SELECT 1', [])).toEqual([['1']])
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => rows('SELECT 1', []))
      late.catch(() => {})
    })
    await expect(late).rejects.toThrow('The transaction is over.')
  })

  it.skipIf('dataDir' in inject('template'))('is no failure of the server where it takes too long: it is too much', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    const query = `mutation { cancelSubscription(input: { id: ${id} }, dryRun: true) { subscription { customer { carts { totalCount } } } } }`
    await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE cart IN ACCESS EXCLUSIVE MODE`
        const { errors } = await store.graphql(query)
        expect(errors).toMatchObject([
          { message: 'The dry run shows too much to be read in time; ask for less.', extensions: { code: 'TIMEOUT' } },
        ])
      },
      { timeout: 20_000 },
    )
  })
})

describe('The argument dryRun', () => {
  it('is refused when it is null: whoever leaves it unset by a variable did not mean to write', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    const before = await everyTable()
    const text = `mutation($dryRun: Boolean) { cancelSubscription(input: { id: ${id} }, dryRun: $dryRun) { dryRun } }`
    const { errors } = await store.graphql(text, { dryRun: null })
    expect(errors).toMatchObject([{ message: expect.stringContaining('null') }])
    expect(await everyTable()).toEqual(before)
    expect((await store.graphql(text, {})).data).toEqual({ cancelSubscription: { dryRun: false } })
  })
})

describe('A condition on a write', () => {
  it.each(['If-Match', 'If-None-Match', 'If-Unmodified-Since'])('by %s is refused', async (name) => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    const before = await everyTable()
    const body = JSON.stringify({ note: 'x' })
    const answer = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, { body, headers: { [name]: '"x"' } })
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.stringMatching(`^${name} is for reads`)] } })
    expect(await everyTable()).toEqual(before)
  })
})

describe('The header X-Dry-Run', () => {
  const body = JSON.stringify({ note: 'x' })
  const subscription = async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    return addSubscription(db, { customer: await addCustomer(db), product })
  }

  it('is echoed', async () => {
    const { headers, status } = await store.rest(`PUT /v1/subscriptions/${await subscription()}/`, store.merchant, {
      body,
      headers: { 'X-Dry-Run': 'true' },
    })
    expect([status, headers.get('x-dry-run')]).toEqual([200, 'true'])
  })

  it.each(['false', '1', 'yes', ''])('is refused when it says %j', async (value) => {
    const id = await subscription()
    const before = await everyTable()
    const answer = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, { body, headers: { 'X-Dry-Run': value } })
    expect(answer).toMatchObject({ status: 400, body: { errors: [`X-Dry-Run must be true, or left out, not ${value}.`] } })
    expect(await everyTable()).toEqual(before)
  })

  it('is refused when it says nothing, also with a key that was used', async () => {
    const path = `PUT /v1/subscriptions/${await subscription()}/`
    const headers = { 'Idempotency-Key': 'empty-dry-run' }
    expect((await store.rest(path, store.merchant, { body, headers })).status).toBe(200)
    const answer = await store.rest(path, store.merchant, { body, headers: { ...headers, 'X-Dry-Run': '' } })
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([400, null])
  })

  it('is refused over GraphQL, where an argument says so', async () => {
    const response = await store.fetch('/graphql', {
      method: 'POST',
      headers: { Authorization: store.merchant, 'Content-Type': 'application/json', 'X-Dry-Run': 'true' },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ message: 'X-Dry-Run is for REST; over GraphQL a mutation takes the argument dryRun: true.' }] },
    ])
  })
})
