/** Loads rates of tax into a store, as operators do; those that it has already stay as they are. */

import { changesOfNew } from '../../writes/changes.ts'
import type { WrittenRecord } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import type { NewRate } from './standard-rates.ts'
import { checkRoom } from './writes.ts'

const keyOf = ({ country, region, taxClass, name, validFrom }: Omit<NewRate, 'rate'>): string =>
  JSON.stringify([country, region, taxClass, name, validFrom])

export const loadTaxRates = operation('loadTaxRates', {
  emits: ['tax_rate.created'],
  shows: { resource: 'TaxRate' },
  async write(write, { rates }: { rates: readonly NewRate[] }) {
    await checkRoom(write, rates.length)
    const held = new Set((await write.read('TaxRate', { archivedAt: null })).map(keyOf))
    const added = rates.filter((rate) => !held.has(keyOf(rate)))
    if (added.length === 0) return { isNothing: true }
    const ids = await write.createAll('TaxRate', added)
    const many = ids.map((id, index): WrittenRecord => {
      const changes = changesOfNew(added[index] ?? {})
      return { id, index, changes, emits: [{ type: 'tax_rate.created', recordType: 'tax_rate', id, changes }] }
    })
    return { many }
  },
})
