import { describe, expect, it } from 'vitest'
import { writable } from '../../../src/resources/subscriptions/writable.ts'
import { formatTime } from '../../../src/values/time.ts'
import { checked } from '../../../src/values/written-values.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addMonthly, ago, daySeconds, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { inGraphqlWords, json, mutate } from '../writing.ts'
import { statuses } from './row.ts'

const store = await openStore()
const { db } = store

const checkNote = (note: string | null | undefined) => checked(writable, { note })

describe('the rule', () => {
  it('takes notes of 10,000 characters', () => {
    expect(() => checkNote('x'.repeat(10_000))).not.toThrow()
    expect(() => checkNote('x'.repeat(10_001))).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: 'note must have at most 10000 characters.' }),
    )
  })

  it('has nothing against no note', () => {
    expect(() => checkNote(null)).not.toThrow()
    expect(() => checkNote(undefined)).not.toThrow()
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (id: number, input: object) => ask(store, surface, 'updateSubscription', { id, ...input })

  it.each([
    ['note', 'Ring twice.', 'Ring twice.'],
    ['note', '', ''],
    ['note', null, null],
    ['note', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['end_date', '2026-05-31T10:30:00Z', '2026-05-31T10:30:00Z'],
    ['end_date', '2026-05-31T12:30:00+02:00', '2026-05-31T10:30:00Z'],
    ['end_date', '2026-05-31', '2026-05-31T00:00:00Z'],
    ['end_date', '2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59Z'],
    ['end_date', '2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59Z'],
    ['autorenew', false, false],
    ['credit', 0, 0],
    ['credit', 100_000_000_000, 100_000_000_000],
    ['credit', null, null],
  ])('writes %s, and nothing else', async (field, given, kept) => {
    const { id } = await addMonthly(db, { note: 'before', credit: 5 })
    const { body: before } = await store.rest(`/v1/subscriptions/${id}`)
    expect(await act(id, { [field]: given })).toMatchObject({ status: 200, record: { [field]: kept } })
    expect((await store.rest(`/v1/subscriptions/${id}`)).body).toEqual({ ...before, [field]: kept })
  })

  it.each([
    ['end_date', null, 'end_date must be a time, not null.'],
    ['autorenew', null, 'autorenew must be true or false, not null.'],
    ['credit', -1, 'credit must be from 0 to 100000000000.'],
    ['end_date', '9999-12-31', 'end_date must lie in the years 2000 to 2199.'],
    ['end_date', '0001-01-01', 'end_date must lie in the years 2000 to 2199.'],
    ['note', 'x'.repeat(10_001), 'note must have at most 10000 characters.'],
    ['end_date', '2025-01-01', /^end_date must not lie before start_date, \d{4}-\d\d-\d\dT.*Z\.$/],
    ['credit', 9_007_199_254_740_992, surface === 'REST' ? 'credit must be from 0 to 100000000000.' : /./],
    ['credit', '100000000000000000', 'credit must be from 0 to 100000000000.'],
  ])('refuses %s with %j and changes nothing', async (field, given, message) => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () => {
      const told = typeof message === 'string' ? message : expect.stringMatching(message)
      expect(await act(id, { note: 'changed', [field]: given })).toMatchObject({ status: 400, message: told })
    })
    expect(changed).toEqual([])
  })

  it.each([
    ['end_date', '2026-02-30'],
    ['end_date', 'tomorrow'],
    ['end_date', 20260401],
    ['autorenew', 'perhaps'],
    ['credit', 1.5],
    ['credit', '12x'],
    ['credit', 9_007_199_254_740_992],
    ['note', 5],
    ['note', ['a']],
    ['note', '\u0000'],
    ['note', '\ud800'],
  ])('answers 400 to %s with %j', async (field, given) => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () => {
      const { status, message } = await act(id, { [field]: given })
      expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/\w/) })
    })
    expect(changed).toEqual([])
  })

  it('may end on the moment it began, unless it would renew', async () => {
    const { id } = await addMonthly(db, { autorenew: false })
    const { startDate } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect((await act(id, { end_date: startDate.toISOString() })).status).toBe(200)
  })

  it.each([
    ['active and renews', {}, { end_date: '2026-03-15T11:59:59Z' }],
    ['active and renews, a year back', {}, { end_date: '2026-02-01' }],
    ['past due and renews', pastDue(5), { end_date: '2026-03-12T09:00:00Z' }],
    ['to renew from now on', { autorenew: false }, { end_date: '2026-03-10T09:00:00Z', autorenew: true }],
  ])('is not charged by an end date in the past: one that is %s', async (_what, columns, given) => {
    const { id } = await addMonthly(db, columns)
    const changed = await tablesChangedBy(db, async () => {
      const message = `end_date must not lie in the past, before ${formatTime(today)}: the subscription would be charged at once.`
      expect(await act(id, { note: 'changed', ...given })).toMatchObject({ status: 400, message })
    })
    expect(changed).toEqual([])
  })

  it.each([
    ['ends now', {}, { end_date: formatTime(today) }],
    ['is turned off with it', {}, { end_date: '2026-03-10T09:00:00Z', autorenew: false }],
    ['does not renew', { autorenew: false }, { end_date: '2026-03-10T09:00:00Z' }],
    ['is cancelled', { status: 'cancelled', autorenew: false }, { end_date: '2026-03-10T09:00:00Z' }],
    ['is expired', { status: 'expired', autorenew: false }, { end_date: '2026-03-10T09:00:00Z' }],
    ['is suspended', { status: 'suspended' }, { end_date: '2026-03-10T09:00:00Z' }],
    ['is unpaid', { status: 'unpaid' }, { end_date: '2026-03-10T09:00:00Z' }],
    ['says what is there already', pastDue(5), { end_date: formatTime(ago(5 * daySeconds)), autorenew: true, note: 'x' }],
    ['is given more time', pastDue(5), { end_date: '2026-03-20' }],
    ['is turned on with time to come', { ...pastDue(5), autorenew: false }, { end_date: '2026-03-20', autorenew: true }],
  ] as const)('takes an end date of one that %s', async (_what, columns, given) => {
    const { id } = await addMonthly(db, columns)
    expect(await act(id, given)).toMatchObject({ status: 200 })
  })

  it.each(['active', 'past_due', 'suspended', 'unpaid'] as const)(
    'does not begin to renew once the end date is over: one that is %s',
    async (status) => {
      const { id } = await addMonthly(db, { ...pastDue(5), status, autorenew: false })
      const changed = await tablesChangedBy(db, async () => {
        const message =
          'autorenew must be false: the time paid for ended on 2026-03-10T12:00:00Z; with an end_date to come it may be true.'
        expect(await act(id, { autorenew: true })).toMatchObject({ status: 400, message })
        // The end date as it is changes nothing about that.
        expect(await act(id, { autorenew: true, end_date: '2026-03-10T12:00:00Z' })).toMatchObject({ status: 400, message })
      })
      expect(changed).toEqual([])
      expect(await act(id, { autorenew: true, end_date: formatTime(today) })).toMatchObject({ status: 200 })
    },
  )

  it.each(statuses)('never turns autorenew of a gift on, also where it is %s', async (status) => {
    const { id } = await addMonthly(db, { status, isGift: true })
    const changed = await tablesChangedBy(db, async () => {
      for (const more of [{}, { end_date: '2026-05-05T00:00:00Z' }])
        expect(await act(id, { note: 'changed', autorenew: true, ...more })).toMatchObject({
          status: 400,
          message: 'A gift does not renew by itself.',
        })
    })
    expect(changed).toEqual([])
    expect(await act(id, { autorenew: false, note: 'x' })).toMatchObject({ status: 200, record: { autorenew: false, note: 'x' } })
  })

  it.each(['cancelled', 'expired'] as const)('does not renew by itself again by the flag alone when it is %s', async (status) => {
    const { id } = await addMonthly(db, { status, autorenew: false })
    const message = `autorenew must be false: the subscription is ${status}; reactivate it, and it renews again.`
    expect(await act(id, { note: 'x', autorenew: true })).toMatchObject({ status: 400, message })
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ autorenew: false, note: null })
    expect(await logOf(store, 'subscription', id)).toMatchObject([{ refusedBy: 'WRONG_STATUS', message }])
    // Off may be said, other things may be written, and the record may come back as it is.
    expect((await act(id, { note: 'x', autorenew: false })).status).toBe(200)
    await db.subscription.update({ where: ofStore(id), data: { autorenew: true } })
    expect((await act(id, { note: 'y', autorenew: true })).status).toBe(200)
  })

  it.each(['active', 'past_due'] as const)('takes autorenew in either direction when it is %s', async (status) => {
    const { id } = await addMonthly(db, { status, autorenew: false })
    for (const autorenew of [true, false])
      expect(await act(id, { autorenew })).toMatchObject({ status: 200, record: { autorenew } })
  })

  it('names everything that a rule refuses at once', async () => {
    const { id } = await addMonthly(db)
    const given = { note: 'x'.repeat(10_001), end_date: '2300-01-01', credit: -1, autorenew: false }
    const sentences = [
      'note must have at most 10000 characters.',
      'end_date must lie in the years 2000 to 2199.',
      'credit must be from 0 to 100000000000.',
    ]
    if (surface === 'REST') {
      const { status, body } = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, json(given))
      expect([status, body]).toEqual([400, { errors: sentences }])
    } else {
      const { end_date: endDate, ...others } = given
      const { userErrors } = await mutate(store, 'updateSubscription', { id, endDate, ...others })
      expect(userErrors.map(({ message }) => message)).toEqual(sentences.map(inGraphqlWords))
      expect(userErrors.map(({ code, field }) => [code, field])).toEqual([
        ['BAD_INPUT', 'note'],
        ['BAD_INPUT', 'endDate'],
        ['BAD_INPUT', 'credit'],
      ])
    }
    expect(await logOf(store, 'subscription', id)).toMatchObject([{ refusedBy: 'BAD_INPUT', message: sentences.join(' ') }])
  })

  it('falls on the day set by hand from then on', async () => {
    const { id } = await addMonthly(db)
    await act(id, { end_date: '2026-03-31T23:59:59.999Z' })
    await ask(store, surface, 'skipSubscription', { id })
    await db.subscription.update({ where: ofStore(id), data: { skippedDate: null } })
    expect((await ask(store, surface, 'skipSubscription', { id })).record.end_date).toBe('2026-05-31T23:59:59Z')
  })

  it('changes nothing when it says what is there already', async () => {
    const { id } = await addMonthly(db, { note: 'same' })
    const same = { note: 'same', autorenew: true, end_date: '2026-03-20T09:00:00Z' }
    expect(await tablesChangedBy(db, async () => expect((await act(id, same)).status).toBe(200))).toEqual([])
  })

  it('writes down the columns that changed', async () => {
    const { id } = await addMonthly(db, { note: 'before' })
    await act(id, { note: 'after', autorenew: true, credit: 7 })
    expect(await logOf(store, 'subscription', id)).toMatchObject([
      {
        operation: 'updateSubscription',
        surface: surface.toLowerCase(),
        changes: { note: { from: 'before', to: 'after' }, credit: { from: null, to: 7 } },
      },
    ])
    expect(Object.keys((await logOf(store, 'subscription', id))[0]?.changes ?? {}).sort()).toEqual(['credit', 'note'])
  })
})

