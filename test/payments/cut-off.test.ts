/**
 * The database fails behind a gateway that was asked to charge: the answer says that the payment may have been taken, and not to
 * send it again soon, wherever it fails, and nobody pays twice.
 */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { withSession } from '../../src/db/connect.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { makeFaulty } from '../access/faulty.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl, today } from '../support/template.ts'
import { type Surface, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
let now = today
const reported: unknown[] = []
const store = await openStore({
  gateway: () => gateway,
  now: () => now,
  log: { info: () => {}, warn: () => {}, error: (fields: object) => void reported.push(fields) },
  isApart: true,
})
const { db } = store
const { fail, mend } = await makeFaulty(db)
// A subscription on REST has its term in it.
await db.$executeRaw`ALTER TABLE subscription_type_term RENAME TO term_row`
await db.$executeRaw`CREATE VIEW subscription_type_term AS SELECT * FROM term_row WHERE fail('read')`

const sentence =
  'The payment gateway did not answer. The payment will be cleared up within minutes; do not pay again without the same Idempotency-Key.'

const later = (seconds: number) => new Date(today.getTime() + seconds * 1_000)
const clearUp = async (seconds = 61) => {
  now = later(seconds)
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock: clockOf(() => now) }))).map(
    ({ result }) => result,
  )
}

beforeEach(async () => {
  await mend()
  await db.idempotencyKey.deleteMany({ where: { paymentId: { not: null } } })
  await db.payment.deleteMany({ where: { dueAt: { not: null } } })
  gateway.reset()
  now = today
  reported.length = 0
})

type Sent = { status: number; retryAfter: string | null; message: string; extensions?: object; data?: unknown }

/** Sends a write, and answers what says whether it may be sent again. */
async function send(surface: Surface, rest: [request: string, body: object], graphql: string, key?: string): Promise<Sent> {
  const [method = '', path = ''] = rest[0].split(' ')
  const headers = {
    ...{ Authorization: store.merchant, 'Content-Type': 'application/json' },
    ...(key && { 'Idempotency-Key': key }),
  }
  const response =
    surface === 'REST'
      ? await store.fetch(path, { method, headers, body: JSON.stringify(rest[1]) })
      : await store.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query: `mutation { ${graphql} }` }) })
  const { status } = response
  const retryAfter = response.headers.get('retry-after')
  const { errors = [], data } = (await response.json()) as { errors?: (string | Sent)[]; data?: unknown }
  const [error = ''] = errors
  return typeof error === 'string'
    ? { status, retryAfter, message: error }
    : { status, retryAfter, message: error.message, extensions: error.extensions ?? {}, data }
}

const unclear = (surface: Surface) =>
  surface === 'REST'
    ? { status: 503, retryAfter: null, message: sentence }
    : { retryAfter: null, message: sentence, extensions: { code: 'UNAVAILABLE', mayBeCharged: true } }

const unavailable = { status: 503, retryAfter: '1', message: 'The database does not answer.' }

/** The writes that charge, each of a customer of its own. */
const charging = {
  createOrder: async () => {
    const customer = await addCustomer(db)
    const { instanceId } = await addProduct(db, { price: 500 })
    const body = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
    const graphql = `createOrder(input: { customer: { id: ${customer.id} }, products: [{ productInstance: { id: ${instanceId} } }] }) {
      order { id } userErrors { message } }`
    return {
      customer,
      send: (surface: Surface, key?: string) => send(surface, ['POST /v1/orders/', body], graphql, key),
    }
  },
  renewSubscription: async () => onSubscription('renew', 'past_due'),
  reactivateSubscription: async () => onSubscription('reactivate', 'expired'),
}

async function onSubscription(verb: 'renew' | 'reactivate', status: 'past_due' | 'expired') {
  const { id, customer } = await addMonthly(db, { ...pastDue(4), status })
  const graphql = `${verb}Subscription(input: { id: ${id} }) {
    subscription { id orders(first: 1) { nodes { id } } } userErrors { message } }`
  return {
    customer,
    send: (surface: Surface, key?: string) => send(surface, [`PUT /v1/subscriptions/${id}/${verb}/`, {}], graphql, key),
  }
}

const paidOrders = (customerId: number) => db.order.count({ where: { customerId, financialStatus: 'paid' } })
let number = 0

