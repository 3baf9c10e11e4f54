/** The SQL of reads: one statement a root field, with all of its selection. */
import { describe, expect, it } from 'vitest'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { ask, statementOf } from './library.ts'

const listed = (rows: string) =>
  `SELECT 0, concat('{"books":[', CASE WHEN sum(octet_length(r.j0)) > 67108864 THEN chr(1) ELSE string_agg(r.j0, ',') END, ']}') FROM (${rows}) r HAVING TRUE`

/** All rows of a store, in a statement that is planned once for all stores. */
const whole = 't0."store_id" = (SELECT $1::bigint)'

describe('A list', () => {
  it('is one statement, whose rows the database writes as JSON', async () => {
    const { text, values } = await statementOf('{ books { books: nodes { id title } } }')
    const json = `concat('{"id":"', t0."id", '","title":', to_json(t0."title"), '}')`
    expect(text).toBe(listed(`SELECT ${json} AS j0 FROM "book" t0 WHERE ${whole} ORDER BY t0."id" ASC LIMIT 10`))
    expect(values).toEqual(['7'])
  })

  it('joins what belongs to all rows as they come, and to chosen or later ones when they are bounded', async () => {
    const nodes = '{ nodes { sequel { title } } }'
    const { text } = await statementOf(`{ books ${nodes} }`)
    expect(text).toContain('FROM "book" t0 LEFT JOIN "book" t1')
    expect(text).toContain(`WHERE ${whole} ORDER BY t0."id" ASC LIMIT 10) r`)
    const others = ['offset: 5', 'filter: { sequel: {} }', 'filter: { pages: { gt: 9 } }', 'orderBy: [{ title: asc }]', 'last: 5']
    for (const given of others)
      expect((await statementOf(`{ books(${given}) ${nodes} }`)).text).toMatch(/ LIMIT \d+( OFFSET \$\d)?\) t0 /)
  })

  it('is answered as the database writes it', async () => {
    const { data } = await ask('{ books { nodes { title } } }', { rows: [['0', '{"nodes":[{"title":"Ulysses"}]}']] })
    expect(data).toBe('{"books":{"nodes":[{"title":"Ulysses"}]}}')
  })

  it('is counted beside its rows, by the same conditions', async () => {
    const { text } = await statementOf('{ books(filter: { pages: { gt: 99 } }) { totalCount nodes { id } } }')
    expect(text.match(/t0\."pages" > \$\d/g)).toHaveLength(2)
    expect(text).toContain('(SELECT count(*) FROM "book" t0 WHERE ')
  })

  it('looks at no row where nothing but its count is asked for', async () => {
    const { text } = await statementOf('{ books { totalCount } }')
    expect(text).toBe(`SELECT 0, concat('{"totalCount":', (SELECT count(*) FROM "book" t0 WHERE ${whole}), '}')`)
  })

  it('is planned once for all stores and places, unless some of its rows are chosen', async () => {
    const after = Buffer.from('["id.asc","5"]').toString('base64url')
    const all = await statementOf(`{ books(after: "${after}") { nodes { id } } }`)
    expect(all.text).toContain(`WHERE ${whole} AND t0."id" > (SELECT $2::bigint) ORDER BY`)
    const chosen = await statementOf(`{ books(after: "${after}", filter: { pages: { gt: 99 } }) { nodes { id } } }`)
    expect(chosen.text).toContain('WHERE t0."store_id" = $1 AND t0."pages" > $2 AND t0."id" > $3 ORDER BY')
  })

  it('is read together with the other lists of its request', async () => {
    const { text } = await statementOf('{ books { totalCount } shelves { totalCount } }')
    expect(text.split(' UNION ALL ')).toHaveLength(2)
  })

  it('asks for the ids alone of the rows that a far page passes over', async () => {
    const near = await statementOf('{ books(offset: 999) { nodes { title } } }')
    const far = await statementOf('{ books(offset: 1000) { nodes { title } } }')
    expect(near.text).not.toContain('passed')
    expect(far.text).toContain(`(SELECT t0."id" FROM "book" t0 WHERE ${whole} ORDER BY t0."id" ASC LIMIT 10 OFFSET $2)`)
    expect(far.values).toEqual(['7', '1000'])
  })

  it('reads one row more than asked where it is asked whether more follow', async () => {
    const plain = await statementOf('{ books(first: 4) { nodes { id } } }')
    const { text } = await statementOf('{ books(first: 4) { nodes { id } pageInfo { hasNextPage } } }')
    expect(plain.text).toContain('LIMIT 4')
    expect(text).toContain('LIMIT 5')
    expect(text).toContain('(count(*) > 4)::text')
  })

  it('reads its last rows from the end, and shows them in its order', async () => {
    const { text } = await statementOf('{ books(last: 3) { nodes { id } } }')
    expect(text).toContain('ORDER BY t0."id" DESC LIMIT 3) t0 ORDER BY t0."id" ASC')
  })
})

