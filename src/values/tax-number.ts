/** The form and the check digits of tax numbers, by the rules of each country. */
import { createRequire } from 'node:module'
import { type Name, type Sentence, say } from './sentence.ts'

type Rules = { validate: (number: string) => { isValid: boolean } }

/** The names that the library has for the numbers of a country, each with an example. Numbers of other countries may have any form. */
const kinds: Readonly<Record<string, readonly [example: string, ...names: string[]]>> = {
  AT: ['ATU13585627', 'at/uid'],
  BE: ['BE0403019261', 'be/vat'],
  BG: ['BG175074752', 'bg/vat'],
  CH: ['CHE-107.787.577 MWST', 'ch/vat', 'ch/uid'],
  CY: ['CY10259033P', 'cy/vat'],
  CZ: ['CZ25123891', 'cz/dic'],
  DE: ['DE136695976', 'de/vat'],
  DK: ['DK13585628', 'dk/cvr'],
  EE: ['EE100931558', 'ee/kmkr'],
  ES: ['ESB58378431', 'es/nif'],
  FI: ['FI20774740', 'fi/alv'],
  FR: ['FR40303265045', 'fr/tva'],
  GB: ['GB980780684', 'gb/vat'],
  GR: ['EL094259216', 'gr/vat'],
  HR: ['HR33392005961', 'hr/oib'],
  HU: ['HU12892312', 'hu/anum'],
  IE: ['IE6433435F', 'ie/vat'],
  IT: ['IT00743110157', 'it/iva'],
  LT: ['LT119511515', 'lt/pvm'],
  LU: ['LU15027442', 'lu/tva'],
  LV: ['LV40003521600', 'lv/pvn'],
  MT: ['MT11679112', 'mt/vat'],
  NL: ['NL004495445B01', 'nl/btw'],
  NO: ['NO995525828MVA', 'no/mva', 'no/orgnr'],
  PL: ['PL8567346215', 'pl/nip'],
  PT: ['PT501964843', 'pt/nif'],
  RO: ['RO18547290', 'ro/cif'],
  SE: ['SE123456789701', 'se/vat'],
  SI: ['SI50223054', 'si/ddv'],
  SK: ['SK2022749619', 'sk/dph'],
}

const load = createRequire(import.meta.url)

/** The rules of a number. They are loaded when a number is checked: those of all countries take a third of a second. */
const rulesOf = (name: string): Rules => load(`stdnum/lib/cjs/${name}.js`) as Rules

/** The prefix of the numbers of a country. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** The fault of a tax number of a country. */
export function taxNumberFault(number: string, country: string, name: Name): Sentence | undefined {
  const [example, ...names] = kinds[country] ?? []
  if (example === undefined) return undefined
  const [whole, prefix] = [number.trim().toUpperCase(), prefixOf(country)]
  const spellings = whole.startsWith(prefix) ? [whole, whole.slice(prefix.length)] : [whole]
  const isValid = names.some((kind) => spellings.some((spelling) => rulesOf(kind).validate(spelling).isValid))
  return isValid ? undefined : say`${name} must be a tax number of ${country}, such as ${example}.`
}

/** Examples of numbers by country. */
export const taxNumberExamples: readonly (readonly [country: string, number: string])[] = Object.entries(kinds).map(
  ([country, [example]]) => [country, example],
)
