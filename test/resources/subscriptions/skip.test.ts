import { describe, expect, it } from 'vitest'
import { skip, unskip } from '../../../src/resources/subscriptions/rules.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, ago, chargesOf, daySeconds } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { monthly, row, statuses } from './row.ts'

const store = await openStore()
const { db } = store

const notActive = statuses.filter((status) => status !== 'active')
const nothingRenews = 'Only a subscription that renews can skip a renewal.'
const at = (text: string) => new Date(text)
const refusal = (what: string, status: string) =>
  `Only an active subscription can ${what}; this one is ${status.replace('_', ' ')}.`

describe('the rule', () => {
  it.each([
    ['a month', { ...monthly }, '2026-04-20T09:00:00Z'],
    ['a prepaid term', { ...monthly, numCycles: 3 }, '2026-06-20T09:00:00Z'],
    ['two weeks', { rhythm: { months: 0, weeks: 2 }, rebillDay: 0, numCycles: 1 }, '2026-04-03T09:00:00Z'],
    ['a month with a billing day', { ...monthly, rebillDay: 15 }, '2026-04-15T09:00:00Z'],
  ])('moves the end by one term: %s', (_name, term, end) => {
    expect(skip(row(), today, term)).toEqual({ skippedDate: at('2026-03-20T09:00:00Z'), endDate: at(end) })
  })

  it('comes back to the 31st after a short month', () => {
    const february = row({ startDate: at('2026-01-31T00:00:00Z'), endDate: at('2026-02-28T00:00:00Z') })
    expect(skip(february, at('2026-02-10T00:00:00Z'), monthly).endDate).toEqual(at('2026-03-31T00:00:00Z'))
  })

  it('goes by the day set by hand rather than the day it began on', () => {
    expect(skip(row({ anchorDay: 31, endDate: at('2026-04-30T00:00:00Z') }), today, monthly).endDate).toEqual(
      at('2026-05-31T00:00:00Z'),
    )
  })

  it('changes nothing when it is skipped already, and skips again once the skip is over', () => {
    expect(skip(row({ skippedDate: at('2026-03-16T00:00:00Z') }), today, monthly)).toEqual({})
    expect(skip(row({ skippedDate: at('2026-02-20T09:00:00Z') }), today, monthly)).not.toEqual({})
  })

  it('restores both when it is taken back', () => {
    const skipped = row({ skippedDate: at('2026-03-20T09:00:00Z'), endDate: at('2026-04-20T09:00:00Z') })
    expect(unskip(skipped, today)).toEqual({ skippedDate: null, endDate: at('2026-03-20T09:00:00Z') })
    expect(unskip(row(), today)).toEqual({})
  })

  it('is refused where nothing renews, and taken back there', () => {
    const skipped = row({ autorenew: false, skippedDate: at('2026-03-20T09:00:00Z'), endDate: at('2026-04-20T09:00:00Z') })
    for (const one of [row({ autorenew: false }), skipped])
      expect(() => skip(one, today, monthly)).toThrow(expect.objectContaining({ code: 'WRONG_STATUS', message: nothingRenews }))
    expect(unskip(skipped, today)).toEqual({ skippedDate: null, endDate: at('2026-03-20T09:00:00Z') })
  })

  it.each(notActive)('refuses both for one that is %s', (status) => {
    const refused = (message: string) => expect.objectContaining({ code: 'WRONG_STATUS', message })
    expect(() => skip(row({ status }), today, monthly)).toThrow(refused(refusal('skip a renewal', status)))
    expect(() => unskip(row({ status }), today)).toThrow(refused(refusal('take back a skip', status)))
  })
})

async function actionOf(id: number, name: string) {
  const { data } = await store.graphql(`{ subscription(id: ${id}) { actions { name allowed blockedBy { code message } } } }`)
  const { name: _name, ...action } = data.subscription.actions.find((each: { name: string }) => each.name === name)
  return action
}

