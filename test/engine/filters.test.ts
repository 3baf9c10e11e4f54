/** Filters, orders and cursors: the conditions that they are compiled to. */
import { describe, expect, it } from 'vitest'
import { ask, statementOf } from './library.ts'

/** The condition of a filtered list of books beside the store's, and the values that the statement binds. */
async function filtered(filter: string, list = 'books') {
  const { text, values } = await statementOf(`{ ${list}(filter: ${filter}) { totalCount } }`)
  const [, where] = /FROM "\w+" t0 WHERE t0\."store_id" = \$1 AND (.*)\), '\}'\)$/.exec(text) ?? []
  return [where, ...values.slice(1)]
}

const ofShelf = 'EXISTS (SELECT FROM "shelf" c1 WHERE c1."store_id" = $1 AND c1."id" = t0."shelf_id"'

const refusal = async (filter: string) => (await ask(`{ books(filter: ${filter}) { totalCount } }`)).errors?.[0]?.message

describe('A filter', () => {
  it.each<[filter: string, where: string, ...values: unknown[]]>([
    ['{ title: { eq: "Emma" } }', 't0."title" = $2', 'Emma'],
    ['{ title: { ne: "Emma" } }', 't0."title" <> $2', 'Emma'],
    ['{ title: { ilike: "em%" } }', 't0."title" ILIKE $2', 'em%'],
    ['{ price: { le: 9, gt: 5 } }', 't0."price" <= $2 AND t0."price" > $3', '9', '5'],
    ['{ genre: { in: [prose, drama] } }', 't0."genre" = ANY($2)', ['prose', 'drama']],
    ['{ genreCode: { ge: 2 } }', 't0."genre" = ANY($2)', ['verse', 'drama']],
    ['{ isPrinted: { eq: true } }', 'NOT (t0."printed_at" IS NULL)'],
    ['{ isPrinted: { ne: true } }', 't0."printed_at" IS NULL'],
    ['{ isPrinted: { isNull: true } }', 'FALSE'],
    ['{ shelfName: { in: ["A"], ne: "B" } }', `${ofShelf} AND c1."name" <> $2 AND c1."name" = ANY($3))`, 'B', ['A']],
    ['{ NOT: { shelfName: { eq: "A" } } }', `NOT (${ofShelf} AND c1."name" = $2))`, 'A'],
    ['{ printedAt: { lt: "2020-01-01T01:00:00+01:00" } }', 't0."printed_at" < $2', '2020-01-01T00:00:00.000Z'],
    ['{ pages: { isNull: true } }', 't0."pages" IS NULL'],
    ['{ url: { eq: "/v1/books/4" } }', 't0."id" = $2', '4'],
    ['{ id: { in: [] } }', 'FALSE'],
    ['{ OR: [{ pages: { gt: 5 } }, { pages: { isNull: true } }] }', '((t0."pages" > $2) OR (t0."pages" IS NULL))', '5'],
  ])('%s', async (filter, where, ...values) => expect(await filtered(filter)).toEqual([where, ...values]))

  it('is false of what is missing, also inside a NOT', async () => {
    expect(await filtered('{ NOT: { pages: { eq: 3 } } }')).toEqual(['NOT (t0."pages" = $2 AND NOT (t0."pages" IS NULL))', '3'])
    expect(await filtered('{ NOT: { price: { eq: 3 } } }')).toEqual(['NOT (t0."price" = $2)', '3'])
  })

  it('follows a relation into the table that it leads to', async () => {
    expect(await filtered('{ sequel: { shelf: { name: { eq: "A" } } } }')).toEqual([
      'EXISTS (SELECT FROM "book" c1 WHERE c1."store_id" = $1 AND c1."id" = t0."sequel_id" AND ' +
        'EXISTS (SELECT FROM "shelf" c2 WHERE c2."store_id" = $1 AND c2."id" = c1."shelf_id" AND c2."name" = $2))',
      'A',
    ])
  })

  it('looks once for what a relation leads to where it is shown too, unless it is one of several ways', async () => {
    const of = async (filter: string) => {
      const { text } = await statementOf(`{ books(first: 5, filter: ${filter}) { nodes { title shelf { name } } } }`)
      return text.replace(/^.* FROM \(SELECT/, 'SELECT').replace(/ ORDER BY t0\."id" ASC\) r HAVING TRUE$/, '')
    }
    expect(
      await of('{ AND: [{ shelf: { name: { eq: "A" } } }, { shelf: { isOpen: { eq: true } } }, { price: { gt: 5 } }] }'),
    ).toBe(
      'SELECT t0."title", t0."shelf_id", t0."id", c1."id" AS "t1 id", c1."name" AS "t1 name" FROM "book" t0 ' +
        'JOIN "shelf" c1 ON c1."store_id" = $1 AND c1."id" = t0."shelf_id" ' +
        'WHERE t0."store_id" = $1 AND c1."name" = $2 AND c1."is_open" AND t0."price" > $3 ORDER BY t0."id" ASC LIMIT 5) t0 ' +
        'CROSS JOIN LATERAL (SELECT t0."t1 id" AS "id", t0."t1 name" AS "name") t1',
    )
    const [either, none] = [
      '{ OR: [{ shelf: { name: { eq: "A" } } }, { id: { eq: 1 } }] }',
      '{ NOT: { shelf: { id: { eq: 1 } } } }',
    ]
    for (const filter of [either, none]) {
      const text = await of(filter)
      expect(text).toContain('EXISTS (SELECT FROM "shelf" c1')
      expect(text).toContain('LEFT JOIN "shelf" t1')
    }
  })

  it('asks for at least one of those that a list leads to', async () => {
    expect(await filtered('{ dramas: { price: { lt: 5 } } }', 'shelves')).toEqual([
      'EXISTS (SELECT FROM "book" c1 WHERE c1."store_id" = $1 AND c1."shelf_id" = t0."id" AND c1."genre" = $2 AND c1."price" < $3)',
      'drama',
      '5',
    ])
  })

  it('goes by free-form keys straight to the rows that say whose they are: numbers as numbers, all else as text', async () => {
    const keyed = (key: string, value: string) =>
      `EXISTS (SELECT FROM "remark_entry" c1 WHERE c1."store_id" = $1 AND c1."owner_id" = t0."id" AND ` +
      `c1."owner_table" = $2 AND c1."key" = ${key} AND ${value})`
    const [where, ...values] = await filtered('{ remarks: [{ key: "size", gt: 4 }] }', 'shelves')
    expect(where).toBe(keyed('$3', 'c1."number" > $4'))
    expect(values).toEqual(['shelf', 'size', '4'])
    expect((await filtered('{ remarks: [{ key: "wood", eq: "oak" }] }', 'shelves'))[0]).toBe(keyed('$3', 'c1."text" = $4'))
  })

  it.each([
    ['nothing', '{ title: null }', /must not be null/],
    ['an operator with nothing', '{ title: { eq: null } }', /must not be null/],
    ['a long pattern', `{ title: { like: "${'x'.repeat(101)}" } }`, /at most 100 characters/],
    ['a long list', `{ id: { in: [${Array(101).fill(1)}] } }`, /at most 100 values/],
    ['a long way', `{ ${'sequel: { '.repeat(4)} id: { eq: 1 } ${'}'.repeat(4)} }`, /at most 3 relations/],
    ['what is no id', '{ id: { eq: "first" } }', /id/],
  ])('with %s is refused in a sentence', async (_what, filter, sentence) => expect(await refusal(filter)).toMatch(sentence))
})

