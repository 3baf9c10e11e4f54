/** Renewals that are declined: tried again by what the bank says, with a backup payment method, and with a new one. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { addDays } from '../../src/values/calendar.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addMethod, addMonthly, addSubscription } from '../writes/rows.ts'

let now = new Date('2026-03-20T09:00:00Z')
const clock = clockOf(() => now)
const store = await openStore({ now: () => now })
const { db } = store
const faults: unknown[] = []
const due = { endDate: new Date('2026-03-20T09:00:00Z'), anchorDay: 31 }
const gateways = gatewaysOf(sandboxGateway(db, clock))

/** Works until nothing is due any more, and lists the charges that were asked for, by their tokens. */
async function work(at: Date | string): Promise<string[]> {
  now = new Date(at)
  const before = await db.sandboxCharge.count()
  while ((await inSight(() => advanceDue({ db, clock, gateways, report: (error) => void faults.push(error) }))) > 0);
  const charges = await db.sandboxCharge.findMany({ orderBy: [{ createdAt: 'asc' }, { token: 'asc' }] })
  return charges.slice(before).map(({ token }) => token)
}

/** Works day by day, up to the thirtieth. @returns the days on which something was charged. */
async function workThrough(): Promise<number[]> {
  const days: number[] = []
  for (let day = 0; day <= 30; day += 1) {
    const charges = await work(addDays(due.endDate, day))
    days.push(...charges.map(() => day))
  }
  return days
}

const choose = (columns: object) => db.store.update({ where: { id: 1n }, data: columns })
const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
const triesOf = async (subscriptionId: number) => {
  const orders = { products: { some: { subscriptionId } } }
  return db.transaction.findMany({ where: { order: orders }, orderBy: { id: 'asc' } })
}
const put = (path: string, body: object) => store.rest(`PUT ${path}`, store.merchant, { body: JSON.stringify(body) })

beforeEach(async () => {
  now = due.endDate
  faults.length = 0
  await choose({ retryDays: [1, 3, 5, 7, 14], chargeOnNewCard: false, cancelsPastDue: false })
  // Rows of the demo store and of earlier tests are left out.
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  await db.sandboxCharge.deleteMany()
})

describe('A decline', () => {
  it('is kept with its try: the payment method, and the codes of the bank', async () => {
    const { id, customer } = await addMonthly(db, { ...due, token: 'tok_decline_insufficient_funds' })
    await work(due.endDate)
    const said = { paymentMethodId: BigInt(customer.methodId ?? 0), declineCode: 'insufficient_funds', advice: null }
    const [tried] = await triesOf(id)
    expect(tried).toMatchObject({ result: 'failed', ...said })
    const shown = await store.rest(`/v1/transactions/${tried?.id}`, store.merchant)
    expect(shown.body).toMatchObject({
      ...{ payment_method_id: customer.methodId, decline_code: 'insufficient_funds', advice: null, network_advice: null },
    })
    const event = await db.event.findFirst({ where: { type: 'payment.failed' }, orderBy: { id: 'desc' } })
    expect(event?.changes).toMatchObject({ declineCode: { from: null, to: 'insufficient_funds' } })
  })

  it('that is soft is tried again on the days of the store', async () => {
    const { id } = await addMonthly(db, { ...due, token: 'tok_decline_insufficient_funds' })
    expect(await workThrough()).toEqual([0, 1, 3, 5, 7, 14])
    expect(await read(id)).toMatchObject({ status: 'past_due', nextTryAt: null, isHardDeclined: false, failedRenewals: 6 })
  })

  it.each([
    ...['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'invalid_account', 'stop_payment_order', 'never'],
    ...['revocation_of_authorization', 'revocation_of_all_authorizations'],
  ])('with %s is not tried again, and given up on day 30', async (code) => {
    const { id } = await addMonthly(db, { ...due, token: `tok_decline_${code}` })
    await work(due.endDate)
    const day30 = addDays(due.endDate, 30)
    expect(await read(id)).toMatchObject({
      status: 'past_due',
      nextTryAt: day30,
      isHardDeclined: true,
      pastDueReason: 'declined',
    })
    const { data } = await store.graphql(`{ subscription(id: ${id}) { isHardDeclined nextTryAt upcoming(first: 2) { date } } }`)
    expect(data?.subscription).toEqual({ isHardDeclined: true, nextTryAt: '2026-04-19T09:00:00Z', upcoming: [] })
    expect(await workThrough()).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'past_due', nextTryAt: null })
  })

  it('for good cancels on day 30 where the store has chosen so, and says so with the try', async () => {
    await choose({ cancelsPastDue: true })
    const { id } = await addMonthly(db, { ...due, token: 'tok_decline_stolen_card' })
    await work(due.endDate)
    const event = await db.event.findFirst({ where: { type: 'payment.failed', subscriptionId: BigInt(id) } })
    expect(event?.changes).toMatchObject({ reason: { to: 'The card was declined.' }, declineCode: { to: 'stolen_card' } })
    expect(await work('2026-04-19T08:59:59Z')).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    await work('2026-04-19T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'cancelled' })
  })

  it('for good by hand takes the tries that are left off, and a renewal by hand may still be asked for', async () => {
    const { id, customer } = await addMonthly(db, { ...due, token: 'tok_decline' })
    await work(due.endDate)
    await db.paymentMethod.update({ where: ofStore(customer.methodId ?? 0), data: { gatewayToken: 'tok_decline_lost_card' } })
    expect((await put(`/v1/subscriptions/${id}/renew/`, {})).status).toBe(402)
    expect(await read(id)).toMatchObject({ isHardDeclined: true, nextTryAt: addDays(due.endDate, 30), failedRenewals: 2 })
    await db.paymentMethod.update({ where: ofStore(customer.methodId ?? 0), data: { gatewayToken: 'tok_succeed' } })
    expect((await put(`/v1/subscriptions/${id}/renew/`, {})).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'active', isHardDeclined: false, nextTryAt: null })
  })

  it('is tried 15 times within 30 days with one payment method and amount, and no more', async () => {
    await choose({ retryDays: Array.from({ length: 20 }, (_, day) => day + 1) })
    const { id, customer } = await addMonthly(db, { ...due, token: 'tok_decline' })
    expect(await workThrough()).toEqual(Array.from({ length: 15 }, (_, day) => day))
    expect(await read(id)).toMatchObject({ status: 'past_due', pastDueReason: 'too_many_tries', nextTryAt: null })
    expect(faults).toEqual([])
    now = addDays(due.endDate, 14)
    const sentence = `Payment method ${customer.methodId} was declined 15 times for this amount within 30 days, and is not tried again until that is over: charge another one.`
    expect(await put(`/v1/subscriptions/${id}/renew/`, {})).toMatchObject({
      ...{ status: 400, body: { errors: [sentence] } },
    })
    const paymentMethodId = await addMethod(db, customer, 'tok_succeed', false)
    await put(`/v1/subscriptions/${id}/`, { payment_method_id: paymentMethodId })
    expect((await put(`/v1/subscriptions/${id}/renew/`, {})).status).toBe(200)
  })
})

