/**
 * What may be written of a record: each field once, with its type, its limits, and the words that state them.
 *
 * Of a table of such fields are made the input of a mutation (`schema/inputs.ts`), the body of its route (`rest/route.ts`), and the
 * checks of what comes in.
 */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from './errors.ts'
import { each } from './faults.ts'
import { readId } from './id.ts'
import { field, type Name, type Sentence, say } from './sentence.ts'
import { isLongerThan } from './text.ts'
import { wholeSecond } from './time.ts'

/** The largest amount a client may write: a thousand of them, twelve times over, still add up exactly. */
export const maxAmount = 100_000_000_000n

/** The GraphQL types a field may have, and what clients give of each. */
type WritableValues = {
  ID: string
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
  /** The value of a new record that is given none. Without it, a field that is not nullable is required of a new record. */
  initially: WritableValues[Type] | undefined
  /** Whether it is given to a new record alone, and no update changes it. */
  isFixed: boolean
  /** Whether no other record of the store may have the same; a unique constraint over the column holds it. */
  isUnique: boolean
  /** The values of an enum, or the texts of which it is one. */
  choices: readonly string[] | undefined
  /** The model of the record that it names by its id. */
  refersTo: string | undefined
  /** What is wrong with a value that is not null, as a sentence about the field of that name. */
  fault(value: WritableValues[Type], name: Name): Sentence | undefined
}>

export type WritableTable = Readonly<Record<string, Field>>

/** A value of a field: what a column has. */
type ValueOf<Of extends Field> =
  | (Of['type'] extends 'ID' ? bigint : WritableValues[Of['type']])
  | (Of['nullable'] extends true ? null : never)

/** What a client gave of a table; a field that is left out is undefined. */
export type GivenOf<Of extends WritableTable> = {
  readonly [Name in keyof Of]?: WritableValues[Of[Name]['type']] | null | undefined
}

/** What is to be written: values that were checked. */
export type Checked<Of extends WritableTable> = { -readonly [Name in keyof Of]?: ValueOf<Of[Name]> }

/** What a new record has of a table. */
export type Complete<Of extends WritableTable> = { -readonly [Name in keyof Of]: ValueOf<Of[Name]> }

type WritableOptions<Value = unknown> = {
  /** What null stands for, where it is taken: `nothing`. */
  ifNull?: string
  /** What its description says behind its limits. */
  besides?: string
  /** What is said of null where it is not taken; `must not be null` unless something better can be said. */
  ofNull?: string
  initially?: Value
  isFixed?: true
  /** The kind of record of which no other may have the same: `product`. */
  uniqueTo?: string
}

type IsNullable<Given> = Given extends { ifNull: string } ? true : false

const notNull = 'must not be null'

function made<Type extends keyof WritableValues, Own extends WritableOptions>(
  type: Type,
  meaning: string,
  limits: readonly (string | false)[],
  options: Own,
  fault: Field<Type>['fault'] = () => undefined,
  { choices, refersTo }: { choices?: readonly string[]; refersTo?: string } = {},
): Field<Type, IsNullable<Own>> {
  const { ifNull, besides, ofNull = notNull, initially, isFixed = false, uniqueTo } = options
  const stated = [meaning, ...limits.filter((limit) => limit)].join(', ')
  const remarks = [uniqueTo && `no other ${uniqueTo}'s in the store`, besides, ifNull && `null for ${ifNull}`].filter(
    (remark) => remark,
  )
  const nullable = (ifNull !== undefined) as IsNullable<Own>
  const description = `${[stated, ...remarks].join('; ')}.`
  const atCreation = { initially: initially as WritableValues[Type] | undefined, isFixed, isUnique: uniqueTo !== undefined }
  return { type, description, nullable, ofNull, ...atCreation, choices, refersTo, fault }
}

const grouped = (number: number | bigint): string => number.toLocaleString('en-US')

/** A text of so many characters at most, which must say something if it must not be blank. */
export function text<Own extends WritableOptions<string> & { max: number; notBlank?: boolean }>(meaning: string, options: Own) {
  const { max, notBlank = false } = options
  return made('String', meaning, [notBlank && 'not empty', `at most ${grouped(max)} characters`], options, (value, name) => {
    if (notBlank && value.trim() === '') return say`${name} must not be empty.`
    return isLongerThan(value, max) ? say`${name} must have at most ${max} characters.` : undefined
  })
}

