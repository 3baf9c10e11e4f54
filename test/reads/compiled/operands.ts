/** Values to compare columns and metadata with: such as rows have, their neighbours, and a few that are odd. */
import { nameOfDotted } from '../../../src/schema/dotted.ts'
import type { Column } from '../../../src/schema/model.ts'
import { enumValues } from '../../support/described.ts'
import { type Exact, Numeral } from './exact-json.ts'
import { metadataOf } from './metadata-values.ts'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'

const oddTexts = ['', ' ', "'", '"', '\\', '%', '_', '\u2028', 'é', '👋', "'; --", '\u0001', 'null', 'undefined', '~~~~']

/** A value of a column as a client writes it in JSON. @param stored what a row has there. */
export function operandOf(random: Random, column: Column, stored: unknown): unknown {
  const { kind, enumName = '' } = column
  const value = stored ?? undefined
  if (kind === 'boolean') return random.chance(0.5)
  if (kind === 'enum') {
    const chosen = random.chance(0.6) && value !== undefined ? (value as string) : random.one([...column.values])
    return column.isDotted ? nameOfDotted(chosen) : chosen
  }
  if (kind === 'code') return random.below(enumValues(enumName).length + 2)
  if (kind === 'time') return timeOf(random, value as Date | undefined)
  if (kind === 'text') return textOf(random, value as string | undefined)
  if (kind === 'json') return value === undefined ? random.one([{}, [], 1, '', { a: null }]) : (sendable(value as Exact) ?? {})
  if (kind === 'number') return random.chance(0.7) && isSendable(value) ? value : random.below(400) / 10 - 5
  const near = BigInt(random.chance(0.6) ? 0 : random.below(5) - 2)
  const number = BigInt((value as bigint | number | undefined) ?? random.below(5_000)) + near
  if (kind === 'id') return String(number < 0n ? 0n : number)
  if (kind === 'integer') return Number(BigInt.asIntN(32, number))
  if (kind === 'sequence') return Number(number)
  return isExact(number) ? Number(number) : String(BigInt.asIntN(64, number))
}

// Others are refused.
const isSendable = (number: unknown): boolean => Math.abs(number as number) <= Number.MAX_SAFE_INTEGER

const isExact = (number: bigint): boolean => number === BigInt(Number(number)) && Number.isSafeInteger(Number(number))

const earliest = Date.UTC(2025, 0)
const yearMilliseconds = 31_536_000_000

/** The times that are written with four digits of a year. */
const [firstTime, lastTime] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

function timeOf(random: Random, value: Date | undefined): string {
  const time = value && random.chance(0.8) ? value.getTime() : earliest + random.below(yearMilliseconds * 2)
  const moved = random.chance(0.5) ? time : time + random.one([-1000, 1000, 500, -1, 86_400_000])
  return new Date(moved >= firstTime && moved <= lastTime ? moved : time).toISOString()
}

function textOf(random: Random, value: string | undefined): string {
  if (value === undefined || random.chance(0.1)) return random.one(oddTexts)
  const characters = [...value]
  if (random.chance(0.6)) return value
  return random.chance(0.5) ? value.toUpperCase() : characters.slice(0, random.below(characters.length + 1)).join('')
}

/** Two values of a column, the lower one first. */
export function pairOf(random: Random, column: Column, stored: unknown): unknown[] {
  const place = (operand: unknown) => {
    if (column.kind === 'text') return 0
    return column.kind === 'time' ? Date.parse(operand as string) : Number(operand)
  }
  return [operandOf(random, column, stored), operandOf(random, column, stored)].sort((from, to) => place(from) - place(to))
}

/** A pattern that a text often matches. */
export function patternOf(random: Random, text: string): string {
  const characters = [...text].slice(0, 60)
  const start = random.below(characters.length + 1)
  const end = start + random.below(characters.length - start + 1)
  const parts = characters.slice(start, end)
  while (random.chance(0.3)) parts.splice(random.below(parts.length + 1), random.below(2), '%')
  const pattern = `${random.chance(0.7) ? '%' : ''}${parts.join('')}${random.chance(0.7) ? '%' : ''}`
  return random.chance(0.1) ? random.one(oddTexts) : pattern
}

