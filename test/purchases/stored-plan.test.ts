/** A stored plan is read and never taken for granted: the form of today, that of before there were versions, and no other. */

import { describe, expect, it } from 'vitest'
import { isSamePurchase, lineOf, planOf } from '../../src/purchases/payment/plan.ts'
import { readPlan } from '../../src/purchases/payment/stored-plan.ts'
import { storedText } from '../../src/values/json-ids.ts'

const form = {
  ...{ id: 7n, productId: 4n, name: 'Tea', sku: 'TEA', isTracked: true, price: 500 },
  ...{
    ownTermPrices: [],
    termPrices: [{ termId: 1n, price: 90 }],
    taxClass: 'standard',
    weight: 0,
    shipOption: 'flat',
    flatShipPrice: 30,
    giftShipping: 50,
  },
}
const buyer = { storeId: 1n, customerId: 2n, addressId: 3n, paymentMethodId: 4n }

const sale = { quantity: 2, occasion: 'sale', taxation: undefined, hasZones: false } as const

function lineFor(termId?: bigint) {
  const line = lineOf(form, termId === undefined ? undefined : { id: termId, numCycles: 3 }, sale)
  if (!line) throw new Error('It has a price')
  return line
}

const end = new Date('2026-04-15T12:00:00.000Z')
const renewing = (status: 'active' | 'cancelled' = 'active') =>
  planOf(
    {
      buyer,
      price: { discounts: [{ id: 5n, code: 'FIVE', type: 'amount', value: 80, productIds: [] }], credit: 100 },
      renewal: {
        subscription: {
          ...{
            id: 9n,
            termId: 1n,
            cycles: 3,
            rhythm: { months: 1, weeks: 0 },
            rebillDay: 0,
            productBillingId: 5n,
            billingName: 'TEA',
          },
          basis: { status: 'past_due', autorenew: true, endDate: '2026-03-15T12:00:00Z', unpaidOrderId: null },
          paid: { status, endDate: end, skippedDate: null },
          declined: { lastFailedRenewal: end },
        },
        isTest: false,
        isTriedAgain: true,
        unpaidOrderId: null,
        couponIds: [6n],
      },
    },
    [lineFor(1n)],
  )

describe('A plan', () => {
  it('is in the form it is stored in from the moment it is made: what is settled at once and late is the same', () => {
    for (const plan of [renewing(), planOf({ buyer, price: { discounts: [], credit: 0 } }, [lineFor()])])
      expect(readPlan(JSON.parse(storedText(plan)))).toStrictEqual(plan)
  })

  it('has ids as bigint, amounts as numbers and times as texts', () => {
    const plan = renewing()
    expect(plan).toMatchObject({ version: 2, storeId: 1n, subscriptionCouponIds: [6n], isRenewal: true, shows: 'subscription' })
    expect(plan.customerCredit).toBe(100)
    expect(plan.lines[0]).toMatchObject({ price: 90, quantity: 2, shipping: 180 })
    expect(plan.lines[0]?.subscription).toMatchObject({
      ...{ id: 9n, creditSpent: 0 },
      paid: { status: 'active', endDate: '2026-04-15T12:00:00.000Z', skippedDate: null },
    })
    expect(plan.totals).toMatchObject({ subTotal: 180, totalDiscount: 80, total: 280, charge: 180 })
  })

  it('costs what an order of before says, whose credit was taken then', () => {
    const { totals } = renewing()
    const plan = planOf({ buyer, price: { owed: totals, creditSpent: 0, customerCredit: 0 } }, [lineFor()])
    expect([plan.totals, plan.lines[0]?.subscription?.creditSpent]).toEqual([totals, undefined])
  })

  it('is for the same purchase as another whatever that changes of the subscription, and not when it sells something else', () => {
    expect(isSamePurchase(renewing(), renewing('cancelled'))).toBe(true)
    const [line] = renewing().lines
    expect(isSamePurchase(renewing(), { ...renewing(), lines: line ? [{ ...line, quantity: 3 }] : [] })).toBe(false)
  })
})

describe('A stored plan', () => {
  it('of before there were versions is read as the first, without the time it was made and the key that lay in it', () => {
    const { version: _version, ...plan } = renewing()
    const old = { ...plan, placedAt: '2026-03-15T12:00:00Z', claim: { credential: 'key old', key: 'open' } }
    expect(readPlan(JSON.parse(storedText(old)))).toStrictEqual(renewing())
    expect(readPlan(JSON.parse(storedText({ ...plan, version: 1 })))).toStrictEqual(renewing())
  })

  it.each<[string, unknown, string]>([
    ['of a version that is not known', { ...renewing(), version: 3 }, 'version'],
    ['without its lines', { ...renewing(), lines: [] }, 'lines'],
    ['that would change another column of the subscription', changing({ customerId: 3n }), 'customerId'],
    ...[
      'soon',
      '2026-02-30T12:00:00Z',
      '2026-02-28 12:00:00Z',
      '2026-02-28T12:00:00+01:00',
      '2026-02-28T12:00:00',
      '2026-02-28',
      '',
    ].map((endDate): [string, unknown, string] => [`with "${endDate}" for a time`, changing({ endDate }), 'endDate']),
    ['that is no object', 'plan', 'Expected Object'],
  ])('%s is refused', (_what, stored, names) => expect(() => readPlan(JSON.parse(storedText([stored]))[0])).toThrow(names))

  function changing(paid: object): unknown {
    const plan = renewing()
    return { ...plan, lines: plan.lines.map((line) => ({ ...line, subscription: { ...line.subscription, paid } })) }
  }
})
