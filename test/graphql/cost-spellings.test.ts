/** An operation costs the same, whichever way the values of arguments come to their field. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { expect, it } from 'vitest'
import { planCost } from '../../src/read/cost/cost.ts'
import { schema } from '../../src/resources/schema.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const time = '2026-03-15T12:00:00Z'
const leaves: Record<string, Json> = {
  Int: 7,
  WholeNumber: 7,
  Float: 1.5,
  Boolean: true,
  ID: '7',
  Amount: 7,
  Date: '2026-03-15',
  DateTime: time,
  CustomerKey: '7',
}

// Of the many conditions a filter can have, as many at each level.
const mostFields = 4

/** A value of an input type; of an object some of what it takes, as deep as asked for. */
function sampleOf(type: GraphQLInputType, depth: number): Json {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [sampleOf(nullable.ofType, depth), sampleOf(nullable.ofType, depth)]
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? null
  if (!isInputObjectType(nullable)) return leaves[nullable.name] ?? 'a%a'
  const fields = Object.values(nullable.getFields()).filter((field) => {
    return depth > 0 || isNonNullType(field.type) || isLeafType(getNamedType(field.type))
  })
  // From both ends: columns and groups come first, relations and metadata last.
  const chosen = fields.filter((field, at) => isNonNullType(field.type) || at < mostFields || at >= fields.length - mostFields)
  return Object.fromEntries(
    (nullable.isOneOf ? chosen.slice(0, 1) : chosen).map((field) => [field.name, sampleOf(field.type, depth - 1)]),
  )
}

type Spell = (value: Json, type: GraphQLInputType) => string

/** A value in the language of documents; what is within it may be spelt in another way. */
function literal(value: Json, type: GraphQLInputType, inner: Spell = literal): string {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${(value as Json[]).map((each) => inner(each, nullable.ofType)).join(', ')}]`
  if (!isInputObjectType(nullable)) return isEnumType(nullable) ? String(value) : JSON.stringify(value)
  const fields = nullable.getFields()
  const entries = Object.entries(value as object).map(([name, each]) => `${name}: ${inner(each, fields[name]?.type ?? type)}`)
  return `{ ${entries.join(', ')} }`
}

/** Makes a variable and answers how it is written in its place. */
type Declare = (type: GraphQLInputType, value: { sent?: Json; byDefault?: Json }) => string

const spellings: Record<string, (declare: Declare) => Spell> = {
  variables: (declare) => (value, type) => declare(type, { sent: value }),
  defaults: (declare) => (value, type) => declare(type, { byDefault: value }),
  'variables with other defaults': (declare) => (value, type) => declare(type, { byDefault: sampleOf(type, 0), sent: value }),
  'variables within objects and lists': (declare) => (value, type) =>
    literal(value, type, (each, inner) => declare(inner, { sent: each })),
  'defaults within objects and lists': (declare) => (value, type) =>
    literal(value, type, (each, inner) => declare(inner, { byDefault: each })),
}

const wraps: Record<string, (body: string, root: string) => string> = {
  'as it is': (body) => body,
  'in an inline fragment': (body, root) => `{ ... on ${root} ${body} }`,
  'in a named fragment': (body, root) => `{ ...F } fragment F on ${root} ${body}`,
}

/** A field with arguments, and the calls that lead to it. */
type Reached = { title: string; field: GraphQLField<unknown, unknown>; root: 'Query' | 'Mutation'; calls: string[] }

function reached(): Reached[] {
  const found: Reached[] = []
  const seen = new Set<string>()
  const waiting = (['Query', 'Mutation'] as const).map((root) => ({ type: root as string, root, calls: [] as string[] }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { type, root, calls } = next
    if (seen.has(type)) continue
    seen.add(type)
    for (const field of Object.values((schema.getType(type) as GraphQLObjectType).getFields())) {
      if (field.args.length > 0) found.push({ title: `${type}.${field.name}`, field, root, calls })
      const required = field.args.filter((arg) => isNonNullType(arg.type))
      const given = required.map((arg) => `${arg.name}: ${literal(sampleOf(arg.type, 0), arg.type)}`)
      const inner = getNamedType(field.type)
      const call = given.length > 0 ? `${field.name}(${given.join(', ')})` : field.name
      if (isObjectType(inner)) waiting.push({ type: inner.name, root, calls: [...calls, call] })
    }
  }
  return found
}

function costOfSpelling({ field, root, calls }: Reached, spelling: (declare: Declare) => Spell, wrap: string) {
  const declared: string[] = []
  const variables: Record<string, Json> = {}
  const spell = spelling((type, { sent, byDefault }) => {
    const name = `v${declared.length}`
    declared.push(`$${name}: ${byDefault === undefined ? type : `${type} = ${literal(byDefault, type)}`}`)
    if (sent !== undefined) variables[name] = sent
    return `$${name}`
  })
  const given = field.args.map(({ name, type }) => `${name}: ${spell(sampleOf(type, 2), type)}`)
  const inner = getNamedType(field.type)
  const selection = !isCompositeType(inner)
    ? ''
    : isObjectType(inner) && 'nodes' in inner.getFields()
      ? ' { nodes { __typename } }'
      : ' { __typename }'
  const body = [...calls, `${field.name}(${given.join(', ')})${selection}`].reduceRight((within, call) => `${call} { ${within} }`)
  const head = declared.length > 0 ? `(${declared.join(', ')})` : ''
  const text = `${root.toLowerCase()} Q${head} ${wraps[wrap]?.(`{ ${body} }`, root)}`
  const document = parse(text)
  if (wrap === 'as it is') expect(validate(schema, document).map(String), text).toEqual([])
  const operation = getOperationAST(document)
  const { coerced, errors } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables)
  if (!operation || !coerced) throw new Error(`${text} ${errors}`)
  const { requested, fixed } = planCost(schema, document, operation, coerced).costOf(coerced)
  return { requested, fixed }
}

const all = reached()

it.each(all.map((each) => [each.title, each] as const))('%s', (_title, each) => {
  const plain = costOfSpelling(each, () => literal, 'as it is')
  for (const [how, spelling] of Object.entries({ literals: () => literal, ...spellings }))
    for (const wrap of Object.keys(wraps))
      expect({ how, wrap, ...costOfSpelling(each, spelling, wrap) }).toEqual({ how, wrap, ...plain })
})

it('and what is asked for is no small thing: there are fields to look at, and filters count', () => {
  expect(all.length).toBeGreaterThan(80)
  const products = all.find(({ title }) => title === 'Query.products') as Reached
  expect(costOfSpelling(products, () => literal, 'as it is').requested).toBeGreaterThan(50)
})
