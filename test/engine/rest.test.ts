/** REST over a table of six rows: which row a path means, what a request says to it, and what is answered. */
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/auth/viewer.ts'
import { requestOf } from '../../src/http/fetch.ts'
import { createRest } from '../../src/rest/handler.ts'
import { readQuery } from '../../src/rest/query.ts'
import { readQueryVariables } from '../../src/rest/read.ts'
import { route } from '../../src/rest/route.ts'
import { createTable } from '../../src/rest/table.ts'
import { contextOf, contract, customer, merchant, schema, table, visitor, written } from './library.ts'

const rest = createRest({ table, pageBase: 0 })

type Asked = { as?: Viewer; rows?: (string | null)[][]; method?: string; body?: object }

async function send(path: string, { as = merchant, rows, method = 'GET', body }: Asked = {}) {
  const { context, statements } = contextOf(as, rows)
  const request = new Request(`http://library.test${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const answer = await rest(requestOf(request, 'test'), context)
  return { ...answer, statements, body: answer.body && JSON.parse([answer.body].flat().join('')) }
}

const named = (path: string, method = 'GET') => table.find(path)?.rows.get(method)?.[0]?.name

/** The variables of a query string for a list of books, and its page. */
function read(search: string, base: 0 | 1 = 0) {
  const [row] = table.find('/v1/books/')?.rows.get('GET') ?? []
  if (!row) throw new Error('There is no such row.')
  return readQueryVariables(row, {}, readQuery(search), base)
}

const filterOf = (search: string) => read(search).variables.filter

describe('A path', () => {
  it.each([
    ['/v1/books/', 'ListBooks'],
    ['/v1/books', 'ListBooks'],
    ['/v1/books/5', 'GetBook'],
    ['/v1/books/5/', 'GetBook'],
    ['/v1/shelves/5/books/', 'ListBooksOfShelf'],
    ['/v1/books/5/lend/', undefined],
    ['/v1/books/5/pages/', undefined],
    ['/v1/books//', undefined],
  ])('%s means %s', (path, name) => expect(named(path)).toBe(name))

  it('means another row by another method, and says which there are', async () => {
    expect(named('/v1/books/5/lend/', 'PUT')).toBe('LendBook')
    const { status, headers } = await send('/v1/books/5/lend/')
    expect([status, headers.Allow]).toEqual([405, 'PUT, PATCH, OPTIONS'])
  })

  it('has the texts of its parameters', () => expect(table.find('/v1/shelves/x%20y/books')?.ids).toEqual({ shelf_id: 'x%20y' }))
})

describe('A query string', () => {
  it.each<[search: string, filter: object]>([
    ['genre=verse', { genre: { eq: 'verse' } }],
    ['genre=2', { genre: { eq: 'verse' } }],
    ['genre=verse&genre=drama', { genre: { in: ['verse', 'drama'] } }],
    ['genre__in=verse,drama', { genre: { in: ['verse', 'drama'] } }],
    ['printed_at__gte=2020-01-01', { printedAt: { ge: '2020-01-01' } }],
    ['shelf.name__ilike=a%25', { shelf: { name: { ilike: 'a%' } } }],
    ['shelf.is_open=True', { shelf: { isOpen: { eq: true } } }],
    ['shelf._md.wood.kind=oak', { shelf: { remarks: [{ key: 'wood.kind', eq: 'oak' }] } }],
    ['pages__is_null=1', { pages: { isNull: true } }],
    ['customer-number=3', { customerId: { eq: '3' } }],
  ])('%s is a filter', (search, filter) => expect(filterOf(search)).toEqual(filter))

  it.each<[search: string, page: object]>([
    ['', { number: 0, size: 10 }],
    ['page=2&limit=50', { number: 2, size: 50 }],
    ['page=&limit=', { number: 0, size: 10 }],
  ])('%j asks for a page', (search, page) => expect(read(search).page).toEqual(page))

  it('counts pages from 1 where that was chosen, and page 0 is the first too', () => {
    expect(read('page=2', 1).page.number).toBe(1)
    expect(read('page=0', 1).page.number).toBe(0)
  })

  it('says the order and what is embedded', () => {
    const ordered = { orderBy: [{ printedAt: 'desc' }, { id: 'asc' }], with_shelf: true }
    expect(read('sort=-printed_at,id&with=shelf').variables).toMatchObject(ordered)
    expect(read('sort[]=-printed_at&sort[]=id&with[]=shelf').variables).toMatchObject(ordered)
    expect(read('sort[0]=-printed_at&sort[1]=id&with[0]=shelf').variables).toMatchObject(ordered)
  })

  it.each([
    ['genr=verse', 'Unknown filter: genr; did you mean genre? A list takes page, limit, sort, with and its fields (GET /v1/).'],
    [
      'shelf__id=3',
      'Unknown filter: shelf__id; did you mean shelf_id? A list takes page, limit, sort, with and its fields (GET /v1/).',
    ],
    ['shelf=3', 'Unknown filter: shelf; did you mean shelf_id? A list takes page, limit, sort, with and its fields (GET /v1/).'],
    [
      'shelf.remarks.wood=oak',
      'Unknown filter: shelf.remarks.wood; did you mean shelf._md.wood? A list takes page, limit, sort, with and its fields (GET /v1/).',
    ],
    ['sort=prize', 'Unknown sort field: prize; did you mean price?'],
    ['with=shelfs', 'Unknown relation: shelfs; did you mean shelf?'],
    ['q=emma', 'Unknown filter: q; a list takes page, limit, sort, with and its fields (GET /v1/).'],
    ['genre=fiction', 'Bad value for genre: must be one of prose (1), verse (2), drama (3), not fiction.'],
    ['limit=1001', 'limit must be a whole number from 1 to 1000, not 1001.'],
    ['shelf._md.=x', 'shelf._md. names no remarks key; write _md.<key>.'],
  ])('%s is refused with what is near', async (search, sentence) => {
    expect(await send(`/v1/books/?${search}`)).toMatchObject({ status: 400, body: { errors: [sentence] }, statements: [] })
  })
})

describe('An answer', () => {
  it('is the envelope of a list, with its neighbours', async () => {
    const rows = [['0', '21', '[{"id":5}]']]
    const { status, body, statements } = await send('/v1/books/?page=1&genre=verse', { rows })
    expect({ status, body }).toEqual({
      status: 200,
      body: { count: 21, next: '?page=2&genre=verse', prev: '?page=0&genre=verse', results: [{ id: 5 }] },
    })
    expect(statements).toHaveLength(1)
  })

  it('has the names of the contract, ids as numbers, and a relation where it was asked for', async () => {
    const [plain, more] = [await send('/v1/books/'), await send('/v1/books/?with=shelf')]
    expect(plain.statements[0]?.text).toContain(`{"id":', t0."id", ',"shelf_id":'`)
    expect(plain.statements[0]?.text).toContain(`"customer-number":`)
    expect(plain.statements[0]?.text).not.toContain('"shelf" t1')
    expect(more.statements[0]?.text).toContain('LEFT JOIN "shelf" t1')
  })

  it('writes a time as an HTTP date where its row says so', async () => {
    const { status, body, statements } = await send('/v1/books/5', { rows: [['5', '{"id":5}']] })
    expect([status, body]).toEqual([200, { id: 5 }])
    expect(statements[0]?.text).toContain('"GMT"')
  })

  it.each<[path: string, who: string, as: Viewer, status: number]>([
    ['/v1/books/', 'a customer', customer, 403],
    ['/v1/books/', 'a visitor', visitor, 401],
    ['/v1/store/api/shelves/', 'a visitor', visitor, 200],
    ['/v1/store/api/shelves/', 'a merchant', merchant, 200],
    ['/v1/books/5', 'a merchant', merchant, 404],
    ['/v1/books/none', 'a merchant', merchant, 400],
    ['/v1/boxes/', 'a merchant', merchant, 404],
  ])('at %s to %s is what it is to them', async (path, _who, as, status) => {
    expect((await send(path, { as })).status).toBe(status)
  })
})

