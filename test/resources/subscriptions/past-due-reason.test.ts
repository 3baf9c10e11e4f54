/** A past due subscription says why: how its renewal last failed, for merchants and customers, in events and in the log. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addMethod, addMonthly, addProduct, addSubscription, pastDue } from '../../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

const due = { endDate: new Date('2026-03-10T09:00:00Z') }
const dueAt = '2026-03-10T09:00:00Z'
const nextDay = '2026-03-11T09:00:00Z'

/** Does what is due at a time, as a worker does. */
async function work(at: string): Promise<void> {
  const clock = clockOf(() => new Date(at))
  const report = (error: unknown) => expect(error).toBeUndefined()
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
}

/** The fields that both surfaces show of a subscription to its merchant, and GraphQL to its customer. */
async function shown(id: number) {
  const { body } = await store.rest(`/v1/subscriptions/${id}`)
  const { customerId } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
  for (const as of [store.merchant, await store.customerToken(customerId)]) {
    const { data } = await store.graphql(`{ subscription(id: ${id}) { status pastDueReason } }`, {}, as)
    expect(data.subscription).toEqual({ status: body.status, pastDueReason: body.past_due_reason })
  }
  return [body.status, body.past_due_reason]
}

async function withoutStock() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], stock: 0 })
  return { customer, product, id: await addSubscription(db, { customer, product, ...due }) }
}

async function withoutAddress() {
  const made = await addMonthly(db, { ...due, addressId: null })
  await db.address.deleteMany({ where: { storeId: 1n, customerId: made.customer.id } })
  return made
}

async function withoutPrice() {
  const made = await addMonthly(db, due)
  await db.productTermPrice.deleteMany({ where: { storeId: 1n, productId: made.product.id } })
  return made
}

describe('The reason', () => {
  it.each([
    ['declined', () => addMonthly(db, due), dueAt],
    ['out_of_stock', withoutStock, dueAt],
    ['no_payment_method', () => addMonthly(db, { ...due, token: null, paymentMethodId: null }), dueAt],
    ['no_address', withoutAddress, dueAt],
    ['no_price', withoutPrice, dueAt],
    ['missed', () => addMonthly(db, due), '2026-04-20T09:00:00Z'],
  ] as const)('is %s, for the merchant and the customer, in the log and in the event', async (reason, make, at) => {
    const { id } = await make()
    expect(await shown(id)).toEqual(['active', null])
    gateway.mood = 'declines'
    await work(at)
    expect(await shown(id)).toEqual(['past_due', reason])
    const event = await db.event.findFirstOrThrow({ where: { subscriptionId: id, type: 'subscription.past_due' } })
    expect(event.changes).toMatchObject({ status: { to: 'past_due' }, pastDueReason: { from: null, to: reason } })
    const changed = (await logOf(store, 'subscription', id)).flatMap(({ changes }) => changes.pastDueReason ?? [])
    expect(changed).toEqual([{ from: null, to: reason }])
  })

  it('is that of the last try', async () => {
    const { id, customer } = await addMonthly(db, { ...due, token: null, paymentMethodId: null })
    await work(dueAt)
    expect(await shown(id)).toEqual(['past_due', 'no_payment_method'])
    await addMethod(db, customer, 'tok_succeed')
    gateway.mood = 'declines'
    await work(nextDay)
    expect(await shown(id)).toEqual(['past_due', 'declined'])
    const event = await db.event.findFirstOrThrow({ where: { subscriptionId: id, type: 'subscription.updated' } })
    expect(event.changes).toMatchObject({ pastDueReason: { from: 'no_payment_method', to: 'declined' } })
  })

  it('goes when a later try is paid', async () => {
    const { id, customer } = await withoutAddress()
    await work(dueAt)
    expect(await shown(id)).toEqual(['past_due', 'no_address'])
    await addAddress(db, customer)
    await work(nextDay)
    expect(await shown(id)).toEqual(['active', null])
    const event = await db.event.findFirstOrThrow({ where: { subscriptionId: id, type: 'subscription.renewed' } })
    expect(event.changes).toMatchObject({ pastDueReason: { from: 'no_address', to: null } })
  })

  it('stays when the last try has failed, and goes where the store then cancels', async () => {
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    for (const day of ['2026-03-10', '2026-03-11', '2026-03-13', '2026-03-15', '2026-03-17', '2026-03-24'])
      await work(`${day}T09:00:00Z`)
    await work('2026-04-09T09:00:00Z')
    expect(await shown(id)).toEqual(['past_due', 'declined'])
    await db.store.update({ where: { id: 1n }, data: { cancelsPastDue: true } })
    await db.subscription.update({ where: ofStore(id), data: { nextTryAt: new Date('2026-04-09T10:00:00Z') } })
    await work('2026-04-09T10:00:00Z')
    await db.store.update({ where: { id: 1n }, data: { cancelsPastDue: false } })
    expect(await shown(id)).toEqual(['cancelled', null])
  })

  it('goes when the subscription expires', async () => {
    const { id } = await addMonthly(db, { ...pastDue(1), nextTryAt: new Date(dueAt), autorenew: false })
    await work(dueAt)
    expect(await shown(id)).toEqual(['expired', null])
  })

  it('can be filtered by', async () => {
    const { id } = await addMonthly(db, { ...pastDue(1), pastDueReason: 'no_price' })
    const listed = async (query: string) =>
      (await store.rest(`/v1/subscriptions/?${query}`)).body.results.map((each: { id: number }) => each.id)
    expect(await listed('past_due_reason=no_price')).toEqual([id])
    expect(await listed('past_due_reason=NO_PRICE')).toEqual([id])
    expect(await listed('past_due_reason__in=no_price,missed')).toEqual([id])
    expect(await listed('past_due_reason=missed')).toEqual([])
    const { data } = await store.graphql('{ subscriptions(filter: { pastDueReason: { eq: no_price } }) { nodes { id } } }')
    expect(data.subscriptions.nodes).toEqual([{ id: String(id) }])
  })

  it('is kept by the database for nothing but what is past due', async () => {
    const { id } = await addMonthly(db, due)
    const give = db.subscription.update({ where: ofStore(id), data: { pastDueReason: 'missed' } })
    await expect(give).rejects.toThrow('subscription_past_due_reason')
  })
})

