/**
 * Declares the writable fields of a record: each field once, with its type, its limits, and the words that state them.
 *
 * A table of such fields generates the input of a mutation (`schema/inputs.ts`), the body of its route (`rest/route.ts`), and the checks of
 * the input (`written-values.ts`).
 */
import { type Name, type Sentence, say } from './sentence.ts'
import { isLongerThan } from './text.ts'
import { hasVisible } from './text-form.ts'

/** The largest amount a client may write: a thousand of them, twelve times over, still add up exactly. */
export const maxAmount = 100_000_000_000n

/** The GraphQL types of fields, with the type of their input values. */
type WritableValues = {
  ID: string
  /** A list of ids. */
  IDs: readonly string[]
  /** A set of texts. */
  Strings: readonly string[]
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
  /** The field's meaning and its allowed values, as a sentence. */
  description: string
  nullable: Nullable
  /** The message for null where it is not allowed. */
  ofNull: string
  /** The default of a new record. Without it, a field that is not nullable is required of a new record. */
  initially: WritableValues[Type] | undefined
  /** Whether only a create takes the field, and no update changes it. */
  isFixed: boolean
  /** Whether the value is unique in the store; a unique constraint over the column enforces it. */
  isUnique: boolean
  /** Whether the log and events leave the value out. */
  isSecret: boolean
  /** The values of its enum, or its allowed texts. */
  choices: readonly string[] | undefined
  /** The model of the record, or the records, that it refers to by id. */
  refersTo: string | undefined
  /** The model of the rows that link the record to each of those it refers to. */
  through: string | undefined
  /** The value as it is stored, such as a text in its normal form. @param before the value that a change replaces. */
  stored(value: WritableValues[Type], before?: WritableValues[Type]): WritableValues[Type]
  /** The fault of a non-null value, as a sentence with the field's name; undefined for a valid one. */
  fault(value: WritableValues[Type], name: Name): Sentence | undefined
}>

export type WritableTable = Readonly<Record<string, Field>>

/** The value of a field, as its column stores it. */
export type ValueOf<Of extends Field> =
  | (Of['type'] extends 'ID'
      ? bigint
      : Of['type'] extends 'IDs'
        ? bigint[]
        : Of['type'] extends 'Strings'
          ? string[]
          : WritableValues[Of['type']])
  | (Of['nullable'] extends true ? null : never)

/** The input for a table of fields; an omitted field is undefined. */
export type GivenOf<Of extends WritableTable> = {
  readonly [Name in keyof Of]?: WritableValues[Of[Name]['type']] | null | undefined
}

/** The values to write, all checked. */
export type Checked<Of extends WritableTable> = { -readonly [Name in keyof Of]?: ValueOf<Of[Name]> }

/** The values of a new record. */
export type Complete<Of extends WritableTable> = { -readonly [Name in keyof Of]: ValueOf<Of[Name]> }

export type WritableOptions<Value = unknown> = {
  /** The meaning of null in the description, where it is allowed: `nothing`. */
  ifNull?: string
  /** A supplement to the description, after its limits. */
  besides?: string
  /** The message for null where it is not allowed; `must not be null` by default. */
  ofNull?: string
  initially?: Value
  isFixed?: true
  isSecret?: true
  /** The kind of record that the value is unique among: `product`. */
  uniqueTo?: string
}

type MadeOptions = { choices?: readonly string[]; refersTo?: string; through?: string }

type IsNullable<Given> = Given extends { ifNull: string } ? true : false

const notNull = 'must not be null'

/**
 * Makes a field of a type.
 *
 * @param limits of its values, for its description.
 */
export function made<Type extends keyof WritableValues, Own extends WritableOptions>(
  type: Type,
  meaning: string,
  limits: readonly (string | false)[],
  options: Own,
  fault: Field<Type>['fault'] = () => undefined,
  { choices, refersTo, through, stored = (value) => value }: Partial<Pick<Field<Type>, 'stored'>> & MadeOptions = {},
): Field<Type, IsNullable<Own>> {
  const { ifNull, besides, ofNull = notNull, initially, isFixed = false, isSecret = false, uniqueTo } = options
  const stated = [meaning, ...limits.filter((limit) => limit)].join(', ')
  const remarks = [uniqueTo && `no other ${uniqueTo}'s in the store`, besides, ifNull && `null for ${ifNull}`].filter(
    (remark) => remark,
  )
  const nullable = (ifNull !== undefined) as IsNullable<Own>
  const description = `${[stated, ...remarks].join('; ')}.`
  const atCreation = {
    initially: initially as WritableValues[Type] | undefined,
    isFixed,
    isSecret,
    isUnique: uniqueTo !== undefined,
  }
  return { type, description, nullable, ofNull, ...atCreation, choices, refersTo, through, stored, fault }
}

const grouped = (number: number | bigint): string => number.toLocaleString('en-US')

/** The options of a text: its maximum of characters, and whether it must have a visible one. */
export type TextOptions = WritableOptions<string> & { max: number; notBlank?: boolean }

/**
 * A text with a maximum length, which must have a visible character if `notBlank` is given.
 *
 * @param form the form it is stored in, and a further fault of it.
 */
