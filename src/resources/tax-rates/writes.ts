/** Makes rates of tax, updates, archives and restores them. */
import { recordWrites } from '../../records/record-writes.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { writable } from './writable.ts'

/** The most rates of a store that are not archived; each sale looks through those of its countries. */
const maxTaxRates = 500

/** Refuses more rates of a store that says not yet where it sends from, or has as many as there may be. The store is locked. */
export async function checkRoom(write: Write, more = 1): Promise<void> {
  const { dispatchCountry } = await write.lockStore()
  if (dispatchCountry === null)
    throw badInput(
      say`The store has no ${field('dispatchCountry')}: set it, and ${field('pricesIncludeTax')}, before its first tax rate.`,
    )
  const count = await write.count('TaxRate', { archivedAt: null })
  if (count + more > maxTaxRates)
    throw badInput(`The store has ${count} tax rates and may have ${maxTaxRates}; archive some first.`)
}

recordWrites('TaxRate', {
  fields: writable,
  create: {
    async columns(write) {
      await checkRoom(write)
      return {}
    },
  },
  update: {},
  archivedBy: 'archivedAt',
  checkRestorable: (write) => checkRoom(write),
})