describe('A record', () => {
  it('is found by its id, in the store of whoever asks', async () => {
    const { text, values } = await statementOf('{ book(id: 5) { title } }')
    expect(text).toBe(
      `SELECT t0."id", concat('{"title":', to_json(t0."title"), '}') FROM "book" t0 WHERE t0."store_id" = $1 AND t0."id" = $2`,
    )
    expect(values).toEqual(['7', '5'])
  })

  it('answers null and NOT_FOUND for a missing record', async () => {
    expect(await ask('{ book(id: 5) { title } }')).toMatchObject({ data: '{"book":null}', codes: ['NOT_FOUND'] })
  })

  it('is looked for together with others that are asked for in the same way', async () => {
    const rows = [
      ['2', '{"title":"Two"}'],
      ['1', '{"title":"One"}'],
    ]
    const { data, statements } = await ask('{ a: book(id: 1) { title } b: book(id: 2) { title } }', { rows })
    expect(data).toBe('{"a":{"title":"One"},"b":{"title":"Two"}}')
    expect(statements).toMatchObject([{ values: ['7', ['1', '2']] }])
  })

  it('joins the record that a relation leads to, once, and is null where it leads to none', async () => {
    const { text } = await statementOf('{ book(id: 5) { shelf { name } again: shelf { id } sequel { title } } }')
    expect(text.match(/LEFT JOIN/g)).toHaveLength(2)
    expect(text).toContain('LEFT JOIN "shelf" t1 ON t1."store_id" = $1 AND t1."id" = t0."shelf_id"')
    expect(text).toContain(`CASE WHEN t2."id" IS NULL THEN 'null'`)
    expect(text).not.toContain(`CASE WHEN t1."id" IS NULL`)
  })

  it('shows an enum by its code, a time in ISO 8601, the currency of the store and its path', async () => {
    const { text, values } = await statementOf('{ book(id: 5) { genreCode printedAt currency url } }')
    expect(text).toContain(`CASE t0."genre" WHEN 'prose' THEN 1 WHEN 'verse' THEN 2 WHEN 'drama' THEN 3 END`)
    expect(text).toContain(`replace((t0."printed_at" AT TIME ZONE 'UTC')::text, ' ', 'T')`)
    expect(text).toContain(`"url":"/v1/books/', t0."id", '/"`)
    expect(values).toEqual(['7', '5', 'EUR'])
  })

  it('shows whether a column has a value, and a column of the record of a relation', async () => {
    const { text } = await statementOf('{ book(id: 5) { isPrinted shelfName } }')
    expect(text).toContain('(t0."printed_at" IS NOT NULL)::text')
    expect(text).toContain(
      'to_json((SELECT t0_of."name" FROM "shelf" t0_of WHERE t0_of."store_id" = $1 AND t0_of."id" = t0."shelf_id"))',
    )
  })

  it('is found by its name among all records, where that is of the store', async () => {
    const own = writeNodeId({ typeName: 'Book', storeId: 7n, id: 5n })
    const other = writeNodeId({ typeName: 'Book', storeId: 8n, id: 5n })
    expect((await statementOf(`{ node(nodeId: "${own}") { ... on Book { title } } }`)).values).toEqual(['7', '5'])
    expect(await ask(`{ node(nodeId: "${other}") { nodeId } }`)).toMatchObject({ data: '{"node":null}', statements: [] })
  })

  it.each(['Box', 'Store', 'BookConnection'])('has no name that says it is a %s', async (typeName) => {
    const name = writeNodeId({ typeName, storeId: 7n, id: 5n })
    expect((await ask(`{ node(nodeId: "${name}") { nodeId } }`)).codes).toEqual(['BAD_INPUT'])
  })
})

describe('A list of a record', () => {
  it('is read inside its record, by its own conditions, order and page', async () => {
    const { text, values } = await statementOf(
      '{ shelves { nodes { books(first: 2, filter: { genre: { eq: verse } }, orderBy: [{ title: desc }]) { nodes { id } } } } }',
    )
    expect(text).toContain(
      'FROM "book" t1 WHERE t1."store_id" = $1 AND t1."shelf_id" = t0."id" AND t1."genre" = $2 ORDER BY t1."title" DESC, t1."id" ASC LIMIT 2',
    )
    expect(values).toEqual(['7', 'verse'])
  })

  it('that stands for some of its rows alone is narrowed to those', async () => {
    const { text, values } = await statementOf('{ shelves { nodes { dramas { totalCount } } } }')
    expect(text).toContain('t1."shelf_id" = t0."id" AND t1."genre" = $2)')
    expect(values).toEqual(['7', 'drama'])
  })
})

describe('A write', () => {
  it('goes through the door, and shows the record by one statement when it is done', async () => {
    const { data, statements } = await ask('mutation { lendBook(input: { id: 5 }) { book { title } userErrors { code } } }', {
      rows: [['5', '{"title":"Emma"}']],
    })
    expect(data).toBe('{"lendBook":{"book":{"title":"Emma"},"userErrors":[]}}')
    expect(statements).toMatchObject([{ values: ['7', '5'] }])
  })
})
