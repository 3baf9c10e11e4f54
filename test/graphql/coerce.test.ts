/** Values of input types are read as graphql-js reads them, and what is wrong with one is left to it. */
import fc from 'fast-check'
import {
  buildSchema,
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
} from 'graphql'
import { expect, it } from 'vitest'
import { coerce, leftOver } from '../../src/graphql/coerce.ts'
import { schema } from '../../src/resources/schema.ts'

/** What ours has nothing of. */
const others = buildSchema(`
  enum Size { SMALL LARGE }
  input Shoe @oneOf { pairs: [[Int!]] size: Size }
  input Shelf { size: Size = SMALL, width: Int! = 3, note: String = null, shoes: [[Shoe!]!]! = [], height: Float! }
  type Query { shelf(shelf: Shelf, shoe: Shoe): Int }
`)

/** The inputs, enums and scalars of a schema. */
const typeOf = (of: GraphQLSchema) =>
  fc.constantFrom(
    ...Object.values(of.getTypeMap()).filter((type) => isInputType(type) && !type.name.startsWith('__')),
  ) as fc.Arbitrary<GraphQLInputType>

const scalars = fc.oneof(
  fc.constantFrom('1', '12.50', '2026-11-25', '2026-11-25T10:00:00Z', 'a@example.com', 'Europe/Berlin', 'EUR', 'gold', ''),
  fc.constantFrom(0, 1, 12.5, -1, true, false),
  fc.jsonValue({ maxDepth: 2 }),
)
const wrong = fc.constantFrom(null, undefined, 1, 'x', true, [], {}, [[null]], { unknown: 1 }, JSON.parse('{"__proto__":1}'))

/** Values of a type, most of them right as a whole. */
function valuesOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 15, arbitrary: rightOf(getNullableType(type) as GraphQLInputType, depth) },
    { weight: 1, arbitrary: wrong },
  )
}

function rightOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isListType(type)) {
    const item = valuesOf(type.ofType, depth)
    return fc.oneof({ weight: 4, arbitrary: fc.array(item, { maxLength: 2 }) }, { weight: 1, arbitrary: item })
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (!isInputObjectType(type)) return scalars
  if (depth === 0) return fc.constant({})
  const fields = Object.values(type.getFields())
  const some = fc.shuffledSubarray(fields, { maxLength: Math.min(3, fields.length) })
  return some
    .chain((chosen) => fc.tuple(...chosen.map((field) => valuesOf(field.type, depth - 1).map((value) => [field.name, value]))))
    .map((entries) => Object.fromEntries(entries as [string, unknown][]))
}

function byGraphql(value: unknown, type: GraphQLInputType): unknown {
  try {
    return coerceInputValue(value, type)
  } catch {
    return leftOver
  }
}

it('A value is read as graphql-js reads it, in the same order, and each wrong one is left to it', () => {
  let [read, left] = [0, 0]
  const given = fc
    .oneof({ weight: 4, arbitrary: typeOf(schema) }, { weight: 1, arbitrary: typeOf(others) })
    .chain((type) => valuesOf(type, 3).map((value) => ({ type, value })))
  fc.assert(
    fc.property(given, ({ type, value }) => {
      const [ours, theirs] = [coerce(value, type), byGraphql(value, type)]
      if (ours === leftOver) left += 1
      else read += 1
      expect(ours).toStrictEqual(theirs)
      expect(orderOf(ours)).toBe(ours === leftOver ? undefined : orderOf(theirs))
    }),
    { numRuns: 5_000 },
  )
  expect(Math.min(read, left)).toBeGreaterThan(500)
})

const orderOf = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
