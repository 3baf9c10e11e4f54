/** Two stores whose rows have the same ids: a write, a payment and a repeated request of one touches nothing of the other. */
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { schema } from '../../../src/resources/schema.ts'
import { finishedPages, TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces, type WriteName } from '../../writes/ask.ts'
import { addCustomer, addProduct } from '../../writes/rows.ts'
import { mutations } from './mutations.ts'
import { ownOf, purchaseOf, subscriptionOf } from './own-rows.ts'
import { customer, merchant, type Principal } from './principals.ts'
import { changedIn, copyToTwin, firstId, rowsOfBoth, twinId, twinMerchant } from './twin-store.ts'

const gateway = Object.assign(new TestGateway(), { setups: finishedPages })
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store
const first = { merchant: store.merchant, customer: store.customer }
const twin = { merchant: twinMerchant, customer: await store.customerToken(store.customerId, twinId) }
const merchantOwn = () => ownOf(db, merchant)

beforeEach(() => gateway.reset())

/** Does the same in the first store and then in its twin; answers what of each has changed, in turn. */
async function inEach(write: (as: typeof first) => Promise<void>): Promise<{ first: string[]; twin: string[] }[]> {
  await copyToTwin(db)
  const looks = [await rowsOfBoth(db)]
  for (const as of [first, twin]) {
    await write(as)
    looks.push(await rowsOfBoth(db))
  }
  const changes = looks.slice(1).map((look, before) => ({
    first: changedIn(looks[before]?.first ?? {}, look.first),
    twin: changedIn(looks[before]?.twin ?? {}, look.twin),
  }))
  return changes
}

/** The expectation: in each store the same has changed, and nothing in the other. */
function expectOwn(changes: { first: string[]; twin: string[] }[]): void {
  const changed = changes[0]?.first
  expect(changes).toEqual([
    { first: changed, twin: [] },
    { first: [], twin: changed },
  ])
  expect(changed).toContain('log_entry')
}

const fields = schema.getMutationType()?.getFields() ?? {}

/** The columns of the record that a mutation shows, its store among them. */
function shownBy(name: string): string {
  const payload = getNamedType(fields[name]?.type) as GraphQLObjectType
  const record = Object.values(payload.getFields()).find(
    (field) => isObjectType(getNamedType(field.type)) && field.name !== 'userErrors',
  )
  const columns = record && (getNamedType(record.type) as GraphQLObjectType).getFields()
  return record ? `${record.name} { ${['id', 'storeId'].filter((column) => columns?.[column]).join(' ') || '__typename'} }` : ''
}

// A secret is sealed for one store: a copy of it opens in no other.
const sealed = new Set(['confirmTotp'])

