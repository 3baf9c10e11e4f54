/** A filter with too many conditions is refused before anything is made of them: to read them all takes long. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const { graphql, statements } = await openStore()

const query = 'query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount } }'
const tooMany = 'A filter may have at most 1000 conditions and values.'
const times = (count: number, value: object) => Array.from({ length: count }, () => value)

describe('JSON that a column is compared with', () => {
  it('has at most 8,000 characters, names included', async () => {
    const ask = (ne: object) =>
      graphql('query ($ne: Json) { customers(first: 1, filter: { storeSettings: { ne: $ne } }) { nodes { id } } }', { ne })
    expect((await ask({ a: 'x'.repeat(7_999) })).errors).toEqual([])
    for (const ne of [{ a: 'x'.repeat(8_000) }, { ['x'.repeat(8_000)]: 'a' }, [{ a: 'x'.repeat(8_000) }]])
      expect((await ask(ne)).errors).toMatchObject([
        { message: 'storeSettings is compared with JSON of at most 8000 characters.', extensions: { code: 'BAD_INPUT' } },
      ])
  })
})

describe('A filter in a variable', () => {
  it('takes a thousand conditions and values', async () => {
    for (const filter of [
      { AND: times(997, {}) },
      { AND: times(333, { note: { isNull: true } }) },
      { customer: { orders: { OR: times(990, {}) } } },
      { id: { in: Array.from({ length: 999 }, (_, id) => id) } },
    ]) {
      const { errors } = await graphql(query, { filter })
      expect(errors.map(({ message }) => message)).toEqual('id' in filter ? [expect.stringContaining('at most')] : [])
    }
  })

  it('is refused with more objects, before anything is asked of the database', async () => {
    for (const filter of [
      { AND: times(1_000, {}) },
      { OR: times(501, { note: { isNull: true } }) },
      { metadata: times(1_000, { key: 'a', isNull: false }) },
    ]) {
      const sql = await statements(async () =>
        expect(await graphql(query, { filter })).toMatchObject({
          status: 400,
          errors: [{ message: 'The body has more than 1000 objects.' }],
        }),
      )
      expect(sql).toEqual([])
    }
  })

  it('is refused when its operands are what is too many', async () => {
    const filter = { AND: times(11, { id: { in: Array.from({ length: 100 }, (_, id) => id) } }) }
    expect((await graphql(query, { filter })).errors).toMatchObject([{ message: tooMany }])
  })
})

describe('The values of a filter', () => {
  const texts = (count: number, length: number) => Array.from({ length: count }, (_, n) => String(n).padEnd(length, 'x'))

  it('may have 65,536 characters together, wherever they stand', async () => {
    for (const filter of [
      { note: { nin: [...texts(8, 8_000), 'x'.repeat(1_536)] } },
      { metadata: times(8, { key: 'k'.repeat(192), in: texts(1, 8_000) }) },
      { OR: [{ url: { nin: texts(4, 8_000) } }, { type: { ne: 'x'.repeat(8_000) } }, { url: { nin: texts(3, 8_000) } }] },
      { AND: [{ note: { nin: texts(4, 8_000) } }, { customer: { OR: [{ name: { in: texts(4, 8_000) } }] } }] },
    ])
      expect((await graphql(query, { filter })).errors).toEqual([])
    for (const filter of [
      { note: { nin: [...texts(8, 8_000), 'x'.repeat(1_537)] } },
      { metadata: times(8, { key: 'k'.repeat(193), in: texts(1, 8_000) }) },
      { OR: [{ url: { nin: texts(5, 8_000) } }, { type: { ne: 'x'.repeat(8_000) } }, { url: { nin: texts(3, 8_000) } }] },
      { AND: [{ note: { nin: texts(5, 8_000) } }, { customer: { OR: [{ name: { in: texts(4, 8_000) } }] } }] },
    ])
      expect((await graphql(query, { filter })).errors).toMatchObject([
        { message: 'The values of a filter may have at most 65536 characters together.', extensions: { code: 'BAD_INPUT' } },
      ])
  })
})
