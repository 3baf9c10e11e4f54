/** The same write, sent many times at one moment. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { type Answer, ask, logOf, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, chargesOf, pastDue } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

const times = <T>(number: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)))
const surfaceOf = (index: number) => surfaces[index % surfaces.length] ?? 'REST'

/** The answer to a repeat that waits in vain for four seconds, as where the first is held up by the machine. */
const busy = { status: 503, message: 'The database is too busy to answer.', retryAfter: '1' }
const isBusy = ({ status, message, retryAfter }: Answer) =>
  status === busy.status && message === busy.message && retryAfter === busy.retryAfter

/** All that were answered got the first answer; all others were told that it is still being worked on, or to come again. */
function expectOneEffect(answers: Answer[], status: number) {
  const done = answers.filter((answer) => answer.status === status)
  expect(answers.filter((answer) => answer.status !== status && answer.status !== 409 && !isBusy(answer))).toEqual([])
  expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1)
  for (const { record } of done) expect(record).toEqual(done[0]?.record)
  return done[0]
}

describe.each(surfaces)('50 identical requests with one Idempotency-Key over %s', (surface) => {
  it('order once, and a retry gets the stored answer', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const send = () => ask(store, surface, 'createOrder', order, { key: `fifty-orders-${surface}` })
    const first = expectOneEffect(await times(50, send), 201)
    expect(await send()).toEqual({ ...first, replayed: true })
    expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
  })

  it('cancel once, with one entry in the log', async () => {
    const { id } = await addMonthly(db)
    const send = () =>
      ask(store, surface, 'cancelSubscription', { id, log_note: 'all at once' }, { key: `fifty-cancels-${surface}` })
    const first = expectOneEffect(await times(50, send), 200)
    expect(await send()).toEqual({ ...first, replayed: true })
    expect(await logOf(store, 'subscription', id)).toHaveLength(1)
  })
})

describe('20 renewals of one subscription at once', () => {
  it('charge once', async () => {
    const { id, customer } = await addMonthly(db, pastDue(3))
    const answers = await times(20, (index) => ask(store, surfaceOf(index), 'renewSubscription', { id }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
    expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
    const { body } = await store.rest(`/v1/subscriptions/${id}`)
    expect(body.status).toBe('active')
  })
})

describe('20 reactivations of one subscription at once', () => {
  it('charge once', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(3), status: 'cancelled' })
    const answers = await times(20, (index) => ask(store, surfaceOf(index), 'reactivateSubscription', { id }))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
  })
})

describe('20 skips of one subscription at once', () => {
  it('move the end by one term', async () => {
    const { id } = await addMonthly(db)
    const answers = await times(20, (index) => ask(store, surfaceOf(index), 'skipSubscription', { id }))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { body } = await store.rest(`/v1/subscriptions/${id}`)
    expect([body.skipped_date, body.end_date]).toEqual(['2026-03-20T09:00:00Z', '2026-04-20T09:00:00Z'])
  })
})
