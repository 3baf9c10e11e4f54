/** The numbers that stand for new rows until they are written. */
import { expect, it } from 'vitest'
import { RowChanges, writeRows } from '../../src/records/row-changes.ts'
import type { Write } from '../../src/writes/write.ts'

it('are replaced where they are ids, and nowhere else', async () => {
  const changes = new RowChanges()
  const product = changes.insert('Product', { name: 'Crate' })
  changes.insert('ProductTermPrice', { productId: product.id, price: product.id })
  const inserted: object[] = []
  const write = {
    reserve: async (counts: Map<string, number>) => new Map([...counts].map(([model]) => [model, [700n]])),
    deleteAll: async () => {},
    updateAll: async () => {},
    insertAll: async (_model: string, rows: object[]) => void inserted.push(...rows),
  }
  await writeRows(write as unknown as Write, changes, ['Product', 'ProductTermPrice'])
  expect(inserted).toEqual([
    { id: 700n, name: 'Crate' },
    { id: 700n, productId: 700n, price: -1n },
  ])
})
