/** `tandem tax`: loads the standard rates of countries into a store. */

import { loadTaxRates } from '../resources/tax-rates/load.ts'
import { countriesIn, type NewRate, standardRates } from '../resources/tax-rates/standard-rates.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { operate, say, withDatabase } from './operate.ts'
import { table } from './table.ts'

export const taxCommand = new OperatorCommand('tax')

type LoadOptions = { store: string; country: string; json?: boolean }

taxCommand
  .command('load')
  .description('load the standard rates of countries into a store; those that it has already stay as they are')
  .requiredOption('--store <id>', 'the store')
  .requiredOption(
    '--country <codes>',
    `the countries, such as DE,FR, or EU for its member states; there are ${countriesIn.join(', ')}`,
  )
  .option(...json)
  .action((options: LoadOptions) => {
    const storeId = readId('--store', options.store)
    const rates = readCountries(options.country)
    return withDatabase(async (db) => {
      const count = () => db.taxRate.count({ where: { storeId, archivedAt: null } })
      const before = await count()
      await operate(db, storeId, loadTaxRates, { rates })
      const loaded = (await count()) - before
      if (options.json) return say(JSON.stringify({ loaded, held: rates.length - loaded }))
      say(tableOf(rates))
      say(`${loaded} rates are loaded; ${rates.length - loaded} were there.`)
    })
  })

/** The standard rates of the countries that an option names. @throws OperatorError naming the first that there is none of. */
function readCountries(text: string): NewRate[] {
  const codes = [...new Set(text.split(',').map((code) => code.trim().toUpperCase()))]
  const rates = codes.map((code): [string, NewRate[]] => [code, standardRates(code)])
  const unknown = rates.find(([, found]) => found.length === 0)
  if (unknown)
    throw new OperatorError(`--country must name some of ${countriesIn.join(', ')} or EU, not ${unknown[0] || 'nothing'}.`)
  return [...new Set(rates.flatMap(([, found]) => found))]
}

const tableOf = (rates: readonly NewRate[]): string =>
  table(
    ['COUNTRY', 'REGION', 'NAME', 'RATE', 'FROM'],
    rates.map(({ country, region, name, rate, validFrom }) => [
      ...[country, region, name, `${rate / 1_000}%`],
      validFrom.getTime() === 0 ? '' : validFrom.toISOString().slice(0, 10),
    ]),
  )