const ordered = async (order: string, more = '') =>
  (await statementOf(`{ books(orderBy: ${order}${more}) { nodes { id } } }`)).text.replace(/.*ORDER BY (.*) LIMIT.*/, '$1')

describe('An order', () => {
  it.each([
    ['[]', 't0."id" ASC'],
    ['[{ title: desc }]', 't0."title" DESC, t0."id" ASC'],
    ['[{ genre: asc }, { printedAt: desc }]', 't0."genre" ASC, t0."printed_at" DESC, t0."id" ASC'],
    ['[{ id: desc }, { title: asc }]', 't0."id" DESC'],
    ['[{ isPrinted: asc }, { genreCode: desc }]', '(t0."printed_at" IS NOT NULL) ASC, t0."genre" DESC, t0."id" ASC'],
  ])('%s is total: it ends with the id', async (order, sql) => expect(await ordered(order)).toBe(sql))

  it('by a column of a relation reads that column of the record of each row, and passes on what finds it', async () => {
    const { text } = await statementOf(
      '{ books(first: 5, orderBy: [{ shelfName: desc }]) { edges { cursor node { shelf { id } } } } }',
    )
    const name = '(SELECT t0_of."name" FROM "shelf" t0_of WHERE t0_of."store_id" = $1 AND t0_of."id" = t0."shelf_id")'
    const joined = 'JOIN "shelf" t0_0 ON t0_0."store_id" = $1 AND t0_0."id" = t0."shelf_id"'
    expect(text).toContain(`FROM "book" t0 ${joined} WHERE`)
    expect(text).toContain('ORDER BY t0_0."name" DESC, t0."id" ASC LIMIT 5) t0')
    expect(text).toContain(`) t0 LEFT JOIN "shelf" t1 ON t1."store_id" = $1 AND t1."id" = t0."shelf_id" ORDER BY ${name} DESC`)
    expect(text).toContain(`["shelfName.desc,id.asc",', to_json(${name})::text`)
    expect(text).toContain('(SELECT t0."shelf_id", t0."id" FROM "book" t0')
  })

  it('names a column once', async () => {
    expect((await ask('{ books(orderBy: [{ title: asc }, { title: desc }]) { totalCount } }')).codes).toEqual(['BAD_INPUT'])
  })
})

