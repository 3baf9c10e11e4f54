/**
 * What may be written of a record: each field once, with its type, its limits, and the words that state them.
 *
 * Of a table of such fields are made the input of a mutation (`schema/inputs.ts`), the body of its route (`rest/route.ts`), and the
 * checks of what comes in.
 */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from './errors.ts'
import { each } from './faults.ts'
import { field, type Name, type Sentence, say } from './sentence.ts'
import { isLongerThan } from './text.ts'
import { wholeSecond } from './time.ts'

/** The largest amount a client may write: a thousand of them, twelve times over, still add up exactly. */
export const maxAmount = 100_000_000_000n

/** The GraphQL types a field may have, and what a value of each is here. */
type WritableValues = {
  String: string
  Boolean: boolean
  Int: number
  Float: number
  WholeNumber: number
  Amount: bigint
  DateTime: Date
}

/** A field that may be written. */
export type Field<Type extends keyof WritableValues = keyof WritableValues, Nullable extends boolean = boolean> = Readonly<{
  type: Type
  /** What it means and which values it takes, as a sentence. */
  description: string
  nullable: Nullable
  /** What is said of null where it is not taken. */
  ofNull: string
  /** What is wrong with a value that is not null, as a sentence about the field of that name. */
  fault(value: WritableValues[Type], name: Name): Sentence | undefined
}>

export type WritableTable = Readonly<Record<string, Field>>

/** A value of a field. */
type ValueOf<Of extends Field> = WritableValues[Of['type']] | (Of['nullable'] extends true ? null : never)

/** What a client gave of a table; a field that is left out is undefined. */
export type GivenOf<Of extends WritableTable> = {
  readonly [Name in keyof Of]?: WritableValues[Of[Name]['type']] | null | undefined
}

/** What is to be written: values that were checked. */
export type Checked<Of extends WritableTable> = { -readonly [Name in keyof Of]?: ValueOf<Of[Name]> }

type WritableOptions = {
  /** What null stands for, where it is taken: `nothing`. */
  ifNull?: string
  /** What its description says behind its limits. */
  besides?: string
  /** What is said of null where it is not taken; `must not be null` unless something better can be said. */
  ofNull?: string
}

type IsNullable<Given> = Given extends { ifNull: string } ? true : false

const notNull = 'must not be null'

function made<Type extends keyof WritableValues, Own extends WritableOptions>(
  type: Type,
  meaning: string,
  limits: readonly (string | false)[],
  options: Own,
  fault: Field<Type>['fault'] = () => undefined,
): Field<Type, IsNullable<Own>> {
  const { ifNull, besides, ofNull = notNull } = options
  const stated = [meaning, ...limits.filter((limit) => limit)].join(', ')
  const remarks = [besides, ifNull && `null for ${ifNull}`].filter((remark) => remark)
  const nullable = (ifNull !== undefined) as IsNullable<Own>
  return { type, description: `${[stated, ...remarks].join('; ')}.`, nullable, ofNull, fault }
}

const grouped = (number: number | bigint): string => number.toLocaleString('en-US')

/** A text of so many characters at most, which must say something if it must not be blank. */
export function text<Own extends WritableOptions & { max: number; notBlank?: boolean }>(meaning: string, options: Own) {
  const { max, notBlank = false } = options
  return made('String', meaning, [notBlank && 'not empty', `at most ${grouped(max)} characters`], options, (value, name) => {
    if (notBlank && value.trim() === '') return say`${name} must not be empty.`
    return isLongerThan(value, max) ? say`${name} must have at most ${max} characters.` : undefined
  })
}

/** One of some texts. */
export const oneOf = (meaning: string, choices: readonly string[]) => {
  const quoted = choices.map((choice) => `\`${choice}\``)
  const either = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  return made('String', `${meaning}: ${either}`, [], {}, (value, name) =>
    choices.includes(value) ? undefined : say`${name} must be one of ${choices.join(', ')}.`,
  )
}

/** True or false. */
export const flag = (meaning: string, options: Omit<WritableOptions, 'ifNull'> = {}) => made('Boolean', meaning, [], options)

