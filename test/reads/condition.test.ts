/** Conditions as SQL: what they are written as, without a database. */
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../src/read/filter/comparison.ts'
import { conditionSql } from '../../src/read/sql/condition.ts'
import { Statement } from '../../src/read/sql/statement.ts'
import { models } from '../../src/resources/data-model.ts'
import { modelOf } from '../../src/schema/model.ts'

function written(condition: Condition, model = 'Order') {
  const statement = new Statement(7n)
  const text = conditionSql(condition, modelOf(models, model), 'o', statement)
  return [text, ...statement.values.slice(1)]
}

describe('A condition on a column', () => {
  it.each<[text: string, condition: Condition, ...values: unknown[]]>([
    ['TRUE', {}],
    ['o."status" = $2', { status: 'open' }, 'open'],
    ['o."placed_at" >= $2', { placedAt: { gte: new Date('2026-11-20T00:00:00Z') } }, '2026-11-20T00:00:00.000Z'],
    ['o."total" > $2 AND o."total" <= $3', { total: { gt: 5n, lte: 9n } }, '5', '9'],
    ['o."note" IS NULL', { note: null }],
    ['NOT (o."note" IS NULL)', { NOT: { note: null } }],
    ['NOT o."note" IS NULL', { note: { not: null } }],
    ['o."note" <> $2', { note: { not: 'x' } }, 'x'],
    ['o."is_gift"', { isGift: true }],
    ['NOT o."is_gift"', { isGift: { equals: false } }],
    ['o."status" = ANY($2)', { status: { in: ['open', 'closed'] } }, ['open', 'closed']],
    ['FALSE', { id: { in: [] } }],
    ['TRUE', { id: { notIn: [] } }],
    ['NOT o."note" IS NULL', { note: { notIn: [] } }],
    ['o."note" LIKE $2', { note: { contains: 'a' } }, '%a%'],
    ['o."note" ILIKE $2', { note: { startsWith: 'a', mode: 'insensitive' } }, 'a%'],
    ['o."note" LIKE $2', { note: { endsWith: 'a' } }, '%a'],
    ['o."sent_gift" = $2::jsonb', { sentGift: { equals: { a: [1] } } }, '{"a":[1]}'],
    ['o."sent_gift" = $2::jsonb', { sentGift: { equals: true } }, 'true'],
    [`(o."sent_gift" IS NULL OR o."sent_gift" = 'null')`, { sentGift: null }],
  ])('%s', (text, condition, ...values) => expect(written(condition)).toEqual([text, ...values]))

  it('keeps what a client chose out of the text', () => {
    const [text, value] = written({ note: { equals: `'; DROP TABLE "order"; --` } })
    expect(text).toBe('o."note" = $2')
    expect(value).toBe(`'; DROP TABLE "order"; --`)
  })

  it.each([
    ['a column that there is not', { colour: 'red' }],
    ['an operator that there is not', { total: { near: 5n } }],
  ])('refuses %s', (_what, condition) => expect(() => written(condition)).toThrow(/has no/))
})

describe('Conditions together', () => {
  it.each<[text: string, condition: Condition, ...values: unknown[]]>([
    ['o."total" = $2 AND o."sub_total" = $3', { AND: [{ total: 1n }, { subTotal: 2n }] }, '1', '2'],
    ['((o."total" = $2) OR (o."total" = $3 AND o."note" IS NULL))', { OR: [{ total: 1n }, { total: 2n, note: null }] }, '1', '2'],
    ['FALSE', { OR: [] }],
    ['TRUE', { AND: [] }],
    ['NOT (((o."total" = $2) OR (o."total" = $3)))', { NOT: { OR: [{ total: 1n }, { total: 2n }] } }, '1', '2'],
  ])('%s', (text, condition, ...values) => expect(written(condition)).toEqual([text, ...values]))
})

describe('A condition on what a record leads to', () => {
  it('holds each table to the store of the statement', () => {
    expect(written({ customer: { country: 'DE' } })).toEqual([
      'EXISTS (SELECT FROM "customer" c1 WHERE c1."store_id" = $1 AND c1."id" = o."customer_id" AND c1."country" = $2)',
      'DE',
    ])
    expect(written({ products: { some: { product: { sku: 'BOX' } } } })).toEqual([
      'EXISTS (SELECT FROM "order_product" c1 WHERE c1."store_id" = $1 AND c1."order_id" = o."id" AND ' +
        'EXISTS (SELECT FROM "product" c2 WHERE c2."store_id" = $1 AND c2."id" = c1."product_id" AND c2."sku" = $2))',
      'BOX',
    ])
  })

  it('lets the planner join eight of them, and asks each further one of each row: to order a hundred takes it seconds', () => {
    const conditions = Array.from({ length: 100 }, (_, index) => ({ customer: { firstName: { not: `x${index}` } } }))
    const [text] = written({ AND: conditions })
    const found = String(text).split('EXISTS').slice(1)
    expect(found.map((each) => each.includes('OFFSET 0)'))).toEqual(conditions.map((_, index) => index >= 8))
  })

  it('says the store of the statement once, and any other as the condition that it is', () => {
    expect(written({ storeId: 7n, total: 1n })).toEqual(['o."total" = $2', '1'])
    expect(written({ storeId: 8n })).toEqual(['o."store_id" = $2', '8'])
  })
})
