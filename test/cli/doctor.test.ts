/** `tandem doctor`: what each check finds, and what it says to do. */
import { expect, inject, it } from 'vitest'
import { examine, type Finding } from '../../src/cli/examine.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { demoWarning } from '../../src/start/demo.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'

const isEmbedded = 'dataDir' in inject('template')
const store = await openStore({ isApart: true })
const { db, session } = store
const onServer = readConfig({ DATABASE_URL: 'postgresql://db.example/tandem', HOST: '127.0.0.1' })
const config: Config = isEmbedded ? readConfig({ DATA_DIR: '/' }) : onServer

/** The findings of one check. */
async function findingsOf(name: string, given: Config = config, isCopy = false): Promise<Finding[]> {
  const looked = await inSight(() => examine({ db, session, isCopy }, given))
  return looked.find((each) => each.name === name)?.findings ?? []
}
const kindsOf = async (name: string, given?: Config) => (await findingsOf(name, given)).map(({ kind }) => kind)

it('finds nothing about the database, the clock, the keys, the disk, the payments, the sums and the months of the demo store', async () => {
  for (const name of ['database', 'clock', 'disk', 'payments', 'sums', 'months'])
    expect([name, await findingsOf(name)]).toEqual([name, []])
})

it('finds sums that are not what a recount comes to, in each store', async () => {
  await db.customer.update({ where: ofStore(1n), data: { numOrders: { increment: 1 }, totalRevenue: { increment: 5n } } })
  await db.product.update({ where: ofStore(1n), data: { hasSubscribers: false } })
  const found = await findingsOf('sums')
  expect(found.map(({ record_type, column, record_ids }) => [record_type, column, record_ids])).toEqual([
    ['customer', 'num_orders', [1]],
    ['customer', 'total_revenue', [1]],
    ['product', 'has_subscribers', [1]],
  ])
  expect(found[0]?.message).toBe(
    'Store 1: num_orders of customer 1 is not what a recount comes to. Look what SQL has written there past Tandem, and set the column to the sum.',
  )
})

it('finds payments whose outcome is not known a minute after the gateway was asked', async () => {
  const { id, customer } = await addMonthly(db, { endDate: new Date(Date.now() + 86_400_000), price: 500 })
  const { paymentMethodId } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
  const payment = {
    ...{
      storeId: 1n,
      customerId: BigInt(customer.id),
      paymentMethodId: paymentMethodId ?? 0n,
      reference: 'unknown',
      amount: 500n,
      plan: {},
    },
    ...{ state: 'asked' as const, createdAt: new Date(), dueAt: new Date() },
  }
  await db.payment.create({ data: { ...payment, askedAt: new Date() } })
  expect(await findingsOf('payments')).toEqual([])
  await db.payment.updateMany({ where: { reference: 'unknown' }, data: { askedAt: new Date(Date.now() - 61_000) } })
  await db.payment.create({
    data: { ...payment, reference: 'given up', state: 'given_up', askedAt: new Date(Date.now() - 3_600_000) },
  })
  expect(await findingsOf('payments')).toEqual([
    {
      kind: 'unknown_payments',
      message:
        'Of 1 payments it is not known whether they were charged. Look whether the payment gateway answers; the server asks it every 15 ' +
        'seconds, payments reconcile asks at once.',
      payments: 1,
    },
  ])
})

it('finds payments whose result is known and cannot be written', async () => {
  await db.payment.updateMany({ where: { reference: 'given up' }, data: { unwrittenSince: new Date() } })
  expect((await findingsOf('payments')).filter(({ kind }) => kind === 'unwritten_payments')).toEqual([
    {
      kind: 'unwritten_payments',
      message:
        'The result of 1 payments is known and cannot be written. The log of the server has the error; it tries again at least once an hour, ' +
        'and gives a charge back 72 hours after the first failure.',
      payments: 1,
    },
  ])
})

