/** The types the contract gives its fields, as predicates, and the shapes that are built of them. */

/** The type of one value: its name for messages, whether a REST value is one, and what GraphQL writes in its place. */
export type Leaf = {
  is: string
  holds: (value: unknown) => boolean
  fromGraphql: (value: unknown) => unknown
  /** Whether GraphQL does not show it to whoever reads the record. */
  isClosed?: true
}

/** A record inside a record, or a list of them. */
export type Part = {
  shape: Shape
  many: boolean
  nullable: boolean
  /** Whether REST shows the one record of GraphQL as a list of it. */
  isListed?: true
}

export type Shape = { readonly [field: string]: Leaf | Part }

const same = (value: unknown) => value

const leaf = (is: string, holds: Leaf['holds'], fromGraphql: Leaf['fromGraphql'] = same): Leaf => ({ is, holds, fromGraphql })

export const orNull = ({ is, holds, fromGraphql }: Leaf): Leaf =>
  leaf(
    `${is} or null`,
    (value) => value === null || holds(value),
    (value) => (value === null ? null : fromGraphql(value)),
  )

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string'

// Digits in GraphQL are a number on REST; anything else in its place must not pass for equal.
const idFromGraphql = (value: unknown) =>
  isText(value) && /^[1-9]\d*$/.test(value) ? Number(value) : `not an ID: ${JSON.stringify(value)}`

export const id = leaf('id', (value) => isInteger(value) && value > 0, idFromGraphql)
export const integer = leaf('integer', isInteger)
export const number = leaf('number', (value) => typeof value === 'number' && Number.isFinite(value))
export const boolean = leaf('boolean', (value) => typeof value === 'boolean')
export const string = leaf('string', isText)
export const array = leaf('array', Array.isArray)
/** A list that is closed to the viewer. */
export const closedList: Leaf = {
  is: 'empty array',
  holds: (value) => Array.isArray(value) && value.length === 0,
  fromGraphql: () => [],
  isClosed: true,
}
/** A set of texts. */
export const strings = leaf('array of strings', (value) => Array.isArray(value) && value.every(isText))
export const object = leaf('object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value))
/** The fields that the viewer may not read. */
export const closed = leaf('null, being closed to the viewer', (value) => value === null)
export const valueOrNull = leaf('value or null', (value) => value !== undefined)

const isTime = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value))
export const timestamp = leaf('ISO 8601 UTC timestamp in whole seconds', isTime)

const httpDateForm =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
/** A time that REST alone writes as an HTTP date; the weekday must be that of the day. */
export const httpDate = leaf(
  'HTTP-date',
  (value) => isText(value) && httpDateForm.test(value) && new Date(value).toUTCString() === value,
  (value) => (isTime(value) ? new Date(value).toUTCString() : `not a timestamp: ${JSON.stringify(value)}`),
)

/** The string that names the kind of resource. */
export const kind = (name: string): Leaf => leaf(`'${name}'`, (value) => value === name)

/** One of the words the contract or the decisions know. */
export const oneOf = (...words: string[]): Leaf => leaf(`one of ${words.join(', ')}`, (value) => words.includes(value as string))

export const whole = (from: number, to: number): Leaf =>
  leaf(`integer from ${from} to ${to}`, (value) => isInteger(value) && value >= from && value <= to)

/** The path of a resource, its ids written as `#`: `/v1/orders/#/`. */
export const path = (...forms: string[]): Leaf =>
  leaf(`path like ${forms.join(' or ')}`, (value) => isText(value) && forms.includes(value.replace(/(?<=\/)\d+(?=\/|$)/g, '#')))

export const one = (shape: Shape): Part => ({ shape, many: false, nullable: false })
export const oneOrNull = (shape: Shape): Part => ({ shape, many: false, nullable: true })
export const many = (shape: Shape): Part => ({ shape, many: true, nullable: false })

/** A relation to one record that REST shows as a list. */
export const listed = (shape: Shape): Part => ({ shape, many: true, nullable: false, isListed: true })

const isRecord = (value: unknown): value is Record<string, unknown> => object.holds(value)
const isPart = (type: Leaf | Part): type is Part => 'shape' in type

/**
 * The faults of a record: fields that are missing, too many, or of another type, each with its place and value.
 *
 * @param met gathers the places of relations that had a record, so that a test can tell that none of them was only empty.
 */
export function faults(shape: Shape, record: unknown, place: string, met: Set<string> = new Set(), known = ''): string[] {
  if (!isRecord(record)) return [`${place} is no object: ${JSON.stringify(record)}`]
  const surplus = Object.keys(record).filter((field) => !(field in shape))
  return [
    ...surplus.map((field) => `${place}.${field} is not in the contract`),
    ...Object.entries(shape).flatMap(([field, type]) => {
      const here = `${place}.${field}`
      if (!(field in record)) return [`${here} is missing`]
      const value = record[field]
      if (isPart(type)) return partFaults(type, value, here, met, `${known}.${field}`)
      return type.holds(value) ? [] : [`${here} is not ${type.is}: ${JSON.stringify(value)}`]
    }),
  ]
}

function partFaults({ shape, many, nullable }: Part, value: unknown, place: string, met: Set<string>, known: string): string[] {
  if (nullable && value === null) return []
  if (many && !Array.isArray(value)) return [`${place} is not an array: ${JSON.stringify(value)}`]
  const records = many ? (value as unknown[]) : [value]
  if (records.length > 0) met.add(known)
  return records.flatMap((record, index) => faults(shape, record, many ? `${place}[${index}]` : place, met, known))
}

/** The places of all relations of a shape, as `faults` gathers them. */
export const relations = (shape: Shape, known = ''): string[] =>
  Object.entries(shape).flatMap(([field, type]) =>
    isPart(type) ? [`${known}.${field}`, ...relations(type.shape, `${known}.${field}`)] : [],
  )

/** The contract's name in GraphQL's spelling: `quantity_on_hand` and `on-hand` become `quantityOnHand` and `onHand`. */
export const camelCase = (name: string): string => name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The GraphQL selection of the same fields. */
export const selection = (shape: Shape): string =>
  Object.entries(shape)
    .filter(([, type]) => isPart(type) || !type.isClosed)
    .map(([field, type]) => (isPart(type) ? `${camelCase(field)} { ${selection(type.shape)} }` : camelCase(field)))
    .join(' ')

/** The record REST should give, made of what GraphQL gave. */
export function fromGraphql(shape: Shape, record: unknown): unknown {
  if (!isRecord(record)) return record
  return Object.fromEntries(
    Object.entries(shape).map(([field, type]) => {
      const value = record[camelCase(field)]
      if (!isPart(type)) return [field, type.fromGraphql(value)]
      if (type.isListed) return [field, value === null ? [] : [fromGraphql(type.shape, value)]]
      return [field, Array.isArray(value) ? value.map((item) => fromGraphql(type.shape, item)) : fromGraphql(type.shape, value)]
    }),
  )
}