describe('Of two stores whose rows have the same ids, each alone is written by', () => {
  it.each(Object.keys(mutations).filter((name) => !sealed.has(name)))('%s', async (name) => {
    const entry = mutations[name]
    const principal: Principal = entry?.by === 'customer' ? customer : merchant
    const given = await entry?.input(await ownOf(db, principal))
    const type = fields[name]?.args.find((each) => each.name === 'input')?.type
    const [takes, input] = type ? [`($input: ${type})`, '(input: $input)'] : ['', '']
    const changes = await inEach(async (as) => {
      const query = `mutation ${takes} { ${name}${input} { ${shownBy(name)} userErrors { message } } }`
      const { data, errors } = await store.graphql(query, type ? { input: given } : {}, as[principal.role as 'merchant'])
      expect([errors, data?.[name]?.userErrors]).toEqual([[], []])
      const shown = JSON.stringify(data)
      if (shown.includes('storeId')) expect(shown).toContain(`"storeId":"${as === first ? firstId : twinId}"`)
    })
    // It shows what would be sent, and writes nothing.
    if (name === 'previewMail') expect(changes.flatMap(({ first, twin }) => [...first, ...twin])).toEqual([])
    else expectOwn(changes)
  })

  const writes: [WriteName, () => Promise<Record<string, unknown>>][] = [
    ['updateSubscription', async () => ({ id: await subscriptionOf(await merchantOwn()), note: 'of its own' })],
    ['cancelSubscription', async () => ({ id: await subscriptionOf(await merchantOwn()) })],
    ['skipSubscription', async () => ({ id: await subscriptionOf(await merchantOwn()) })],
    ['pauseSubscription', async () => ({ id: await subscriptionOf(await merchantOwn()) })],
    ['resumeSubscription', async () => ({ id: await subscriptionOf(await merchantOwn(), 'suspended') })],
    ['renewSubscription', async () => ({ id: await subscriptionOf(await merchantOwn(), 'past_due') })],
    ['reactivateSubscription', async () => ({ id: await subscriptionOf(await merchantOwn(), 'cancelled') })],
    [
      'createOrder',
      async () => {
        const { customer, products, coupons } = await purchaseOf(await merchantOwn())
        const [{ productInstance, term }] = products as [(typeof products)[0]]
        return { customer, products: [{ product_instance: productInstance, term }], coupons }
      },
    ],
  ]
  const cells = surfaces.flatMap((surface) => writes.map(([name, inputOf]) => ({ surface, name, inputOf })))

  it.each(cells)('$name over $surface', async ({ surface, name, inputOf }) => {
    const input = await inputOf()
    const changes = await inEach(async ({ merchant: as }) => {
      const { message, status } = await ask(store, surface, name, input, { as })
      expect({ message, isDone: status < 300 }).toEqual({ message: undefined, isDone: true })
    })
    expectOwn(changes)
  })

  it('metadata over REST, by customers of the same id with the same Idempotency-Key', async () => {
    const changes = await inEach(async ({ customer: as }) => {
      const init = { headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'the-same' }, body: '{"a":"new"}' }
      for (const replayed of [null, 'true']) {
        const { status, headers, body } = await store.rest('POST /v1/store/api/customer/metadata/', as, init)
        expect([status, body, headers.get('idempotent-replayed')]).toMatchObject([201, { data: { a: 'new' } }, replayed])
      }
    })
    expectOwn(changes)
  })
})

describe('Of two payments of the same id', () => {
  it('each comes to what the gateway says of its own', async () => {
    const { id } = await addCustomer(db)
    const product = await addProduct(db, { price: 800, stock: 10 })
    const input = { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] }
    gateway.mood = 'breaks after'
    expect((await ask(store, 'REST', 'createOrder', input, { key: 'lost' })).status).toBe(503)
    await copyToTwin(db)
    const clock = clockOf(() => new Date(today.getTime() + 61_000))
    const results = await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock }))
    expect(results.map(({ result }) => result).sort()).toEqual(['captured', 'given up'])
    const states = await db.payment.findMany({ where: { customerId: id }, orderBy: { storeId: 'asc' }, select: { state: true } })
    expect(states.map(({ state }) => state)).toEqual(['captured', 'given_up'])
    const orders = await db.order.findMany({ where: { customerId: id }, select: { storeId: true } })
    expect(orders).toEqual([{ storeId: firstId }])
    // The stock of the twin's payment is given back, and its key can go on.
    const left = async (storeId: bigint) =>
      (await db.productInventory.findFirstOrThrow({ where: { storeId, productInstanceId: product.instanceId } })).quantityOnHand
    expect([await left(firstId), await left(twinId)]).toEqual([9, 10])
    const keys = await db.idempotencyKey.findMany({ where: { key: 'lost' }, orderBy: { storeId: 'asc' } })
    expect(keys.map(({ outcome }) => outcome !== null)).toEqual([true, false])
    const counted = await Promise.all([firstId, twinId].map((each) => db.customer.findUnique({ where: ofStore(id, each) })))
    expect(counted.map((each) => each?.numOrders)).toEqual([1, 0])
  })
})
