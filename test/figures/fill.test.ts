/** Movements that are filled in: what orders, payments and the log say of a time from before movements were recorded. */
import { beforeEach, describe, expect, it } from 'vitest'
import { refusalOfCheck } from '../../src/db/checks.ts'
import { fillInMovements } from '../../src/movements/fill.ts'
import { inSight } from '../support/every-statement.ts'
import { beforeCheck } from '../support/old-rows.ts'
import { openShop } from './shop.ts'

const { db, clock, write, sell, movesOf, moveTo } = await openShop({ isApart: true })

const begin = '2026-04-01T09:00:00Z'

/** Has all that movements need forgotten, as in a database of the version before. */
async function forget(): Promise<void> {
  await db.subscriptionMovement.deleteMany()
  const none = { firstPaidAt: null, paidOrders: 0, recurringPrice: 0, recurringMonths: 0, recurringWeeks: 0 }
  await db.subscription.updateMany({ data: none })
  await db.orderProduct.updateMany({ data: { paidNumber: null, foreverDiscount: 0 } })
  await db.order.updateMany({ data: { paidAt: null } })
  const nothing = { countedSubscriptions: 0, pausedSubscriptions: 0, payingSubscriptions: 0, countedRuns: 0, countedSince: null }
  await db.customer.updateMany({ data: { ...nothing, hasMovements: false } })
  await db.store.updateMany({ data: { isFilledIn: false } })
}

const fillAll = () => inSight(() => fillInMovements(db, clock))

const rowsOf = (subscriptionId: number) =>
  db.subscriptionMovement.findMany({
    where: { subscriptionId },
    orderBy: { id: 'asc' },
    omit: { id: true, knownAt: true, origin: true, requestId: true, changedIn: true, updatedAt: true },
  })

beforeEach(() => moveTo(begin))

describe('Filling in', () => {
  it('makes the movements that were recorded, of a life with a cheaper plan, an end and a return', async () => {
    const { id, product } = await sell({ price: 3000 })
    await moveTo('2026-05-02')
    await db.productTermPrice.updateMany({ where: { productId: product.id }, data: { price: 2500 } })
    await moveTo('2026-06-11')
    await write('cancelSubscription', { id, cancelReason: 4 }, 'subscription { id }')
    await moveTo('2026-08-05')
    await write('reactivateSubscription', { id }, 'subscription { id }')
    await moveTo('2026-10-01')
    const [recorded, moves] = [await rowsOf(id), await movesOf(id)]
    const [subscription, lines] = [await db.subscription.findFirst({ where: { id } }), await linesOf(id)]
    await forget()
    await fillAll()
    expect(await movesOf(id)).toEqual(moves)
    // It is not known of before whether one renewed by itself, and why it was cancelled is said while it is.
    const known = (rows: typeof recorded) => rows.map(({ fromAutorenew: _, toAutorenew: __, cancelReason: ___, ...row }) => row)
    expect(known(await rowsOf(id))).toEqual(known(recorded))
    const { changedIn: _, updatedAt: __, ...same } = { ...subscription }
    expect(await db.subscription.findFirst({ where: { id } })).toMatchObject(same)
    expect(await linesOf(id)).toEqual(lines)
  })

  it('makes those of a customer of several, one past due and given up', async () => {
    const first = await sell({ price: 3000 })
    await moveTo('2026-04-01T10:00:00Z')
    const second = await sell({ price: 2000, customer: first.customer, cycles: 3 })
    await db.paymentMethod.updateMany({ where: { id: first.customer.methodId ?? 0 }, data: { gatewayToken: 'tok_never' } })
    await moveTo('2026-06-15')
    const before = [await movesOf(first.id), await movesOf(second.id)]
    await forget()
    await fillAll()
    expect([await movesOf(first.id), await movesOf(second.id)]).toEqual(before)
    expect(before[0]?.at(-1)).toBe('2026-05-31 contraction past_due 3000→3000 2→1')
  })

  it('knows the discount of a single coupon for ever, and a pause that still is', async () => {
    const coupon = { code: 'HALF', discountType: 'percent', discountValue: 50, forever: true, numRenewals: 0 }
    await write('createCoupon', coupon, 'coupon { id }')
    const { id } = await sell({ price: 4000, coupons: ['HALF'] })
    await moveTo('2026-04-11')
    await write('pauseSubscription', { id }, 'subscription { id }')
    await forget()
    await fillAll()
    expect(await movesOf(id)).toEqual(['2026-04-01 new active 0→2000 0→1', '2026-04-11 paused suspended 2000→2000 1→0'])
  })

  it('says from when on figures are exact: from the oldest entry of the log', async () => {
    await sell()
    await forget()
    await fillAll()
    const { isFilledIn, exactSince } = await db.store.findUniqueOrThrow({ where: { id: 1n } })
    const oldest = await db.logEntry.findFirst({ where: { storeId: 1n, refusedBy: null }, orderBy: { createdAt: 'asc' } })
    expect({ isFilledIn, exactSince }).toEqual({ isFilledIn: true, exactSince: oldest?.createdAt })
  })

  it('leaves out customers with a record that the database refuses, until it is mended, and fills in all others', async () => {
    const [broken, sound] = [await sell(), await sell({ price: 2000 })]
    const moves = [await movesOf(broken.id), await movesOf(sound.id)]
    await forget()
    const setCountry = (country: string) =>
      `UPDATE customer SET country = '${country}' WHERE store_id = 1 AND id = ${broken.customer.id}`
    await beforeCheck(db, 'customer_country_check', setCountry('Utopia'))
    const reported: unknown[] = []
    const fill = () => inSight(() => fillInMovements(db, clock, (error) => reported.push(error)))
    await fill()
    expect([await movesOf(broken.id), await movesOf(sound.id)]).toEqual([[], moves[1]])
    expect(await db.store.findFirst({ where: { id: 1n } })).toMatchObject({ isFilledIn: true })
    expect(reported.map((error) => refusalOfCheck(error)?.message)).toEqual([
      'country of the customer must be two capital letters, as in ISO 3166.',
    ])
    expect(await fill()).toBe(0)
    expect(reported).toHaveLength(1)
    await db.$executeRawUnsafe(setCountry('US'))
    expect(await fill()).toBe(1)
    expect(await movesOf(broken.id)).toEqual(moves[0])
  })

  it('loses no movement of a write beside it, whichever is first', async () => {
    const sold = []
    for (let each = 0; each < 12; each += 1) sold.push(await sell({ price: 1000 + each }))
    await moveTo('2026-04-02')
    await forget()
    const cancelled = sold.map(({ id }) => write('cancelSubscription', { id }, 'subscription { id }'))
    await Promise.all([fillAll(), ...cancelled])
    await fillAll()
    for (const { id } of sold) {
      const [begun, ended, ...others] = await movesOf(id)
      expect([begun, ended]).toEqual([
        expect.stringContaining('new active'),
        expect.stringContaining('2026-04-02 none cancelled'),
      ])
      expect(others).toEqual([])
    }
    await moveTo('2026-05-02')
    for (const { id } of sold) expect((await movesOf(id)).at(-1)).toContain('2026-05-01 churn expired')
  })
})

const linesOf = (subscriptionId: number) =>
  db.orderProduct.findMany({
    where: { subscriptionId },
    orderBy: { id: 'asc' },
    select: { paidNumber: true, foreverDiscount: true, order: { select: { paidAt: true } } },
  })