/** What is wrong with a number below zero, one that is none, or one that is too large. */
function rangeFault(value: number | bigint, max: number | bigint | undefined, name: Name): Sentence | undefined {
  if (!(value >= 0 && value < Infinity)) return say`${name} must be a number of at least 0.`
  return max !== undefined && value > max ? say`${name} must be at most ${max}.` : undefined
}

const fromZero = (max: number | bigint) => `from 0 to ${grouped(max)}`

/** How many: a whole number of at least 0. */
export const count = (meaning: string) =>
  made('Int', meaning, ['at least 0'], {}, (value, name) => rangeFault(value, undefined, name))

/** A measure: a number from 0 to the largest that adds up exactly. */
export const measure = (meaning: string) =>
  made('Float', meaning, [fromZero(maxAmount)], {}, (value, name) => rangeFault(value, maxAmount, name))

/** An amount of money. @param range what is said of one that is out of its range, where that is to be one sentence. */
export const amount = <Own extends WritableOptions & { range?: (name: Name, max: bigint) => Sentence }>(
  meaning: string,
  options?: Own,
) =>
  made('Amount', meaning, [fromZero(maxAmount)], options ?? ({} as Own), (value, name) => {
    const fault = rangeFault(value, maxAmount, name)
    return fault && options?.range ? options.range(name, maxAmount) : fault
  })

/** A step of a scale, whole numbers all. @param range what is said of one that is out of it. */
export const step = (meaning: string, { from, to, range }: { from: number; to: number; range: string }) =>
  made('WholeNumber', meaning, [`from ${from} to ${to}`], {}, (value, name) => {
    if (value < from || value > to) return [range]
    return Number.isInteger(value) ? undefined : say`${name} must be a whole number.`
  })

/** A time in some years, the last included. */
export const time = (
  meaning: string,
  { years: [first, last], ...options }: { years: [number, number] } & Omit<WritableOptions, 'ifNull'>,
) => {
  const [from, to] = [Date.UTC(first, 0), Date.UTC(last + 1, 0)]
  return made('DateTime', meaning, [`in the years ${first} to ${last}`], options, (value, name) =>
    value.getTime() >= from && value.getTime() < to ? undefined : say`${name} must lie in the years ${first} to ${last}.`,
  )
}

/** What else is to be checked of single fields that are right by themselves, such as what the row decides. */
type MoreChecks<Of extends WritableTable> = { readonly [Name in keyof Of]?: (value: ValueOf<Of[Name]>) => void }

/** A value as the database keeps it, so that rules, record and log see the same: of a time its second. */
const kept = (value: unknown): unknown => (value instanceof Date ? wholeSecond(value) : value)

/**
 * What was given of a table, each value checked.
 *
 * @throws Refusal BAD_INPUT naming each field whose value is not allowed.
 */
export function checked<Of extends WritableTable>(table: Of, given: GivenOf<Of>, more: MoreChecks<Of> = {}): Checked<Of> {
  const names = Object.keys(table).filter((name) => given[name] !== undefined)
  const pairs = each(names, (name) => {
    const value = given[name]
    const { nullable, ofNull, fault } = table[name] as Field
    const named = field(name)
    const said = value == null ? !nullable && say`${named} ${ofNull}.` : fault(value, named)
    if (said) throw badInput(said, name)
    more[name]?.(value as ValueOf<Of[string]>)
    return [name, kept(value)]
  })
  return Object.fromEntries(pairs) as Checked<Of>
}

/**
 * What was given of a table and says something else than the row, checked. A record that is sent back as it was read changes
 * nothing, even where it holds what could no longer be written, such as stock below zero.
 *
 * @throws Refusal BAD_INPUT naming each field whose value is not allowed.
 */
export function differing<Of extends WritableTable>(
  table: Of,
  row: object,
  given: GivenOf<Of>,
  more?: MoreChecks<Of>,
): Checked<Of> {
  const now = row as Readonly<Record<string, unknown>>
  const others = Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(kept(value), now[name]))
  return checked(table, Object.fromEntries(others) as GivenOf<Of>, more)
}