describe.each(surfaces)('%s', (surface) => {
  it('says declined once a renewal by hand is declined, and nothing once one is paid or the subscription cancelled', async () => {
    const { id } = await addMonthly(db, { ...pastDue(1), pastDueReason: 'out_of_stock' })
    gateway.mood = 'declines'
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    expect(await shown(id)).toEqual(['past_due', 'declined'])
    gateway.mood = 'captures'
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
    expect(await shown(id)).toEqual(['active', null])
    const other = await addMonthly(db, { ...pastDue(1), pastDueReason: 'missed' })
    await ask(store, surface, 'cancelSubscription', { id: other.id })
    expect(await shown(other.id)).toEqual(['cancelled', null])
  })

  it('keeps the reason after a renewal by hand that is refused', async () => {
    const { id } = await addMonthly(db, { ...pastDue(1), token: null, paymentMethodId: null, pastDueReason: 'out_of_stock' })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(400)
    expect(await shown(id)).toEqual(['past_due', 'out_of_stock'])
  })

  it.each([
    ['charged at once', '2026-03-01T09:00:00Z'],
    ['not charged', '2026-04-20T09:00:00Z'],
  ])('keeps in log and event when and why it was cancelled, of a reactivation that is %s', async (_what, endDate) => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-04-20T09:00:00Z') })
    await ask(store, surface, 'cancelSubscription', { id, cancel_reason: 7 })
    await db.subscription.update({ where: ofStore(id), data: { endDate: new Date(endDate) } })
    expect((await ask(store, surface, 'reactivateSubscription', { id })).status).toBe(200)
    const gone = {
      status: { from: 'cancelled', to: 'active' },
      cancelledAt: { from: '2026-03-15T12:00:00Z', to: null },
      cancelReason: { from: 7, to: null },
    }
    expect((await logOf(store, 'subscription', id)).at(-1)?.changes).toMatchObject(gone)
    const event = await db.event.findFirstOrThrow({ where: { subscriptionId: id, type: 'subscription.reactivated' } })
    expect(event.changes).toMatchObject(gone)
  })
})
