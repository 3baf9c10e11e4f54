/**
 * The standard rates of tax of the member states of the European Union, of the United Kingdom, Norway and Switzerland, and of the provinces
 * of Canada, with the days from which they hold where they changed since 2024.
 */
import { isInEu } from '../../values/countries.ts'
import rows from './standard-rates.json' with { type: 'json' }

/** A rate as a store has it, in thousandths of a percent. */
export type NewRate = { country: string; region: string; taxClass: string; name: string; rate: number; validFrom: Date }

type RateRow = { country: string; region?: string; name: string; rate: number; from?: string }

const all: readonly NewRate[] = (rows as RateRow[]).map(({ country, region = '', name, rate, from }) => ({
  ...{ country, region, taxClass: 'standard', name, rate },
  validFrom: new Date(from ?? 0),
}))

/** The countries that there are rates of. */
export const countriesIn: readonly string[] = [...new Set(all.map(({ country }) => country))].sort()

/** The standard rates of a country, or of all member states for `EU`. */
export const standardRates = (country: string): NewRate[] =>
  all.filter((rate) => rate.country === country || (country === 'EU' && isInEu(rate.country)))