describe.each(surfaces)('%s', (surface) => {
  const skipIt = (id: number, input: object = {}) => ask(store, surface, 'skipSubscription', { id, ...input })
  const unskipIt = (id: number, input: object = {}) => ask(store, surface, 'unskipSubscription', { id, ...input })

  it('records the renewal that is skipped and moves the end by one term', async () => {
    const { id, customer } = await addMonthly(db)
    expect(await skipIt(id)).toMatchObject({
      status: 200,
      record: { status: 'active', skipped_date: '2026-03-20T09:00:00Z', end_date: '2026-04-20T09:00:00Z' },
    })
    expect(await chargesOf(db, customer.id)).toEqual([])
  })

  it('moves the end of a prepaid subscription by its whole term', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 6, price: 9000 }] })
    const id = await addSubscription(db, { customer, product })
    expect((await skipIt(id)).record.end_date).toBe('2026-09-20T09:00:00Z')
  })

  it('restores everything when the skip is taken back', async () => {
    const { id } = await addMonthly(db)
    // The row is marked as changed all the same.
    const read = () => db.subscription.findUniqueOrThrow({ where: ofStore(id), omit: { updatedAt: true, changedIn: true } })
    const before = await read()
    const changed = await tablesChangedBy(db, async () => {
      await skipIt(id)
      const { record } = await unskipIt(id)
      expect(record).toMatchObject({ skipped_date: null, end_date: '2026-03-20T09:00:00Z' })
    })
    expect(changed).toEqual(['subscription'])
    expect(await read()).toEqual(before)
  })

  it('changes nothing when it is skipped twice', async () => {
    const { id } = await addMonthly(db)
    await skipIt(id)
    const changed = await tablesChangedBy(db, async () => expect((await skipIt(id)).status).toBe(200))
    expect(changed).toEqual([])
  })

  it('changes nothing when there is no skip to take back', async () => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () => expect((await unskipIt(id)).status).toBe(200))
    expect(changed).toEqual([])
  })

  it('does not take back a skip whose renewal is over', async () => {
    const { id } = await addMonthly(db, { skippedDate: ago(5 * daySeconds) })
    const changed = await tablesChangedBy(db, async () => expect((await unskipIt(id)).status).toBe(200))
    expect(changed).toEqual([])
  })

  it.each([
    ['that is not to renew', { autorenew: false }],
    ['that was given', { isGift: true, autorenew: false }],
  ])('refuses to skip a renewal of one %s, and changes nothing', async (_what, columns) => {
    const { id } = await addMonthly(db, columns)
    const changed = await tablesChangedBy(db, async () => {
      expect(await skipIt(id)).toMatchObject({ status: 400, message: nothingRenews })
    })
    expect(changed).toEqual([])
    expect(await actionOf(id, 'skip')).toEqual({ allowed: false, blockedBy: { code: 'WRONG_STATUS', message: nothingRenews } })
    expect(await actionOf(id, 'unskip')).toEqual({ allowed: true, blockedBy: null })
  })

  it.each([
    ['a monthly one', 1, '2026-04-20T09:00:00Z'],
    ['a prepaid one', 3, '2026-06-20T09:00:00Z'],
  ])('is taken back when the subscription is cancelled, or is not to renew: %s', async (_what, cycles, skippedTo) => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles, price: 2400 }] })
    const paidUntil = { skipped_date: null, end_date: '2026-03-20T09:00:00Z', autorenew: false }
    for (const end of [
      (id: number) => ask(store, surface, 'cancelSubscription', { id }),
      (id: number) => ask(store, surface, 'updateSubscription', { id, autorenew: false }),
      (id: number) => ask(store, surface, 'updateSubscription', { id, autorenew: false, end_date: skippedTo }),
    ]) {
      const id = await addSubscription(db, { customer, product })
      expect((await skipIt(id)).record.end_date).toBe(skippedTo)
      expect(await end(id)).toMatchObject({ status: 200, record: paidUntil })
      expect((await logOf(store, 'subscription', id)).at(-1)?.changes).toMatchObject({
        skippedDate: { from: '2026-03-20T09:00:00Z', to: null },
        endDate: { from: skippedTo, to: '2026-03-20T09:00:00Z' },
      })
    }
  })

  it('is not taken back once its renewal is over, nor by an end date that is given', async () => {
    const { id } = await addMonthly(db, { skippedDate: ago(5 * daySeconds) })
    const kept = { skipped_date: '2026-03-10T12:00:00Z', end_date: '2026-03-20T09:00:00Z' }
    expect((await ask(store, surface, 'updateSubscription', { id, autorenew: false })).record).toMatchObject({
      end_date: kept.end_date,
    })
    expect((await store.rest(`/v1/subscriptions/${id}`)).body).toMatchObject(kept)
    expect((await ask(store, surface, 'cancelSubscription', { id })).record.end_date).toBe(kept.end_date)
    const { id: other } = await addMonthly(db)
    await skipIt(other)
    const given = { id: other, autorenew: false, end_date: '2026-05-05T00:00:00Z' }
    expect((await ask(store, surface, 'updateSubscription', given)).record.end_date).toBe('2026-05-05T00:00:00Z')
  })

  it('of one that is turned on again begins with the date that was paid for', async () => {
    const { id } = await addMonthly(db)
    await skipIt(id)
    for (const autorenew of [false, true]) await ask(store, surface, 'updateSubscription', { id, autorenew })
    expect((await skipIt(id)).record.end_date).toBe('2026-04-20T09:00:00Z')
  })

  it.each(notActive)('refuses both for one that is %s and changes nothing', async (status) => {
    const { id } = await addMonthly(db, { status })
    const changed = await tablesChangedBy(db, async () => {
      expect(await skipIt(id)).toMatchObject({ status: 400, message: refusal('skip a renewal', status) })
      expect(await unskipIt(id)).toMatchObject({ status: 400, message: refusal('take back a skip', status) })
    })
    expect(changed).toEqual([])
    expect((await logOf(store, 'subscription', id)).map(({ refusedBy }) => refusedBy)).toEqual(['WRONG_STATUS', 'WRONG_STATUS'])
  })

  it('writes down what a skip changed', async () => {
    const { id } = await addMonthly(db)
    await skipIt(id)
    expect(await logOf(store, 'subscription', id)).toMatchObject([
      {
        operation: 'skipSubscription',
        surface: surface.toLowerCase(),
        changes: {
          skippedDate: { from: null, to: '2026-03-20T09:00:00Z' },
          endDate: { from: '2026-03-20T09:00:00Z', to: '2026-04-20T09:00:00Z' },
        },
      },
    ])
  })

  it('takes a log note of 2,000 characters, also with a skip that is refused or taken back, and refuses one of 2,001', async () => {
    const { id } = await addMonthly(db)
    const note = 'x'.repeat(2_000)
    expect(await skipIt(id, { log_note: `${note}x` })).toMatchObject({
      status: 400,
      message: 'log_note must have at most 2000 characters.',
    })
    expect((await skipIt(id, { log_note: note })).record.end_date).toBe('2026-04-20T09:00:00Z')
    expect((await unskipIt(id, { log_note: 'at home after all' })).record.end_date).toBe('2026-03-20T09:00:00Z')
    await ask(store, surface, 'cancelSubscription', { id })
    expect((await skipIt(id, { log_note: 'too late' })).status).toBe(400)
    expect((await logOf(store, 'subscription', id)).map(({ note }) => note)).toEqual([
      note,
      'at home after all',
      null,
      'too late',
    ])
  })

  it('takes at most 5 statements', async () => {
    const { id } = await addMonthly(db)
    await unskipIt(id)
    const statements = await store.statements(() => skipIt(id))
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(5)
  })
})

