/** Pages that may be a lot of text: PostgreSQL keeps all that a statement has put together until it ends. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { readStatements } from './schema-lists.ts'

const store = await openStore()

async function statementsOf(fields: string, size: number, roots = 14): Promise<string[]> {
  const lists = Array.from({ length: roots }, (_each, index) => `r${index}: customers(first: ${size}) { nodes { ${fields} } }`)
  return readStatements(store, async () => {
    const { data, errors } = await store.graphql(`{ ${lists.join(' ')} }`)
    expect(errors).toEqual([])
    const [first, ...others] = Object.values(data)
    for (const other of others) expect(other).toEqual(first)
  })
}

it('are read by few at a time, where pages of plain values are read together', async () => {
  expect(await statementsOf('id name email createdAt', 300)).toHaveLength(1)
  expect(await statementsOf('id storeSettings', 20)).toHaveLength(1)
  expect((await statementsOf('id storeSettings', 300)).length).toBeGreaterThan(1)
})

it('weigh as much by way of another record', async () => {
  expect((await statementsOf('metadata { data }', 300)).length).toBeGreaterThan(1)
})

it('are bounded on the way where values of JSON are what they have', async () => {
  const [plain] = await statementsOf('id name', 1_000, 1)
  const [heavy] = await statementsOf('metadata { data } storeSettings', 1_000, 1)
  expect(plain).not.toContain('UNBOUNDED')
  expect(heavy).toContain('UNBOUNDED')
})
