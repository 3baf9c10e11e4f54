/** Read, change, write back: a record may be sent to its write just as any read of the Merchant API gave it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import type { Compiled } from '../../src/rest/compile.ts'
import { ofStore } from '../of-store.ts'
import { beforeCheck } from '../old-rows.ts'
import { json } from '../resources/writing.ts'
import { openStore } from '../store.ts'
import { tables, tablesChangedBy } from '../writes/tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Found = Record<string, any>

const store = await openStore({ isApart: true })
const { db, merchant } = store

const placeOf = ({ path }: Compiled) => path.replace(/\/$/, '').replace(/\{\w+\}/g, '{}')
const isMerchants = ({ path }: Compiled) => !path.startsWith('/v1/store/')

/** The row that reads the record a write changes. */
const readerOf = (write: Compiled) =>
  table.find((row) => row.method === 'GET' && row.answer === 'record' && placeOf(row) === placeOf(write))

const writes = table.filter((row) => row.method === 'PUT' && isMerchants(row) && !row.variables.has('body') && readerOf(row))

const listOf = ({ record }: Compiled) =>
  table.find((row) => row.answer === 'list' && row.record === record && isMerchants(row))?.path ?? ''

/** Every way to read a record, as paths; in a list it is found by its id. */
function formsOf(write: Compiled, record: Found): string[] {
  const reader = readerOf(write)
  const list = `${listOf(write)}?id=${record.id}`
  const embeds = (names: string[] = []) => ['', ...names, 'all'].map((name) => (name ? `with=${name}` : ''))
  const embeddable = table.find(({ path }) => path === listOf(write))?.embeddable
  return [
    ...embeds(embeddable).map((query) => `${list}&${query}`),
    ...embeds(reader?.embeddable).map((query) => `${pathOf(write, record)}?${query}`),
  ]
}

const pathOf = ({ path }: Compiled, record: Found) =>
  path.replace(/\{(\w+)\}/, (_, name: string) => String(record[name] ?? record.id))

async function read(path: string): Promise<Found> {
  const { status, body } = await store.rest(path)
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined })
  return body.results ? body.results[0] : body
}

const rowsOf = async (write: Compiled): Promise<Found[]> => (await store.rest(`${listOf(write)}?limit=15`)).body.results

const put = (write: Compiled, record: Found, body: unknown) => store.rest(`PUT ${pathOf(write, record)}`, merchant, json(body))

/** The fields a write takes, those in its path apart. */
const writable = (write: Compiled) => [...write.variables].filter(([name]) => !write.path.includes(`{${name}}`))

// What follows from a field that is written, and what only some values of a field can be.
const consequences: Record<string, string[]> = {
  order_gift_info: ['gift_message'],
  end_date: ['skipped_date'],
  first_name: ['name'],
  last_name: ['name'],
}
const choices: Record<string, unknown[]> = {
  ship_option: ['flat', 'free'],
  confidence: [7, 8],
  quantity_on_hand: [3, 4],
  discount_type: ['amount', 'percent'],
  country: ['GB', 'SE'],
}

/** A value a field may have that is not the one it has. */
function otherValue(name: string, value: unknown): unknown {
  if (choices[name]) return choices[name].find((each) => each !== value)
  if (name === 'end_date') return '2031-05-06T07:08:09Z'
  if (name === 'order_gift_info') return { ...(value as object), gift_message: 'Other words' }
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number' || name === 'credit') return Number(value ?? 0) + 1
  return `${value ?? ''}x`
}

// Said once more, without asking the schema: what is taken whatever it says, by the write.
const taken: Record<string, string> = {
  UpdateCoupon: 'type url products',
  UpdateCustomer: 'type url num_orders num_subscriptions total_revenue subscription_status',
  UpdateInventory: 'type url instance product',
  UpdateOrder: 'type url customer products address cart fulfillments subscriptions transactions',
  UpdateProduct:
    'type url has_subscribers base_term_prices billing gift_term_prices gift_terms giftinstances images instances inventory ' +
    'subscription_types surveys variants',
  UpdateSubscription:
    'type url billing customer term address coupons fulfillments instance metadata orders product survey_results',
}

beforeAll(async () => {
  await db.order.update({
    where: ofStore(3n),
    data: { isGift: true, giftMessage: 'Words', giftRecipientName: 'Ivy', giftRecipientEmail: 'ivy@example.com' },
  })
  // Values of before that can no longer be written, and a payment that keeps others from being changed.
  await db.coupon.updateMany({ data: { discountValue: 50n } })
  await db.productInventory.updateMany({ where: { id: 2n }, data: { quantityOnHand: -4 } })
  await beforeCheck(db, 'product_ship_option_check', `UPDATE product SET ship_option = 'carrier' WHERE id = 2`)
  await db.subscription.updateMany({ where: { id: 2n }, data: { paymentUnderWay: true } })
})

describe('The rows that change a record which they can also read', () => {
  it('are those of the Merchant API', () => {
    const names = ['UpdateCoupon', 'UpdateCustomer', 'UpdateInventory', 'UpdateOrder', 'UpdateProduct', 'UpdateSubscription']
    expect(writes.map(({ name }) => name).sort()).toEqual(names)
  })
})

