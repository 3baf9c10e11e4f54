/** `tandem tax load`: the standard rates of countries, which another source has too, loaded once. */
import salesTax from 'sales-tax'
import { describe, expect, inject, it } from 'vitest'
import { countriesIn, standardRates } from '../../src/resources/tax-rates/standard-rates.ts'
import { isInEu } from '../../src/values/countries.ts'
import { runCommand } from '../support/command.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ isEmbedded: false })

/** Runs `tandem …` in this process, and answers what it wrote and the code it would exit with. */
async function tandem(...args: string[]) {
  const { code, out, err } = await inSight(() => runCommand({ DATABASE_URL: store.url }, args))
  return { code, out, err }
}

describe('The standard rates', () => {
  it('are of the member states of the EU, the United Kingdom, Norway, Switzerland and Canada', () => {
    expect(countriesIn.filter(isInEu)).toHaveLength(27)
    expect(countriesIn.filter((code) => !isInEu(code))).toEqual(['CA', 'CH', 'GB', 'NO'])
  })

  it.each(countriesIn.filter((code) => code !== 'CA'))('of %s is what sales-tax has', async (country) => {
    const [now] = standardRates(country).toSorted((one, other) => Number(other.validFrom) - Number(one.validFrom))
    expect((now?.rate ?? 0) / 100_000).toBe((await salesTax.getSalesTax(country)).rate)
  })
})

// The embedded database of a test is open in this process.
describe.skipIf('dataDir' in inject('template'))('tandem tax load', () => {
  it('loads the rates of countries once, after the store says where it sends from', async () => {
    await store.db.store.update({ where: { id: 1n }, data: { dispatchCountry: null } })
    expect(await tandem('tax', 'load', '--store', '1', '--country', 'DE')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--dispatch-country'),
    })
    await tandem('store', 'set', '--store', '1', '--dispatch-country', 'DE', '--prices-include-tax', 'yes')
    const loaded = await tandem('tax', 'load', '--store', '1', '--country', 'eu,GB,CA', '--json')
    const count = ['EU', 'GB', 'CA'].flatMap(standardRates).length
    expect(loaded).toEqual({ code: 0, err: '', out: JSON.stringify({ loaded: count, held: 0 }) })
    const again = await tandem('tax', 'load', '--store', '1', '--country', 'DE,CH')
    expect(again.out).toContain('2 rates are loaded; 1 were there.')
    expect(await store.db.event.count({ where: { type: 'tax_rate.created' } })).toBe(count + 2)
  })

  it.each([
    [['--country', 'US'], '--country must name some of AT, '],
    [['--country', ''], 'not nothing.'],
    [[], 'country'],
  ])('refuses %j', async (options, sentence) => {
    const { code, err } = await tandem('tax', 'load', '--store', '1', ...options)
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
  })
})
