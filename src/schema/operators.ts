/**
 * The filter operators. This table is the only list of them: the input types of GraphQL, the suffixes of REST, the conditions and their SQL,
 * and the table in `read/README.md` derive from it.
 */
import { type GraphQLNamedType, isInputObjectType } from 'graphql'
import type { ColumnKind } from './model.ts'

/** Maximum values of a list operand. */
export const maxListLength = 100

/** The ability that an operator requires of a column. */
type Ability = 'identity' | 'choice' | 'order' | 'pattern' | 'set'

type FilterOperator = Readonly<{
  /** The text after `__` in the name of a REST filter; messages use the first. */
  suffixes: readonly [string, ...string[]]
  meaning: string
  needs: Ability | 'nothing'
  operand: 'value' | 'list' | 'pair' | 'pattern' | 'flag'
  /** The name in a condition on a column, and its SQL. */
  condition?: string
  sql?: (column: string, operand: string) => string
  /** The same for a column that holds a set of texts, where it has another meaning there. */
  ofSet?: { meaning: string; condition: string; sql: (column: string, operand: string) => string }
  /** Whether a number satisfies it. */
  holds?: (value: number, operands: readonly number[]) => boolean
  /** The operators that it combines, one for each value of a pair. */
  sides?: readonly [from: string, to: string]
}>

/** An operator that compares with one value. */
const comparing = (
  needs: Ability,
  suffixes: FilterOperator['suffixes'],
  meaning: string,
  [condition, sign]: readonly [string, string],
  holds: (value: number, operand: number) => boolean,
) =>
  ({
    suffixes,
    meaning,
    needs,
    operand: 'value',
    condition,
    sql: (column, operand) => `${column} ${sign} ${operand}`,
    holds: (value, [operand = 0]) => holds(value, operand),
  }) as const satisfies FilterOperator

/** A condition that only a set with something in it can meet: the indexes of sets leave the others out. */
const someOfSet = (column: string, condition: string) => `${column} <> '{}' AND ${condition}`

export const operators = {
  eq: comparing('identity', ['eq'], 'Equal to.', ['equals', '='], (value, operand) => value === operand),
  ne: comparing('identity', ['ne'], 'Present, and not equal to.', ['not', '<>'], (value, operand) => value !== operand),
  in: {
    suffixes: ['in'],
    meaning: `Equal to one of at most ${maxListLength}.`,
    needs: 'choice',
    operand: 'list',
    condition: 'in',
    sql: (column, operand) => `${column} = ANY(${operand})`,
    holds: (value, operands) => operands.includes(value),
    ofSet: {
      meaning: `Having one of at most ${maxListLength}.`,
      condition: 'hasSome',
      sql: (column, operand) => someOfSet(column, `${column} && ${operand}`),
    },
  },
  all: {
    suffixes: ['all'],
    meaning: `Having all of at most ${maxListLength}.`,
    needs: 'set',
    operand: 'list',
    condition: 'hasEvery',
    sql: (column, operand) => someOfSet(column, `${column} @> ${operand}`),
    holds: (value, operands) => operands.every((operand) => operand === value),
  },
  nin: {
    suffixes: ['nin'],
    meaning: `Present, and equal to none of at most ${maxListLength}.`,
    needs: 'choice',
    operand: 'list',
    condition: 'notIn',
    sql: (column, operand) => `${column} <> ALL(${operand})`,
    holds: (value, operands) => !operands.includes(value),
  },
  lt: comparing('order', ['lt'], 'Less than; before.', ['lt', '<'], (value, operand) => value < operand),
  le: comparing(
    'order',
    ['le', 'lte'],
    'Less than or equal to; at or before.',
    ['lte', '<='],
    (value, operand) => value <= operand,
  ),
  gt: comparing('order', ['gt'], 'Greater than; after.', ['gt', '>'], (value, operand) => value > operand),
  ge: comparing(
    'order',
    ['ge', 'gte'],
    'Greater than or equal to; at or after.',
    ['gte', '>='],
    (value, operand) => value >= operand,
  ),
  between: {
    suffixes: ['between'],
    meaning: 'From the first of two values to the second, both included.',
    needs: 'order',
    operand: 'pair',
    sides: ['ge', 'le'],
  },
  like: {
    suffixes: ['like'],
    meaning: 'Matching a pattern in which `%` stands for any run of characters.',
    needs: 'pattern',
    operand: 'pattern',
  },
  ilike: {
    suffixes: ['ilike'],
    meaning: 'Matching a pattern, upper and lower case being the same.',
    needs: 'pattern',
    operand: 'pattern',
  },
  isNull: { suffixes: ['is_null'], meaning: 'True for missing, false for present.', needs: 'nothing', operand: 'flag' },
} as const satisfies Record<string, FilterOperator>

export type OperatorName = keyof typeof operators

/** An operator by its name; undefined for a name that is none. */
export const operatorOf = (name: string): FilterOperator | undefined =>
  Object.hasOwn(operators, name) ? operators[name as OperatorName] : undefined

const ordered = ['identity', 'choice', 'order'] as const

const abilities: Record<ColumnKind, readonly Ability[]> = {
  id: ordered,
  amount: ordered,
  sequence: ordered,
  mark: ordered,
  integer: ordered,
  number: ordered,
  time: ordered,
  code: ordered,
  text: [...ordered, 'pattern'],
  boolean: ['identity'],
  enum: ['identity', 'choice'],
  json: ['identity'],
}

const namesWith = (of: readonly Ability[]): OperatorName[] =>
  (Object.keys(operators) as OperatorName[]).filter((name) => of.some((ability) => ability === operators[name].needs))

/** The operators of columns with equality only; every column also takes `isNull`. */
export const equality: readonly string[] = namesWith(['identity', 'choice'])

/** The operators of a kind of column; every kind also takes `isNull`. */
export const operatorsOf = (kind: ColumnKind): readonly OperatorName[] => namesWith(abilities[kind])

/** The operators of columns that hold a set of texts. */
export const setOperators = ['in', 'all'] as const satisfies readonly OperatorName[]

/** Whether a type is the filter of a record, which can contain further conditions. */
export const isRecordFilter = (type: GraphQLNamedType): boolean => isInputObjectType(type) && 'AND' in type.getFields()