describe('A backup payment method', () => {
  const withBackup = async (token: string, backup: string) => {
    const made = await addMonthly(db, { ...due, token })
    const backupId = await addMethod(db, made.customer, backup, false)
    const answer = await put(`/v1/subscriptions/${made.id}/`, { backup_payment_method_id: backupId })
    expect(answer).toMatchObject({ status: 200, body: { backup_payment_method_id: backupId } })
    return { ...made, backupId }
  }

  it('is tried at once after a decline, and pays the order of the first try', async () => {
    const { id, customer, backupId } = await withBackup('tok_decline', 'tok_succeed')
    expect((await work(due.endDate)).sort()).toEqual(['tok_decline', 'tok_succeed'])
    const paid = { status: 'active', paymentMethodId: BigInt(customer.methodId ?? 0), endDate: new Date('2026-04-30T09:00:00Z') }
    expect(await read(id)).toMatchObject({ ...paid, failedRenewals: 0 })
    const tries = await triesOf(id)
    expect(tries.map(({ result }) => result)).toEqual(['failed', 'captured'])
    expect(tries.map(({ paymentMethodId }) => Number(paymentMethodId))).toEqual([customer.methodId, backupId])
    expect(new Set(tries.map(({ orderId }) => orderId)).size).toBe(1)
    // The next renewal begins with its own method again.
    expect((await work('2026-04-30T09:00:00Z')).sort()).toEqual(['tok_decline', 'tok_succeed'])
  })

  it('is tried once for a renewal, and then its own method follows the days of the store', async () => {
    const { id, customer, backupId } = await withBackup('tok_decline', 'tok_decline_card_velocity_exceeded')
    expect(await workThrough()).toEqual([0, 0, 1, 3, 5, 7, 14])
    const tries = await triesOf(id)
    expect(tries.map(({ paymentMethodId }) => Number(paymentMethodId))).toEqual([
      ...[customer.methodId, backupId, customer.methodId, customer.methodId],
      ...[customer.methodId, customer.methodId, customer.methodId],
    ])
  })

  it('is tried after a decline for good too, which holds on behind it', async () => {
    const { id } = await withBackup('tok_decline_lost_card', 'tok_decline')
    expect(await workThrough()).toEqual([0, 0])
    expect(await read(id)).toMatchObject({ status: 'past_due', isHardDeclined: true, failedRenewals: 2, nextTryAt: null })
  })

  it('that is declined for good does not end the tries of the other one', async () => {
    await withBackup('tok_decline', 'tok_decline_lost_card')
    expect(await workThrough()).toEqual([0, 0, 1, 3, 5, 7, 14])
  })

  it.each([
    ['is removed', async (backupId: number) => db.paymentMethod.update({ where: ofStore(backupId), data: { archivedAt: now } })],
    [
      'is the one that is charged',
      async (backupId: number, id: number) => put(`/v1/subscriptions/${id}/`, { payment_method_id: backupId }),
    ],
  ])('that %s is not tried', async (_, change) => {
    const { id, backupId } = await withBackup('tok_decline', 'tok_decline')
    await change(backupId, id)
    expect(await workThrough()).toEqual([0, 1, 3, 5, 7, 14])
  })

  it('is not tried where a renewal could not be asked for', async () => {
    const { id, product } = await withBackup('tok_decline', 'tok_succeed')
    await db.productInventory.updateMany({
      where: { productInstanceId: BigInt(product.instanceId) },
      data: { trackInventory: true, quantityOnHand: 0 },
    })
    expect(await work(due.endDate)).toEqual([])
    expect(await read(id)).toMatchObject({ pastDueReason: 'out_of_stock', nextTryAt: addDays(due.endDate, 1) })
  })

  it('of another customer is 404', async () => {
    const { id } = await addMonthly(db, due)
    const other = await addMonthly(db, due)
    expect(await put(`/v1/subscriptions/${id}/`, { backup_payment_method_id: other.customer.methodId })).toMatchObject({
      status: 404,
      body: {
        errors: [`The customer has no payment method ${other.customer.methodId}: backup_payment_method_id must name one.`],
      },
    })
  })

  it('is followed by subscriptions where it is replaced', async () => {
    const { id, customer, backupId } = await withBackup('tok_decline', 'tok_decline')
    const { body } = await put(`/v1/customers/${customer.id}/payment_methods/${backupId}/replace/`, {
      ...{ gateway_token: 'tok_succeed', brand: 'visa', last4: '1111', exp_month: 1, exp_year: 2030 },
    })
    expect(await read(id)).toMatchObject({ backupPaymentMethodId: BigInt((body as { id: number }).id) })
  })
})