describe('REST alone', () => {
  const put = async (id: number, body: BodyInit, type?: string, method = 'PUT') => {
    const headers = { ...(type && { 'Content-Type': type }) }
    return store.rest(`${method} /v1/subscriptions/${id}/`, store.merchant, { body, headers })
  }
  const form = 'application/x-www-form-urlencoded'

  it('takes PATCH for PUT', async () => {
    const { id } = await addMonthly(db)
    expect((await put(id, '{"note":"by PATCH"}', undefined, 'PATCH')).body.note).toBe('by PATCH')
  })

  it.each(['application/json', 'text/plain', form, undefined])('takes JSON that is called %s', async (type) => {
    const { id } = await addMonthly(db)
    expect((await put(id, Buffer.from('{"note":"JSON"}'), type)).body.note).toBe('JSON')
  })

  it('takes a form', async () => {
    const { id } = await addMonthly(db)
    const { body } = await put(id, 'note=a+b%26c%20%C3%A9&autorenew=False&credit=12&end_date=2026-05-01', form)
    expect(body).toMatchObject({ note: 'a b&c é', autorenew: false, credit: 12, end_date: '2026-05-01T00:00:00Z' })
  })

  it('takes a multipart form', async () => {
    const { id } = await addMonthly(db)
    const data = new FormData()
    for (const [name, value] of Object.entries({ note: 'a=b&c', autorenew: '0', credit: '700' })) data.append(name, value)
    expect((await put(id, data)).body).toMatchObject({ note: 'a=b&c', autorenew: false, credit: 700 })
  })

  it('takes a multipart form as others write it', async () => {
    const { id } = await addMonthly(db)
    // As curl of PHP, requests of Python and LWP of Perl do: other headers, a short boundary, a value with lines and dashes.
    const body = [
      '--xYzZY',
      'content-disposition: form-data; name=note',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'é--y\r\n--z',
      '--xYzZY',
      'Content-Disposition: form-data; name="credit"',
      '',
      '7',
      '--xYzZY--',
      '',
    ].join('\r\n')
    const { status, body: answer } = await put(id, body, 'multipart/form-data; charset=x; boundary="xYzZY"')
    expect([status, answer]).toMatchObject([200, { note: 'é--y\r\n--z', credit: 7 }])
  })

  it('reads in the name of a field of a multipart form what browsers write for quotes and lines', async () => {
    const { id } = await addMonthly(db)
    const data = new FormData()
    data.append('a"b\r\n%', 'x')
    const { status, body } = await put(id, data)
    expect([status, body]).toEqual([400, { errors: [expect.stringContaining('a"b\r\n%')] }])
  })

  it.each([true, 'true', 'True', 'TRUE', 1, '1'])('reads %j as true', async (given) => {
    const { id } = await addMonthly(db, { autorenew: false })
    expect((await put(id, JSON.stringify({ autorenew: given }))).body.autorenew).toBe(true)
  })

  it.each([false, 'false', 'False', 0, '0'])('reads %j as false', async (given) => {
    const { id } = await addMonthly(db)
    expect((await put(id, JSON.stringify({ autorenew: given }))).body.autorenew).toBe(false)
  })

  it('takes a record back as it was read, with one field changed', async () => {
    const { id } = await addMonthly(db)
    const { body: record } = await store.rest(`/v1/subscriptions/${id}`)
    const { status, body } = await put(id, JSON.stringify({ ...record, note: 'modified' }))
    expect({ status, body }).toEqual({ status: 200, body: { ...record, note: 'modified' } })
  })

  it.each([
    [{ status: 'cancelled' }, 'status is read-only; PUT /v1/subscriptions/{sub_id}/cancel/ changes it.'],
    [{ skipped_date: '2026-03-20T09:00:00Z' }, 'skipped_date is read-only; PUT /v1/subscriptions/{sub_id}/skip/ changes it.'],
    [{ product_billing_id: 1 }, 'product_billing_id is read-only.'],
    [{ store_id: 2 }, 'store_id is read-only.'],
    [{ id: 1 }, 'id is read-only.'],
    [{ colour: 'red' }, 'Unknown field: colour'],
    [{ constructor: 1 }, 'Unknown field: constructor'],
    [{ endDate: '2026-05-01' }, 'Unknown field: endDate; did you mean end_date?'],
  ])('refuses %j', async (given, message) => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () => {
      const { status, body } = await put(id, JSON.stringify({ note: 'changed', ...given }))
      expect({ status, body }).toEqual({ status: 400, body: { errors: [message] } })
    })
    expect(changed).toEqual([])
  })
})

describe('GraphQL alone', () => {
  it('knows no field that REST could not write', async () => {
    const { id } = await addMonthly(db)
    const { errors } = await store.graphql(
      `mutation { updateSubscription(input: { id: ${id}, status: cancelled }) { userErrors { code } } }`,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }])
  })
})