/** A JSON value as a client can send it; undefined for one that has what bodies may not have, or numbers beyond 2^53. */
export function sendable(value: Exact): unknown {
  if (value instanceof Numeral) {
    const number = Number(value.spelling)
    return Math.abs(number) <= Number.MAX_SAFE_INTEGER && new Numeral(String(number)).spelling === value.spelling
      ? number
      : undefined
  }
  if (Array.isArray(value)) {
    const items = value.map(sendable)
    return items.includes(undefined) ? undefined : items
  }
  if (!(value instanceof Map)) return value
  const entries = [...value].map(([key, each]) => [key, sendable(each)] as const)
  if (entries.some(([key, each]) => key === '__proto__' || each === undefined)) return undefined
  return Object.fromEntries(entries)
}

type Plain = string | number | boolean

const oddPlains: readonly Plain[] = [
  0,
  1,
  'x',
  '',
  true,
  '2026-01-02',
  '10',
  -1.5,
  '10.0',
  '9.50',
  '-0',
  '1e3',
  '+5',
  '.5',
  '0042',
]

/** A value of a metadata key, written as text or as what it is. */
function plainOf(random: Random, record: Row | undefined, key: string): Plain {
  const { spelling, number } = (record && metadataOf(record).get(key)) ?? {}
  if (!spelling || random.chance(0.2)) return random.one(oddPlains)
  if (number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER)
    return random.one([number + random.below(3) - 1, spelling, spelledOtherwise(random, spelling)])
  if (spelling === 'true' || spelling === 'false') return random.chance(0.5) ? spelling === 'true' : spelling
  return random.chance(0.1) ? spelledOtherwise(random, spelling) : spelling
}

/** Another spelling, in which a number often is the same number, and sometimes none. */
const spelledOtherwise = (random: Random, spelling: string): string =>
  random.one([
    ...[`${spelling}0`, `0${spelling}`, `+${spelling}`, `-${spelling}`, `${spelling}e0`, `${spelling}.`],
    ...(spelling.includes('.') ? [spelling.replace(/\.?0+$/, ''), `${spelling}00`] : [`${spelling}.0`, `${spelling}.000`]),
  ])

/** Keys of the odd data with numbers in several spellings, and numbers in others. */
const numberKeys = ['n', 'n', 'n', 'big', 'fraction', 'minus']
const numbers = [
  '10.00',
  '10',
  '9.0',
  '9',
  '4111111111111111',
  '0.10',
  '0.30000000000000004',
  '-0.000',
  '-1.5',
  '1e1',
  '+9',
  '.1',
]

function numberCondition(random: Random): object {
  const one = () => random.one<Plain>([random.one(numbers), Number(random.one(numbers))])
  const operator = random.one(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'nin', 'between'])
  if (operator === 'between') {
    const pair = [one(), one()].filter((each) => typeof each === 'number').sort((from, to) => from - to)
    return { key: random.one(numberKeys), between: pair.length === 2 ? pair : [0, 10.5] }
  }
  return { key: random.one(numberKeys), [operator]: /in$/.test(operator) ? [one(), one()] : one() }
}

/** A condition on a key of metadata. */
export function keyCondition(random: Random, record: Row | undefined): object {
  if (random.chance(0.3)) return numberCondition(random)
  const keys = record ? [...metadataOf(record).keys()].filter((key) => !key.includes('__proto__')) : []
  const key = random.chance(0.85)
    ? (random.maybeOne(keys) ?? 'color')
    : random.one(['', 'none', 'constructor', 'a.b', 'toString'])
  const operator = random.one(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'nin', 'like', 'ilike', 'isNull'])
  if (operator === 'isNull') return { key, isNull: random.chance(0.5) }
  const value = plainOf(random, record, key)
  if (operator === 'like' || operator === 'ilike') return { key, [operator]: patternOf(random, String(value)) }
  if (operator === 'in' || operator === 'nin') return { key, [operator]: [value, plainOf(random, record, key)] }
  // Numbers beyond those that are kept have no order.
  if (!isSendable(Number(value) || 0)) return { key, [random.one(['eq', 'ne'])]: value }
  return { key, [operator]: value, ...(random.chance(0.15) && { isNull: false }) }
}