describe('A new payment method of a past due customer', () => {
  const card = { gateway_token: 'tok_succeed', brand: 'visa', last4: '1111', exp_month: 1, exp_year: 2030 }
  const failed = async (token: string) => {
    const made = await addMonthly(db, { ...due, token })
    await work(due.endDate)
    now = addDays(due.endDate, 2)
    const path = `/v1/customers/${made.customer.id}/payment_methods/`
    const add = () => store.rest(`POST ${path}`, store.merchant, { body: JSON.stringify(card) })
    const replace = () => put(`${path}${made.customer.methodId}/replace/`, card)
    return { ...made, add, replace }
  }

  it('is charged by the next round where the store says so', async () => {
    await choose({ chargeOnNewCard: true })
    const { id, customer, add } = await failed('tok_decline_lost_card')
    const other = await addSubscription(db, {
      customer,
      product: (await addMonthly(db, { ...due, status: 'suspended' })).product,
      endDate: addDays(now, 9),
    })
    const added = await add()
    expect(added.status).toBe(201)
    expect(await work(now)).toEqual(['tok_succeed'])
    const methodId = BigInt((added.body as { id: number }).id)
    expect(await read(id)).toMatchObject({ status: 'active', paymentMethodId: methodId })
    expect(await read(other)).toMatchObject({ paymentMethodId: BigInt(customer.methodId ?? 0) })
  })

  it('is not charged unless the store says so', async () => {
    const { id, add } = await failed('tok_decline_lost_card')
    const before = await read(id)
    await add()
    expect(await work(now)).toEqual([])
    expect(await read(id)).toEqual(before)
  })

  it.each([
    [true, 'at once where the store says so', ['tok_succeed'], []],
    [false, 'on the next day of the store', [], ['tok_succeed']],
  ] as const)(
    'takes the place of one that was declined for good (%s): it is charged %s',
    async (chargeOnNewCard, _, today, later) => {
      await choose({ chargeOnNewCard })
      const { id, replace } = await failed('tok_decline_lost_card')
      expect((await replace()).status).toBe(200)
      expect(await read(id)).toMatchObject({ isHardDeclined: false })
      expect(await work(now)).toEqual(today)
      expect(await work(addDays(due.endDate, 3))).toEqual(later)
    },
  )

  it('is chosen by an update alike', async () => {
    const { id, customer } = await failed('tok_decline_lost_card')
    const payment_method_id = await addMethod(db, customer, 'tok_succeed', false)
    await put(`/v1/subscriptions/${id}/`, { payment_method_id })
    expect(await read(id)).toMatchObject({ isHardDeclined: false, nextTryAt: addDays(due.endDate, 3) })
  })

  it.each([
    ['is missed', { pastDueReason: 'missed' as const }],
    ['is given up', { pastDueAt: addDays(due.endDate, -31) }],
    ['does not renew by itself', { autorenew: false }],
    ['has more time', { endDate: addDays(due.endDate, 9) }],
  ])('is not charged for a subscription that %s', async (_, columns) => {
    await choose({ chargeOnNewCard: true })
    const { id, add } = await failed('tok_decline')
    await db.subscription.update({ where: ofStore(id), data: columns })
    const before = await read(id)
    await add()
    expect(await read(id)).toMatchObject({ nextTryAt: before.nextTryAt, paymentMethodId: before.paymentMethodId })
  })
})