describe('A body', () => {
  const lend = (body: object) => send('/v1/books/5/lend/', { method: 'PUT', body, rows: [['5', '{"id":5}']] })

  it('becomes the variables of its write, whose record is answered', async () => {
    expect(await lend({ days: '14' })).toMatchObject({ status: 200, body: { id: 5 } })
    expect(written.at(-1)).toMatchObject({ operation: 'lendBook', recordType: 'book', input: { id: '5', days: 14 } })
  })

  it('is refused with all that is wrong with it', async () => {
    const { status, body } = await lend({ days: 'many', hours: 3 })
    expect([status, body.errors]).toEqual([400, ['days must be a whole number of at most 32 bits.', 'Unknown field: hours']])
  })
})

describe('A row that does not fit the schema', () => {
  it.each([
    ['a field that there is not', 'query Odd { books { nodes { colour } } }', /colour/],
    ['a fragment that there is not', 'query Odd { books { nodes { ...Box } } }', /Box/],
    ['the name of another', 'query GetBook { books { totalCount nodes { id } } }', /one name/],
  ])('stops the process: %s', (_what, operation, fault) => {
    const routes = [...contract.routes, route('GET /v1/odd/', operation)]
    expect(() => createTable(schema, { ...contract, routes })).toThrow(fault)
  })
})