export function text<Own extends TextOptions>(
  meaning: string,
  options: Own,
  { stored, fault }: Partial<Pick<Field<'String'>, 'stored' | 'fault'>> = {},
) {
  const { max, notBlank = false } = options
  const limits = [notBlank && 'not empty', `at most ${grouped(max)} characters`]
  const faultOf: Field<'String'>['fault'] = (value, name) => {
    if (notBlank && value.trim() === '') return say`${name} must not be empty.`
    if (notBlank && !hasVisible(value)) return say`${name} must have a visible character.`
    return isLongerThan(value, max) ? say`${name} must have at most ${max} characters.` : fault?.(value, name)
  }
  return made('String', meaning, limits, options, faultOf, stored && { stored })
}

/** One of several texts. @param enumName the GraphQL enum of the values, if there is one. */
export const oneOf = <Own extends WritableOptions<string>>(
  meaning: string,
  choices: readonly string[],
  enumName?: string,
  options: Own = {} as Own,
) => {
  const quoted = choices.map((choice) => `\`${choice}\``)
  const either = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  const fault: Field<'String'>['fault'] = (value, name) =>
    choices.includes(value) ? undefined : say`${name} must be one of ${choices.join(', ')}.`
  // TypeScript treats an enum as text.
  return made((enumName ?? 'String') as 'String', `${meaning}: ${either}`, [], options, fault, { choices })
}

/** The id of another record of the store that the writer sees. @param model of that record. */
export const reference = <Own extends WritableOptions>(model: string, meaning: string, options: Own) =>
  made('ID', meaning, [], options, () => undefined, { refersTo: model })

const maxReferences = 100

/** The ids of other records of the store that the writer sees, each linked by a row of its own. @param through the model of those rows. */
export const references = (model: string, through: string, meaning: string) =>
  made(
    'IDs',
    meaning,
    [`at most ${maxReferences}`],
    { initially: [] },
    (value, name) => (value.length > maxReferences ? say`${name} must have at most ${maxReferences} ids.` : undefined),
    { refersTo: model, through },
  )

/** True or false. */
export const flag = (meaning: string, options: Omit<WritableOptions<boolean>, 'ifNull'> = {}) =>
  made('Boolean', meaning, [], options)

/** The fault of a number that is negative, not a number, or out of range. */
function rangeFault(value: number | bigint, max: number | bigint | undefined, name: Name, min = 0n): Sentence | undefined {
  if (!(value >= min && value < Infinity)) return say`${name} must be a number of at least ${min}.`
  return max !== undefined && value > max ? say`${name} must be at most ${max}.` : undefined
}

const upTo = (max: number | bigint, min = 0n) => `from ${min} to ${grouped(max)}`

/** A count: a whole number. @param min the smallest, 0 by default. @param max the largest, that of its type by default. */
export const count = <Own extends WritableOptions<number> & { min?: number; max?: number }>(meaning: string, options?: Own) => {
  const { min = 0, max } = options ?? {}
  const limit = max === undefined ? `at least ${min}` : upTo(max, BigInt(min))
  return made('Int', meaning, [limit], options ?? ({} as Own), (value, name) => rangeFault(value, max, name, BigInt(min)))
}

/** A measure: a number from 0 to the largest with exact sums. */
export const measure = <Own extends WritableOptions<number>>(meaning: string, options: Own = {} as Own) =>
  made('Float', meaning, [upTo(maxAmount)], options, (value, name) => rangeFault(value, maxAmount, name))

/**
 * An amount of money.
 *
 * @param min the smallest, 0 by default.
 *
 * @param range the message for an amount out of range, where one sentence covers both ends.
 */
export const amount = <Own extends WritableOptions<bigint> & { min?: bigint; range?: (name: Name, max: bigint) => Sentence }>(
  meaning: string,
  options?: Own,
) =>
  made('Amount', meaning, [upTo(maxAmount, options?.min)], options ?? ({} as Own), (value, name) => {
    const fault = rangeFault(value, maxAmount, name, options?.min)
    return fault && options?.range ? options.range(name, maxAmount) : fault
  })

/** A step of a scale of whole numbers. @param range the message for one out of range, where it is not the usual one. */
export const step = (
  meaning: string,
  { from, to, range, ...options }: { from: number; to: number; range?: string } & Omit<WritableOptions<number>, 'ifNull'>,
) =>
  made('WholeNumber', meaning, [`from ${from} to ${to}`], options, (value, name) => {
    if (value < from || value > to) return range === undefined ? say`${name} must be from ${from} to ${to}.` : [range]
    return Number.isInteger(value) ? undefined : say`${name} must be a whole number.`
  })

/** A time within a range of years, both inclusive. */
export const time = <Own extends { years: [number, number] } & WritableOptions<Date>>(meaning: string, options: Own) => {
  const [first, last] = options.years
  const [from, to] = [Date.UTC(first, 0), Date.UTC(last + 1, 0)]
  return made('DateTime', meaning, [`in the years ${first} to ${last}`], options, (value, name) =>
    value.getTime() >= from && value.getTime() < to ? undefined : say`${name} must lie in the years ${first} to ${last}.`,
  )
}

/** Whether a create requires a field. */
export const isRequired = ({ nullable, initially }: Field): boolean => !nullable && initially === undefined

/** The fields of a table that an update may change. */
export const changeable = (table: WritableTable): WritableTable =>
  Object.fromEntries(Object.entries(table).filter(([, { isFixed }]) => !isFixed))
