/** Which statements connections keep prepared: how many, and how much PostgreSQL has to keep for them. */
import { describe, expect, it } from 'vitest'
import { PreparedTexts } from '../../src/db/prepared.ts'

const withJoins = (count: number, size: number): string => `SELECT 1 FROM a${' LEFT JOIN b ON TRUE'.repeat(count)} LIMIT ${size}`

/** How many texts of so many joins a connection keeps before it is full, each asked for twice. */
function keptOf(joins: number): number {
  const prepared = new PreparedTexts()
  const connection = {}
  for (let size = 1; size <= 1_000; size += 1) {
    prepared.of(connection, withJoins(joins, size))
    const { name } = prepared.of(connection, withJoins(joins, size))
    if (!name) return 0
    if (prepared.isFull(connection)) return size
  }
  return 1_000
}

describe('A connection', () => {
  it('keeps five hundred small statements', () => expect(keptOf(1)).toBe(500))

  it('keeps the fewer the more they join, since PostgreSQL keeps the more of each', () => expect(keptOf(30)).toBeLessThan(30))

  it('keeps none that joins a hundred tables', () => expect(keptOf(100)).toBe(0))
})