describe.each(surfaces)('%s', (surface) => {
  describe.each(Object.entries(charging))('%s', (name, make) => {
    it.each<[code: string, what: string, says?: string]>([
      ['57P01', 'is shut down'],
      ['08006', 'loses the connection'],
      ['53300', 'has no connection left'],
      ['57014', 'ends the statement for its time', 'canceling statement due to statement timeout'],
      ['40001', 'has conflicts without end'],
      ['22012', 'meets a fault of ours'],
    ])('says that it may be charged when the database says %s, %s, between charge and order', async (code, _what, says) => {
      const { customer, send } = await make()
      const key = `cut-${++number}`
      gateway.afterwards = () => fail(code, 'write', says) as Promise<never>
      expect(await send(surface, key)).toMatchObject(unclear(surface))
      // An outage has a line in the log once a minute.
      if (code === '22012') expect(reported).toHaveLength(1)
      await mend()
      if (surface === 'REST') expect(await send(surface, key)).toMatchObject({ status: 409, retryAfter: '5' })
      expect(await clearUp()).toEqual(['captured'])
      expect(await send(surface, key)).toMatchObject({ status: name === 'createOrder' && surface === 'REST' ? 201 : 200 })
      expect([gateway.asked.length, await paidOrders(customer.id)]).toEqual([1, 1])
    })

    it('says so too when the order is made and cannot be shown', async () => {
      const { customer, send } = await make()
      const key = `unseen-${++number}`
      gateway.afterwards = () => fail('57P01', 'read') as Promise<never>
      expect(await send(surface, key)).toMatchObject(unclear(surface))
      await mend()
      expect(await send(surface, key)).toMatchObject({ status: name === 'createOrder' && surface === 'REST' ? 201 : 200 })
      expect([gateway.asked.length, await paidOrders(customer.id)]).toEqual([1, 1])
    })

    it('stays an outage that is soon tried again where the gateway was not asked', async () => {
      const { send } = await make()
      await db.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'going down' USING ERRCODE = '57P01'; END $$`
      await db.$executeRaw`CREATE TRIGGER refuses BEFORE UPDATE ON payment FOR EACH ROW WHEN (NEW.state = 'asked') EXECUTE FUNCTION refuse()`
      const answer = await send(surface).finally(() => db.$executeRaw`DROP FUNCTION refuse CASCADE`)
      expect(answer).toMatchObject(unavailable)
      expect(answer.extensions ?? {}).not.toHaveProperty('mayBeCharged')
      expect(gateway.asked).toEqual([])
      expect(await clearUp()).toEqual(['never charged'])
    })

    it.skipIf('dataDir' in inject('template'))('says so when the server itself is away', async () => {
      const { customer, send } = await make()
      const [{ name: database }] = await db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`
      const open = (isOpen: boolean) => inOther((exec) => exec(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${isOpen}`))
      gateway.afterwards = async () => {
        await open(false)
        await inOther((exec) => exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`))
      }
      const answer = await send(surface).finally(() => open(true))
      expect(answer).toMatchObject(unclear(surface))
      expect(await clearUp()).toEqual(['captured'])
      expect([gateway.asked.length, await paidOrders(customer.id)]).toEqual([1, 1])
    })
  })

  it.runIf(surface === 'GraphQL')(
    'says of a document of two orders which may be charged, and not to send it again soon',
    async () => {
      const { instanceId } = await addProduct(db)
      const [one, two] = [await addCustomer(db), await addCustomer(db)].map(
        ({ id }) => `createOrder(input: { customer: { id: ${id} }, products: [{ productInstance: { id: ${instanceId} } }] }) {
        order { id } userErrors { message } }`,
      )
      gateway.afterwards = () => fail('57P01', 'write') as Promise<never>
      const response = await store.fetch('/graphql', {
        method: 'POST',
        headers: { Authorization: store.merchant, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          query: `mutation { refused: updateSubscription(input: { id: 1, note: "x" }) { userErrors { code } } one: ${one} two: ${two} }`,
        }),
      })
      const { errors } = (await response.json()) as { errors: { path: string[]; extensions: object }[] }
      expect(errors.map(({ path, extensions }) => [path.join('.'), extensions])).toEqual([
        ['one', { code: 'UNAVAILABLE', mayBeCharged: true }],
        ['two', { code: 'UNAVAILABLE', mayBeCharged: true }],
      ])
      expect(response.headers.get('retry-after')).toBeNull()
    },
  )
})

const inOther = (work: (exec: (sql: string) => Promise<unknown>) => Promise<unknown>) => {
  const template = inject('template') as { server: string }
  return withSession(databaseUrl(template.server, 'postgres'), ({ exec }) => work(exec))
}