/** One of some texts. @param enumName name of the GraphQL enum whose values they are, where they are one's. */
export const oneOf = (meaning: string, choices: readonly string[], enumName?: string) => {
  const quoted = choices.map((choice) => `\`${choice}\``)
  const either = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  const fault: Field<'String'>['fault'] = (value, name) =>
    choices.includes(value) ? undefined : say`${name} must be one of ${choices.join(', ')}.`
  // To types, an enum is text.
  return made((enumName ?? 'String') as 'String', `${meaning}: ${either}`, [], {}, fault, { choices })
}

/** The id of another record of the store, which the writer sees. @param model of that record. */
export const reference = <Own extends WritableOptions>(model: string, meaning: string, options: Own) =>
  made('ID', meaning, [], options, () => undefined, { refersTo: model })

/** True or false. */
export const flag = (meaning: string, options: Omit<WritableOptions<boolean>, 'ifNull'> = {}) =>
  made('Boolean', meaning, [], options)

/** What is wrong with a number that is too small, one that is none, or one that is too large. */
function rangeFault(value: number | bigint, max: number | bigint | undefined, name: Name, min = 0n): Sentence | undefined {
  if (!(value >= min && value < Infinity)) return say`${name} must be a number of at least ${min}.`
  return max !== undefined && value > max ? say`${name} must be at most ${max}.` : undefined
}

const upTo = (max: number | bigint, min = 0n) => `from ${min} to ${grouped(max)}`

/** How many: a whole number of at least 0. */
export const count = (meaning: string, options: Omit<WritableOptions<number>, 'ifNull'> = {}) =>
  made('Int', meaning, ['at least 0'], options, (value, name) => rangeFault(value, undefined, name))

/** A measure: a number from 0 to the largest that adds up exactly. */
export const measure = (meaning: string) =>
  made('Float', meaning, [upTo(maxAmount)], {}, (value, name) => rangeFault(value, maxAmount, name))

/**
 * An amount of money.
 *
 * @param min the smallest, 0 unless given.
 * @param range what is said of one that is out of its range, where that is to be one sentence.
 */
export const amount = <Own extends WritableOptions<bigint> & { min?: bigint; range?: (name: Name, max: bigint) => Sentence }>(
  meaning: string,
  options?: Own,
) =>
  made('Amount', meaning, [upTo(maxAmount, options?.min)], options ?? ({} as Own), (value, name) => {
    const fault = rangeFault(value, maxAmount, name, options?.min)
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

/** A value as the database keeps it, so that rules, record and log see the same: of a time its second, of an id its number. */
function kept({ type }: Field, name: string, value: unknown): unknown {
  if (type === 'ID' && value != null) return readId(field(name), value as string)
  return value instanceof Date ? wholeSecond(value) : value
}

/**
 * What was given of a table, each value checked.
 *
 * @throws Refusal BAD_INPUT naming each field whose value is not allowed.
 */
export function checked<Of extends WritableTable>(table: Of, given: GivenOf<Of>, more: MoreChecks<Of> = {}): Checked<Of> {
  const names = Object.keys(table).filter((name) => given[name] !== undefined)
  const pairs = each(names, (name) => {
    const value = given[name]
    const writable = table[name] as Field
    const { nullable, ofNull, fault } = writable
    const named = field(name)
    const said = value == null ? !nullable && say`${named} ${ofNull}.` : fault(value, named)
    if (said) throw badInput(said, name)
    more[name]?.(value as ValueOf<Of[string]>)
    return [name, kept(writable, name, value)]
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
  const others = Object.entries(given).filter(
    ([name, value]) => table[name] && !isDeepStrictEqual(kept(table[name], name, value), now[name]),
  )
  return checked(table, Object.fromEntries(others) as GivenOf<Of>, more)
}

/**
 * What a new record has of a table: what was given, checked, and for what was not its first value. Null is leaving it out.
 *
 * @throws Refusal BAD_INPUT naming each field that is missing, or whose value is not allowed.
 */
export function complete<Of extends WritableTable>(table: Of, given: GivenOf<Of>): Complete<Of> {
  const firsts = Object.entries(table).map(([name, { initially = null }]) => [name, given[name] ?? initially])
  return checked(table, Object.fromEntries(firsts) as GivenOf<Of>) as Complete<Of>
}

/** Whether a new record must be given a field. */
export const isRequired = ({ nullable, initially }: Field): boolean => !nullable && initially === undefined

/** The fields of a table that an update may change. */
export const changeable = (table: WritableTable): WritableTable =>
  Object.fromEntries(Object.entries(table).filter(([, { isFixed }]) => !isFixed))
