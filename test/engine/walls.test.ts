/** The walls: each table of each statement is restricted to one store, and each viewer to its declared rows. */
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/auth/viewer.ts'
import { ask, customer, merchant, statementOf, visitor } from './library.ts'

const everything = `{
  books(filter: { sequel: { shelf: { books: { title: { eq: "x" } } } } }, offset: 2000, orderBy: [{ shelfName: asc }]) { totalCount nodes { shelfName sequel { shelf { name } } } }
  shelves(filter: { remarks: [{ key: "a", eq: 1 }] }) { nodes { dramas { nodes { shelf { books { totalCount } } } } remarks { data } } }
}`

/** Tables by the names they have in a statement, those that are none held to the store. */
const unheld = (text: string) =>
  [...text.matchAll(/(?:FROM|JOIN) "(\w+)" (\w+)/g)].filter(([, , alias]) =>
    ['$1', '(SELECT $1::bigint)'].every((store) => !text.includes(`${alias}."store_id" = ${store}`)),
  )

describe('Every table of a statement', () => {
  it('is held to the store of whoever asks', async () => {
    const { text, values } = await statementOf(everything)
    expect([...text.matchAll(/(?:FROM|JOIN) "(\w+)" (\w+)/g)].length).toBeGreaterThan(10)
    expect(unheld(text)).toEqual([])
    expect(values[0]).toBe('7')
  })

  it('is held to that of another, by the same text', async () => {
    const one = await statementOf(everything)
    const other = await statementOf(everything, { as: { ...merchant, storeId: 8n } as Viewer })
    expect(other.text).toBe(one.text)
    expect(other.values).toEqual(['8', ...one.values.slice(1)])
  })
})

describe('Rows', () => {
  it.each<[who: string, as: Viewer, condition: string]>([
    ['a customer', customer, 't0."store_id" = $1 AND t0."is_open"'],
    ['a visitor', visitor, 't0."store_id" = $1 AND t0."is_open"'],
    ['a merchant', merchant, 't0."store_id" = (SELECT $1::bigint)'],
  ])('of a list are those that %s may see', async (_who, as, condition) => {
    expect((await statementOf('{ shelves { nodes { id } } }', { as })).text).toContain(`WHERE ${condition} ORDER BY`)
  })

  it("restricts rows by the viewer's customer id", async () => {
    const { text, values } = await statementOf('{ book(id: 4) { title } }', { as: customer })
    expect(text).toContain('t0."customer_id" = $3')
    expect(values).toEqual(['7', '4', '3'])
  })

  it('behind a list are walled inside it, where it is read and where it is filtered by', async () => {
    const read = await statementOf('{ shelves { nodes { books { nodes { id } } } } }', { as: customer })
    expect(read.text).toContain('t1."shelf_id" = t0."id" AND t1."customer_id" = $2')
    const filtered = await statementOf('{ shelves(filter: { books: { title: { eq: "x" } } }) { totalCount } }', { as: customer })
    expect(filtered.text).toContain('c1."customer_id" = $2 AND c1."title" = $3')
  })

  it.each([
    ['at the root', '{ books { nodes { id } } }'],
    ['from another record', '{ shelves { nodes { books { nodes { id } } } } }'],
    ['by a filter', '{ shelves(filter: { books: { id: { eq: 1 } } }) { totalCount } }'],
  ])('that are open to none of a role are refused %s, before anything is read', async (_where, query) => {
    expect(await ask(query, { as: visitor })).toMatchObject({ codes: ['UNAUTHENTICATED'], statements: [] })
  })

  it('of a relation for merchants are refused to all others', async () => {
    const query = '{ shelves { nodes { remarks { data } } } }'
    expect(await ask(query, { as: customer })).toMatchObject({ codes: ['FORBIDDEN'], statements: [] })
  })

  it('need the scope of what is read, also of what a connection leads to', async () => {
    const as = { ...merchant, scopes: ['read_products'] } as Viewer
    expect((await ask('{ shelves { nodes { name } } }', { as })).codes).toEqual([])
    expect((await ask('{ shelves { nodes { books { totalCount } } } }', { as })).codes).toEqual(['FORBIDDEN'])
    expect((await ask('{ books { totalCount } }', { as })).codes).toEqual(['FORBIDDEN'])
  })
})

describe('A column', () => {
  it('is null for whoever does not read it, and the database is not asked for it', async () => {
    const { text } = await statementOf('{ books { nodes { note } } }', { as: customer })
    expect(text).toContain(`{"note":null}`)
    expect(text).not.toContain('t0."note"')
    expect((await statementOf('{ books { nodes { note } } }')).text).toContain('t0."note"')
  })

  it.each(['filter: { note: { eq: "x" } }', 'orderBy: [{ note: asc }]'])(
    'is closed to %s of who does not read it',
    async (args) => {
      expect(await ask(`{ books(${args}) { totalCount } }`, { as: customer })).toMatchObject({
        codes: ['FORBIDDEN'],
        statements: [],
      })
    },
  )

  it('that nobody reads is in no part of the schema', async () => {
    await expect(ask('{ books { nodes { secret } } }')).rejects.toThrow('Cannot query field "secret"')
    await expect(ask('{ books(filter: { secret: { eq: "x" } }) { totalCount } }')).rejects.toThrow('"secret"')
  })
})

describe('A write', () => {
  it.each<[who: string, as: Viewer, code: string]>([
    ['a visitor', visitor, 'UNAUTHENTICATED'],
    ['a customer, where it is for merchants', customer, 'FORBIDDEN'],
    ['a key without its scope', { ...merchant, scopes: ['read_orders'] } as Viewer, 'FORBIDDEN'],
  ])('is refused to %s', async (_who, as, code) => {
    expect((await ask('mutation { lendBook(input: { id: 5 }) { userErrors { code } } }', { as })).codes).toEqual([code])
  })
})