const cursor = (signature: string, ...values: unknown[]) =>
  Buffer.from(JSON.stringify([signature, ...values])).toString('base64url')

const behind = async (order: string, after: string) => {
  const { text, values } = await statementOf(`{ books(orderBy: ${order}, after: "${after}") { nodes { id } } }`)
  return [text.replace(/.* WHERE t0\."store_id" = \(SELECT \$1::bigint\) AND (.*) ORDER BY.*/, '$1'), ...values.slice(1)]
}

const any = (place: number, type = 'bigint') => `(SELECT $${place}::${type})`

describe('A cursor', () => {
  it.each<[order: string, after: string, where: string, ...values: unknown[]]>([
    ['[]', cursor('id.asc', '5'), `t0."id" > ${any(2)}`, '5'],
    [
      '[{ price: desc }]',
      cursor('price.desc,id.asc', '9', '5'),
      `t0."price" <= ${any(2)} AND ((t0."price" < ${any(3)}) OR (t0."price" = ${any(4)} AND t0."id" > ${any(5)}))`,
      ...['9', '9', '9', '5'],
    ],
    [
      '[{ pages: asc }]',
      cursor('pages.asc,id.asc', 9, '5'),
      `((((t0."pages" > ${any(2, 'integer')}) OR (t0."pages" IS NULL))) OR (t0."pages" = ${any(3, 'integer')} AND t0."id" > ${any(4)}))`,
      ...['9', '9', '5'],
    ],
    [
      '[{ genre: asc }]',
      cursor('genre.asc,id.asc', 'verse', '5'),
      `((t0."genre" = $2) OR (t0."genre" = $3 AND t0."id" > ${any(4)}))`,
      ...['drama', 'verse', '5'],
    ],
    [
      '[{ isPrinted: asc }]',
      cursor('isPrinted.asc,id.asc', false, '5'),
      `((NOT (t0."printed_at" IS NULL)) OR (t0."printed_at" IS NULL AND t0."id" > ${any(2)}))`,
      '5',
    ],
    [
      '[{ shelfName: desc }]',
      cursor('shelfName.desc,id.asc', 'A', '5'),
      `((${ofShelf} AND c1."name" < ${any(2, 'text')})) OR (${ofShelf.replaceAll('c1', 'c2')} AND c2."name" = ${any(3, 'text')}) AND t0."id" > ${any(4)}))`,
      ...['A', 'A', '5'],
    ],
  ])('in the order %s stands for what is behind it', async (order, after, where, ...values) => {
    expect(await behind(order, after)).toEqual([where, ...values])
  })

  it.each([
    ['of another order', cursor('title.asc,id.asc', 'x', '5')],
    ['of another column', cursor('id.asc', 'x')],
    ['of nothing', 'AAAA'],
  ])('%s is refused', async (_what, after) => {
    expect((await ask(`{ books(after: "${after}") { nodes { id } } }`)).codes).toEqual(['BAD_INPUT'])
  })

  it('is written by the database, in the order and with the values of its row', async () => {
    const { text } = await statementOf('{ books(orderBy: [{ title: asc }]) { edges { cursor } } }')
    expect(text).toContain(`concat('["title.asc,id.asc",', to_json(t0."title")::text, ',', '"' || t0."id" || '"', ']')`)
  })
})
