/** Events of payments and refunds carry what a mail to the customer needs. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { contentOfLines } from '../../src/purchases/payment/event-content.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { TestGateway } from '../payments/gateway.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addMonthly, addProduct } from '../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

let last = 0n
beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  last = (await db.event.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n
})

/** The values of the events of a type since the test began. */
async function valuesOf(type: string): Promise<Record<string, unknown>[]> {
  const events = await db.event.findMany({ where: { id: { gt: last }, type }, orderBy: { id: 'asc' } })
  return events.map(({ changes }) =>
    Object.fromEntries(Object.entries(changes as Record<string, { to: unknown }>).map(([name, { to }]) => [name, to])),
  )
}

async function work(at: string): Promise<void> {
  const clock = clockOf(() => new Date(at))
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report: () => {} }))) > 0);
}

async function buy(quantity: number) {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { price: 700 })]
  const products = [{ productInstance: { id: product.instanceId }, quantity }]
  const { record } = await mutate(store, 'createOrder', { customer: { id: customer.id }, products }, 'order { id }')
  const line = { productId: product.id, productInstanceId: product.instanceId, name: product.name, price: 700, quantity }
  return { id: record?.id as string, line: { ...line, sku: expect.any(String) } }
}

describe('A payment', () => {
  it('that is captured says the amount, the currency and the lines', async () => {
    const { line } = await buy(3)
    expect(await valuesOf('payment.captured')).toEqual([
      { result: 'captured', total: 2100, currency: 'USD', isRenewal: false, lines: [{ ...line, total: 2100 }] },
    ])
  })

  it('that is declined says why as well, and that no other is to come', async () => {
    gateway.mood = 'declines'
    const { line } = await buy(1)
    expect(await valuesOf('payment.failed')).toEqual([
      {
        ...{
          result: 'failed',
          total: 700,
          reason: 'No funds.',
          currency: 'USD',
          isRenewal: false,
          lines: [{ ...line, total: 700 }],
        },
        ...{ nextTryAt: null, givenUpAt: null },
      },
    ])
  })

  it('of a renewal says when it is tried again, and after the last try when it is given up', async () => {
    await addMonthly(db, { price: 900, endDate: new Date('2026-03-20T09:00:00Z') })
    gateway.mood = 'declines'
    for (const day of ['2026-03-20', '2026-03-21', '2026-03-23', '2026-03-25', '2026-03-27', '2026-04-03'])
      await work(`${day}T09:00:00Z`)
    const failed = await valuesOf('payment.failed')
    expect(failed.map(({ nextTryAt, givenUpAt }) => [nextTryAt, givenUpAt])).toEqual([
      ['2026-03-21T09:00:00Z', null],
      ['2026-03-23T09:00:00Z', null],
      ['2026-03-25T09:00:00Z', null],
      ['2026-03-27T09:00:00Z', null],
      ['2026-04-03T09:00:00Z', null],
      [null, '2026-04-19T09:00:00Z'],
    ])
    expect(failed[0]).toMatchObject({ isRenewal: true, total: 900, lines: [{ price: 900, quantity: 1, total: 900 }] })
  })

  it('keeps its lines from keys that may not read transactions', async () => {
    await inSight(() => numberEvents({ db }))
    const after = Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)
    await buy(1)
    await inSight(() => numberEvents({ db }))
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["read_events", "read_orders"] }) { secret merchantKey { clientId } } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const { body } = await store.rest(
      `/v1/events/?after=${after}&type=payment.captured`,
      `Bearer ${merchantKey.clientId}.${secret}`,
    )
    expect(body.results.map(({ changes }: { changes: object }) => changes)).toEqual([{}])
  })
})

describe('A refund', () => {
  it('that is done says what is given back, of which lines and why', async () => {
    const { id, line } = await buy(2)
    const [bought] = await db.orderProduct.findMany({ where: { orderId: BigInt(id) } })
    const lines = [{ id: String(bought?.id), quantity: 1 }]
    await mutate(store, 'refundOrder', { id, lines, reason: 'Broken.' }, 'refund { id }')
    expect(await valuesOf('refund.created')).toMatchObject([{ amount: 700, currency: 'USD', reason: 'Broken.' }])
    expect(await valuesOf('refund.done')).toEqual([
      {
        ...{ status: 'done', amount: 700, cardAmount: 700, creditAmount: 0, reason: 'Broken.', currency: 'USD' },
        lines: [{ ...line, quantity: 1, amount: 700, orderProductId: Number(bought?.id) }],
      },
    ])
  })
})

describe('The lines of an event', () => {
  const line = { productId: 1n, productInstanceId: 2n, name: 'x', sku: 'y', price: 5, quantity: 2 }

  it('are fifty at most, with the number of the others, and their names are cut', () => {
    expect(contentOfLines(Array.from({ length: 50 }, () => line))).not.toHaveProperty('moreLines')
    const { lines, moreLines } = contentOfLines(Array.from({ length: 53 }, () => ({ ...line, name: 'n'.repeat(999) })))
    expect([lines.length, moreLines, lines[0]?.name.length]).toEqual([50, 3, 200])
  })
})