describe('the flags of REST', () => {
  const put = (id: number, body: string, type = 'application/json') =>
    store.rest(`PUT /v1/subscriptions/${id}/skip/`, store.merchant, { body, headers: { 'Content-Type': type } })

  it.each([
    ['{"skip":"true"}', 'application/json'],
    ['{"skip":true,"unskip":false}', 'application/json'],
    ['{"skip":1}', 'application/json'],
    ['skip=true', 'application/x-www-form-urlencoded'],
    ['skip=True&unskip=0', 'application/x-www-form-urlencoded'],
  ])('are read as %s', async (body, type) => {
    const { id } = await addMonthly(db)
    expect((await put(id, body, type)).body.skipped_date).toBe('2026-03-20T09:00:00Z')
  })

  it.each(['{}', '', '{"skip":false}', '{"skip":true,"unskip":true}', '{"skip":"false","unskip":"0"}'])(
    'must be exactly one: 400 for %s',
    async (body) => {
      const { id } = await addMonthly(db)
      const { status, body: answer } = await put(id, body)
      expect({ status, answer }).toEqual({ status: 400, answer: { errors: ['Send exactly one of skip=true and unskip=true.'] } })
    },
  )

  it.each(['{"skip":"maybe"}', '{"skip":2}', '{"skip":[true]}', '{"skip":true,"log_note":["no"]}'])(
    'refuse what is none: 400 for %s',
    async (body) => {
      const { id } = await addMonthly(db)
      const { status, body: answer } = await put(id, body)
      expect(status).toBe(400)
      expect(answer.errors).toEqual([expect.any(String)])
    },
  )
})
