/** Counts of stock change in two files, which write the movements beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const src = new URL('../../src/', import.meta.url)

it('No other file says in SQL how a count or its movements change', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const writers = files.filter((name) => {
    const text = readFileSync(new URL(name, src), 'utf8')
    return /SET\s+quantity_on_hand|(UPDATE|INTO|DELETE FROM)\s+(product_inventory|inventory_movement)\b|\.(productInventory|inventoryMovement)\.(create|update|upsert|delete)/.test(
      text,
    )
  })
  expect(writers.sort()).toEqual(['purchases/stock/movements.ts', 'purchases/stock/stock.ts'])
})