describe.each(writes.map((write) => [write.name, write] as const))('%s', (_name, write) => {
  it('takes back every record as the list gave it, and nothing changes', async () => {
    const changed = await tablesChangedBy(db, async () => {
      for (const record of await rowsOf(write)) {
        const { status, body } = await put(write, record, record)
        expect({ id: record.id, status, errors: body.errors }).toEqual({ id: record.id, status: 200, errors: undefined })
      }
    })
    expect(changed).toEqual([])
  })

  it('takes back a record as each of its reads gave it, and nothing changes', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const before = await tables(db)
    for (const form of formsOf(write, record)) {
      const given = await read(form)
      const { status, body } = await put(write, record, given)
      expect({ form, status, errors: body.errors }).toEqual({ form, status: 200, errors: undefined })
      // The answer says the same of all that both show.
      expect(Object.fromEntries(Object.keys(body).map((name) => [name, name in given ? given[name] : body[name]]))).toEqual(body)
    }
    expect(await tables(db)).toEqual(before)
  })

  it('changes the one field that was changed, and no other', async () => {
    const list = await rowsOf(write)
    const record = list.find(({ id, is_gift }) => is_gift && id === 3) ?? (list.at(-1) as Found)
    const forms = formsOf(write, record)
    // The shortest and the longest.
    for (const form of [forms.at(0) ?? '', forms.at(-1) ?? '']) {
      const given = await read(form)
      const before = await read(pathOf(write, record))
      for (const [name] of writable(write).filter(([name]) => name in given)) {
        const value = otherValue(name, given[name])
        const { status, body: after } = await put(write, record, { ...given, [name]: value })
        expect({ form, name, status, value: after[name] }).toEqual({ form, name, status: 200, value })
        const differing = Object.keys(after).filter((each) => JSON.stringify(after[each]) !== JSON.stringify(before[each]))
        expect({ form, name, differing: differing.filter((each) => !consequences[name]?.includes(each)) }).toEqual({
          form,
          name,
          differing: [name],
        })
        const followed = (consequences[name] ?? []).filter((each) => each in given)
        const back = { ...given, [name]: before[name], ...Object.fromEntries(followed.map((each) => [each, after[each]])) }
        expect((await put(write, record, back)).body).toEqual(before)
      }
    }
  })

  it('refuses a column of the record that says something else than now, and names it; takes all else', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const given = await read(`${pathOf(write, record)}?with=all`)
    const names = new Set(writable(write).map(([name]) => name))
    const readOnly = Object.keys({ ...record, ...given }).filter((name) => !names.has(name))
    expect(readOnly.length).toBeGreaterThan(4)
    const outcomes: Found = {}
    const changed = await tablesChangedBy(db, async () => {
      for (const name of readOnly) {
        const { status, body } = await put(write, record, { ...given, [name]: 'something else' })
        outcomes[name] = status === 200 ? 'taken' : body.errors
      }
    })
    const isTaken = (name: string) => taken[write.name]?.split(' ').includes(name)
    expect(outcomes).toEqual(
      Object.fromEntries(readOnly.map((name) => [name, isTaken(name) ? 'taken' : [`${name} is read-only.`]])),
    )
    expect(changed).toEqual([])
  })

  it('refuses a field that no read shows', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const given = await read(pathOf(write, record))
    for (const name of ['colour', 'constructor', '__typename', 'storeId', 'with_all']) {
      const { status, body } = await put(write, record, { ...given, [name]: 1 })
      expect({ name, status, body }).toEqual({ name, status: 400, body: { errors: [`Unknown field: ${name}`] } })
    }
  })
})

describe('What it costs', () => {
  const write = writes.find(({ name }) => name === 'UpdateSubscription') as Compiled
  const path = '/v1/subscriptions/1'

  it('one statement more for the columns, without what is embedded; none where no column of the record is sent', async () => {
    const given = await read(`${path}?with=all`)
    const { id, type, customer, billing, orders } = given
    const whole = await store.statements(() => put(write, { id }, given))
    const without = await store.statements(() => put(write, { id }, { note: given.note, type, customer, billing, orders }))
    expect(whole).toHaveLength(without.length + 1)
    const [now = ''] = whole
    expect(now).toContain('FROM "subscription"')
    expect(now).not.toMatch(/(FROM|JOIN) "(customer|order|product|product_billing|address)"/)
  })
})

describe('A record', () => {
  it('is taken back with as much embedded as can be: a hundred of each', async () => {
    const write = writes.find(({ name }) => name === 'UpdateSubscription') as Compiled
    const { results } = (await store.rest('/v1/subscriptions/?with=all&limit=1000')).body
    const given = await read('/v1/subscriptions/1?with=all')
    const hundred = Object.entries(given).flatMap(([name, value]) => {
      if (!Array.isArray(value)) return []
      const longest = results.flatMap((each: Found) => each[name]).sort((one: Found, other: Found) => sizeOf(other) - sizeOf(one))
      return [[name, Array(100).fill(longest[0])]]
    })
    expect(hundred.map(([name]) => name)).toEqual(['coupons', 'fulfillments', 'orders', 'survey_results'])
    const { status, body } = await put(write, given, { ...given, ...Object.fromEntries(hundred) })
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  })
  const sizeOf = (record: Found) => JSON.stringify(record).length
})

describe('The values of a column', () => {
  it('may be spelled as a form or another client spells them', async () => {
    const given = await read('/v1/subscriptions/1')
    const spelled = new URLSearchParams({
      id: String(given.id),
      store_id: String(given.store_id),
      is_test: 'False',
      status: given.status.toUpperCase(),
      start_date: given.start_date.replace('Z', '+00:00'),
      note: 'by form',
    })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { status, body } = await store.rest('PUT /v1/subscriptions/1/', merchant, { body: String(spelled), headers })
    expect({ status, body }).toEqual({ status: 200, body: { ...given, note: 'by form' } })
    spelled.set('start_date', given.start_date.replace('Z', '+01:00'))
    const other = await store.rest('PUT /v1/subscriptions/1/', merchant, { body: String(spelled), headers })
    expect(other.body).toEqual({ errors: ['start_date is read-only.'] })
  })
})