it('finds refunds whose outcome is not known a minute after they were recorded', async () => {
  const { id: orderId } = await db.order.findFirstOrThrow({ where: { storeId: 1n, refundedAmount: 0n } })
  const amounts = { amount: 5n, cardAmount: 5n, creditAmount: 0n, shipping: 0n, tax: 0n }
  const own = { id: 9_000n, actId: 9_000n }
  const refund = {
    ...own,
    storeId: 1n,
    orderId,
    status: 'unknown' as const,
    reference: 'unknown refund',
    ...amounts,
    dueAt: new Date(),
  }
  await db.refund.create({ data: { ...refund, createdAt: new Date() } })
  const findings = async () => (await findingsOf('payments')).filter(({ kind }) => kind === 'unknown_refunds')
  expect(await findings()).toEqual([])
  await db.refund.updateMany({ where: { reference: 'unknown refund' }, data: { createdAt: new Date(Date.now() - 61_000) } })
  expect(await findings()).toMatchObject([{ refunds: 1, message: expect.stringMatching(/^Of 1 refunds it is not known/) }])
})

it('counts no refund whose money came back, and finds credit that its entries do not come to', async () => {
  const { id, orderId, total } = await db.transaction.findFirstOrThrow({ where: { storeId: 1n, result: 'refunded' } })
  const { customerId } = await db.order.findUniqueOrThrow({ where: ofStore(orderId) })
  const wrong = async () => (await findingsOf('sums')).filter(({ record_type }) => record_type === 'customer')
  const before = await wrong()
  await db.transaction.update({ where: ofStore(id), data: { reversedAt: new Date() } })
  await db.customer.update({ where: ofStore(customerId), data: { totalRevenue: { increment: total } } })
  expect(await wrong()).toEqual(before)
  await db.customer.update({ where: ofStore(customerId), data: { credit: 5n } })
  expect((await wrong()).find(({ column }) => column === 'credit')).toMatchObject({ record_ids: [Number(customerId)] })
})

it('finds renewals that have been due for ten minutes, on a server whose worker should have made them', async () => {
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  expect(await findingsOf('renewals', onServer)).toEqual([])
  await addMonthly(db, { endDate: new Date(Date.now() - 9 * 60_000), price: 500 })
  expect(await findingsOf('renewals', onServer)).toEqual([])
  await addMonthly(db, { endDate: new Date(Date.now() - 11 * 60_000), price: 500 })
  expect(await findingsOf('renewals', onServer)).toMatchObject([{ kind: 'late_renewals', renewals: 1 }])
})

it('finds a signing key that no server has renewed', async () => {
  await db.signingKey.deleteMany()
  expect(await findingsOf('keys')).toEqual([])
  const data = { id: 'old', secret: 'x', createdAt: new Date(Date.now() - 40.5 * 86_400_000) }
  await db.signingKey.create({ data })
  expect(await findingsOf('keys')).toMatchObject([{ kind: 'signing_key', days: 40 }])
  await db.signingKey.create({ data: { ...data, id: 'new', createdAt: new Date() } })
  expect(await findingsOf('keys')).toEqual([])
})

it('finds demo keys, of which a start warns too, and metrics that others reach, and settings without effect', async () => {
  const embedded = readConfig({ DATA_DIR: '/' })
  expect(await kindsOf('settings', embedded)).toEqual([])
  expect(await kindsOf('settings', readConfig({ DATA_DIR: '/', HOST: '0.0.0.0', ALLOWED_HOSTS: 'shop.example' }))).toEqual([
    'setting',
    'demo_keys',
  ])
  const shown = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  expect(await kindsOf('settings', readConfig({ DATA_DIR: '/', ...shown }))).toEqual(['open_metrics'])
  expect(await kindsOf('settings', readConfig({ DATA_DIR: '/', ...shown, METRICS_TOKEN: 'a-token-of-sixteen' }))).toEqual([])
  const warns = (host: string) => inSight(() => demoWarning(db, host))
  expect([await warns('127.0.0.1'), await warns('0.0.0.0')]).toEqual([
    undefined,
    "The demo store's keys are valid (demo, demo2), and everybody knows their secrets. Revoke them: key revoke demo, key revoke demo2. " +
      'Or listen on this machine alone: HOST=127.0.0.1.',
  ])
  await db.merchantKey.updateMany({ data: { revokedAt: new Date() } })
  expect(await warns('0.0.0.0')).toBeUndefined()
  expect(await kindsOf('settings', readConfig({ DATA_DIR: '/', HOST: '0.0.0.0' }))).toEqual([])
})

it('finds a copy, and a disk that is nearly full', async () => {
  expect(await findingsOf('database', config, true)).toMatchObject([{ kind: 'copy' }])
  expect(await kindsOf('disk', readConfig({ DATA_DIR: '/', MIN_FREE_MIB: '1000000' }))).toEqual(['disk'])
})
