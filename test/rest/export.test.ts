/** Exports: whole lists as lines of JSON and as CSV, their bounds, and what is refused of them. */
import { parse } from 'csv-parse/sync'
import { describe, expect, inject, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const isEmbedded = 'dataDir' in inject('template')

/** Asks for an export as a client does, and reads all of it. */
async function exported(path: string, headers: Record<string, string> = {}, as = store.merchant) {
  const response = await store.fetch(path, { headers: { Authorization: as, ...headers } })
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

const linesOf = (text: string) => text.split('\n').slice(0, -1)

const lists = table.filter(({ answer, method, path }) => answer === 'list' && method === 'GET' && !path.includes('{'))

describe.each(lists)('An export of $path', ({ path }) => {
  const as = path.startsWith('/v1/store/') ? store.customer : store.merchant

  it('has the rows of the list, in the order of their ids', async () => {
    const { body } = await store.rest(`${path}?limit=1000&sort=${path.includes('shortfalls') ? 'runs_out_at' : 'id'}`, as)
    const all = body.errors ? (await store.rest(`${path}?limit=1000`, as)).body : body
    const { status, type, text } = await exported(`${path}?format=ndjson`, {}, as)
    expect({ status, type }).toEqual({ status: 200, type: 'application/x-ndjson; charset=utf-8' })
    expect(linesOf(text).map((line) => JSON.parse(line))).toEqual(all.results)
    const csv = await exported(path, { Accept: 'text/csv' }, as)
    expect({ status: csv.status, type: csv.type }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
    const [header = [], ...records] = parse(csv.text) as string[][]
    expect(new Set(header).size).toBe(header.length)
    expect(records).toHaveLength(all.results.length)
    const at = header.indexOf('id')
    if (at >= 0) expect(records.map((record) => record[at])).toEqual(all.results.map(({ id }: { id: number }) => String(id)))
  })
})

/** Inserts customers whose names are texts that CSV or a spreadsheet reads in its own way. */
async function addCustomers(count: number): Promise<void> {
  await store.session(({ query }) =>
    query(
      `INSERT INTO customer (store_id, first_name, last_name, name, email, email_key, country, location, created_at)
       SELECT 1, 'Row', n::text, 'Row ' || n, 'row' || n || '@export.example', 'row' || n || '@export.example', 'US', '', now() FROM generate_series(1, $1::int) n`,
      [count],
    ),
  )
}

describe('An export', () => {
  it('has more rows than a page, each once, and those of its filter alone', async () => {
    await addCustomers(2_345)
    const { text } = await exported('/v1/customers/?format=ndjson&email__like=row%25@export.example')
    const ids = linesOf(text).map((line) => JSON.parse(line).id as number)
    expect(ids).toHaveLength(2_345)
    expect(ids.toSorted((one, other) => one - other)).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    const some = await exported('/v1/customers/?format=ndjson&email__like=row%25@export.example&limit=1001')
    expect(linesOf(some.text)).toEqual(linesOf(text).slice(0, 1_001))
  })

  it.skipIf(isEmbedded)('is of one moment on PostgreSQL: what others write meanwhile is not in it', async () => {
    const response = await store.fetch('/v1/customers/?format=ndjson&email__like=row%25@export.example', {
      headers: { Authorization: store.merchant },
    })
    await store.session(({ query }) => query(`UPDATE customer SET last_name = 'later' WHERE email LIKE 'row%@export.example'`))
    expect(await response.text()).not.toContain('later')
  })

  it('selects what the list is asked to embed, and flattens records in CSV', async () => {
    const { text } = await exported('/v1/orders/?format=csv&limit=1&with=transactions')
    const [header = [], record = []] = parse(text) as string[][]
    const cell = (name: string) => record[header.indexOf(name)]
    const { body } = await store.rest('/v1/orders/?limit=1&with=transactions')
    const [order] = body.results
    expect(cell('customer.email')).toBe(order.customer.email)
    expect(cell('total')).toBe(String(order.total))
    expect(cell('is_gift')).toBe('false')
    expect(cell('note')).toBe('')
    expect(JSON.parse(cell('transactions') ?? '')).toEqual(order.transactions)
    expect(header).not.toContain('fulfillments')
  })

  it('keeps spreadsheets from taking a text for a formula, and leaves numbers as they are', async () => {
    const texts = ['=1+1', '+1', '-1', '@cmd', 'a "quoted", text', 'two\nlines', '-9007199254740993 is a text']
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n } })
    for (const note of texts) {
      await store.db.order.update({ where: { storeId_id: { storeId: 1n, id } }, data: { note, total: 9_007_199_254_740_993n } })
      const { text } = await exported(`/v1/orders/?format=csv&id=${id}`)
      const [header = [], record = []] = parse(text) as string[][]
      expect(record[header.indexOf('note')]).toBe(/^[=+\-@]/.test(note) ? `'${note}` : note)
      expect(record[header.indexOf('total')]).toBe('9007199254740993')
    }
  })

  it.each([
    ['a page', 'format=csv&page=1', 'page is not for exports, which are whole; limit is the number of rows.'],
    ['an order', 'format=ndjson&sort=id', 'sort is not for exports, which are in the order of their ids.'],
    ['another format', 'format=xml', 'format must be json, ndjson or csv, not xml.'],
    ['an unknown filter', 'format=csv&stauts=open', 'Unknown filter: stauts; did you mean status?'],
    ['no rows', 'format=csv&limit=0', 'limit must be a whole number from 1 to 1000000000, not 0.'],
  ])('is refused with %s', async (_what, query, sentence) => {
    const { status, body } = await store.rest(`/v1/orders/?${query}`)
    expect(status).toBe(400)
    expect(body.errors[0]).toContain(sentence)
  })

  it('is of lists alone', async () => {
    const record = await exported('/v1/orders/1', { Accept: 'text/csv' })
    expect([record.status, JSON.parse(record.text)]).toEqual([
      406,
      { errors: ['Lists alone are answered as text/csv; here it is application/json.'] },
    ])
    expect((await exported('/v1/orders/1', { Accept: 'text/csv, */*' })).status).toBe(200)
    expect((await exported('/v1/orders/1?format=csv')).status).toBe(400)
  })

  it('is JSON for clients that name it first, or nothing', async () => {
    for (const accept of ['application/json, text/csv', 'text/csv;q=0.5, application/json', '*/*', 'text/html,*/*'])
      expect((await exported('/v1/orders/', { Accept: accept })).type).toMatch(/^application\/json/)
    expect((await exported('/v1/orders/?format=json', { Accept: 'text/csv' })).type).toMatch(/^application\/json/)
  })

  it('waits for no third: two are under way at most, until one ends or its client leaves', async () => {
    const path = '/v1/customers/?format=ndjson&email__like=row%25@export.example'
    const open = () => store.fetch(path, { headers: { Authorization: store.merchant } })
    const [one, two] = [await open(), await open()]
    const third = await open()
    expect([third.status, third.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await third.json()).toEqual({
      errors: ['2 exports are under way, as many as there may be; try again when one has ended.'],
    })
    await one.body?.cancel()
    await two.text()
    const next = await open()
    expect(next.status).toBe(200)
    await next.text()
  })

  it('has its place again where the database did not take it', async () => {
    let failures = 3
    const failing = await openStore({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      between: (db) =>
        Object.create(db, {
          snapshot: {
            value: (work: (rows: typeof db.rows) => Promise<unknown>) =>
              failures-- > 0 ? Promise.reject(new Error('no connection')) : (db.snapshot ?? ((run) => run(db.rows)))(work),
          },
        }),
    })
    const statuses: number[] = []
    for (let index = 0; index < 5; index += 1) {
      const response = await failing.fetch('/v1/orders/?format=csv&limit=1', { headers: { Authorization: failing.merchant } })
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([500, 500, 500, 200, 200])
  })

  it('goes on when the budget is there again', async () => {
    const buckets = { left: 25 }
    const grant = (points: number) => {
      const isGranted = buckets.left >= points
      if (isGranted) buckets.left -= points
      else buckets.left = 1_000
      return { isGranted, remaining: buckets.left, lacking: 1, fullInSeconds: 1 }
    }
    const paying = await openStore({
      budget: {
        rate: { burst: 100, perSecond: 10 },
        buckets: { take: async (_holder: string, points: number) => grant(points), charge: async () => grant(0) } as never,
      },
    })
    const response = await paying.fetch('/v1/customers/?format=ndjson', { headers: { Authorization: paying.merchant } })
    expect(response.status).toBe(200)
    const { count } = (await paying.rest('/v1/customers/?limit=1')).body
    expect(linesOf(await response.text())).toHaveLength(count)
  })
})
