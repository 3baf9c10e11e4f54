/**
 * A hidden schema's names are in no answer: every root field is asked with misspelt, missing and wrong arguments and input
 * fields, in documents and in variables, and of what is said no word is the schema's that was not sent.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../store.ts'

const store = await openStore({ showsSchema: false })

type Asked = { query?: string; documentId?: string; variables?: unknown; operationName?: string }

const names = new Set(
  Object.values(schema.getTypeMap()).flatMap((type) => [
    type.name,
    ...(isEnumType(type) ? type.getValues().map(({ name }) => name) : []),
    ...(isInputObjectType(type) ? Object.keys(type.getFields()) : []),
    ...(isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ name, args }) => [name, ...args.map((each) => each.name)])
      : []),
  ]),
)
for (const directive of schema.getDirectives()) for (const { name } of directive.args) names.add(name)
for (const { variables } of table) for (const name of variables.keys()) names.add(name)

const wordsIn = (text: string) => text.match(/\w+/g) ?? []

/** Names in an answer that were not sent: all that is quoted, and what is no English word. */
async function leaks(asked: Asked): Promise<string[]> {
  const response = await store.fetch('/graphql', {
    method: 'POST',
    headers: { Authorization: store.merchant, 'Content-Type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const { errors = [] } = (await response.json()) as { errors?: { message: string; path?: unknown }[] }
  const sent = new Set(wordsIn(JSON.stringify(asked)))
  told += errors.length
  return errors.flatMap(({ message }) => {
    const quoted = [...message.matchAll(/"([^"]*)"/g)].flatMap(([, text = '']) => wordsIn(text))
    const odd = wordsIn(message).filter((word) => /.[A-Z_]/.test(word))
    const found = [...quoted, ...odd].filter((word) => names.has(word) && !sent.has(word))
    return found.length > 0 || /did you mean/i.test(message) ? [`${JSON.stringify(asked).slice(0, 300)} → ${message}`] : []
  })
}
let told = 0

/** Asks every fifth, which is quick, and no multiple of how many each field is asked: all kinds are met, at one field or another. */
async function expectSilence(possible: Asked[]): Promise<void> {
  const all = possible.filter((_asked, index) => index % 5 === 0)
  told = 0
  const found: string[] = []
  for (let start = 0; start < all.length; start += 20)
    found.push(...(await Promise.all(all.slice(start, start + 20).map(leaks))).flat())
  expect(found.slice(0, 5)).toEqual([])
  expect(told).toBeGreaterThan(all.length / 2)
}

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    operation: type === schema.getMutationType() ? 'mutation' : 'query',
    field,
  })),
)

const wrongValues = ['1.5', '"zzz"', 'zzz', '{ zzz: 1 }', '[{ zzz: 1 }]', 'null', 'true', '{}', '[1.5]']
const wrongVariables = [1.5, 'zzz', { zzz: 1 }, [{ zzz: 1 }], null, true, {}, [1.5]]

const misspelt = (name: string) => name.slice(0, -1) + (name.endsWith('z') ? 'y' : 'z')

test('a root field that is misspelt, or asked for without what it needs, is told by itself alone', async () => {
  await expectSilence(
    roots.flatMap(({ operation, field: { name, type } }) => {
      const inside = isObjectType(getNamedType(type))
        ? Object.keys((getNamedType(type) as never as { getFields(): object }).getFields())
        : []
      const [first = '__typename'] = inside
      return [
        ...[
          `{ ${misspelt(name)} }`,
          `{ ${name} }`,
          `{ ${name} { zzz } }`,
          `{ ${name} { __typename } }`,
          `{ ${name} { __typename { zzz } } }`,
        ],
        ...[`{ ${name}(zzz: 1) { __typename } }`, `{ ${name} @skip { __typename } }`, `{ ${name} @zzz { __typename } }`],
        ...[
          `{ ${name} { ${misspelt(first)} ${first} { zzz } ${first}(zzz: 1) } }`,
          `{ ${name} { ... on Zzz { zzz } ... on String { zzz } } }`,
        ],
        ...[`{ a: ${name} { __typename } a: zzz { __typename } }`, `{ a: __typename a: ${name} { __typename } }`],
      ].map((selection) => ({ query: `${operation} ${selection}` }))
    }),
  )
})

const argumentsOf = roots.flatMap(({ operation, field }) => field.args.map((argument) => ({ operation, field, argument })))

const documentOf = (operation: string, { name }: GraphQLField<unknown, unknown>, given: string) =>
  `${operation} { ${name}(${given}) { __typename } }`

test('an argument that is misspelt or wrong is told by itself alone', async () => {
  await expectSilence(
    argumentsOf.flatMap(({ operation, field, argument: { name } }) => [
      { query: documentOf(operation, field, `${misspelt(name)}: 1`) },
      ...wrongValues.map((value) => ({ query: documentOf(operation, field, `${name}: ${value}`) })),
      ...['Int', '[String!]', 'Zzz'].map((type) => ({
        query: `${operation} ($v: ${type}) { ${field.name}(${name}: $v) { __typename } }`,
        variables: { v: 1.5 },
      })),
      { query: `${operation} { ${field.name}(${name}: $v) { __typename } }`, variables: { v: 1 } },
    ]),
  )
})

/** The input object that an argument takes, if it takes one, and whether in a list. */
function inputOf({ type }: GraphQLArgument) {
  const named = getNamedType(type as GraphQLInputType)
  const isMany = isListType(getNullableType(type as GraphQLInputType))
  return isInputObjectType(named) ? { fields: Object.values(named.getFields()), isMany } : undefined
}

test('an input field that is misspelt, missing or wrong is told by itself alone, in a document and in a variable', async () => {
  await expectSilence(
    argumentsOf.flatMap(({ operation, field, argument }) => {
      const input = inputOf(argument)
      if (!input) return []
      const inVariable = (value: unknown) => ({
        query: `${operation} ($v: ${argument.type}) { ${field.name}(${argument.name}: $v) { __typename } }`,
        variables: { v: input.isMany ? [value] : value },
      })
      return [
        ...wrongVariables.map(inVariable),
        { ...inVariable({}), variables: {} },
        ...input.fields.flatMap(({ name, type }, index) => {
          const inner = getNamedType(type)
          const [deeper = 'zzz'] = isInputObjectType(inner) ? Object.keys(inner.getFields()) : []
          const values = [...wrongVariables, { [misspelt(deeper)]: 1 }, { [deeper]: { zzz: 1 } }, { [deeper]: 1.5 }]
          const literal = wrongValues[index % wrongValues.length]
          return [
            inVariable({ [misspelt(name)]: 1 }),
            inVariable({ [name]: values[index % values.length] }),
            inVariable({ [name]: isNonNullType(type) ? null : values[(index + 5) % values.length] }),
            { query: documentOf(operation, field, `${argument.name}: { ${misspelt(name)}: 1, ${name}: ${literal} }`) },
          ]
        }),
      ]
    }),
  )
})

test('an operation of ours that is called by its name without what it takes, or with something else, tells no variable', async () => {
  await expectSilence(
    table.flatMap(({ name, variables }) => [
      { documentId: name },
      { documentId: name, variables: { zzz: 1 } },
      { documentId: name, operationName: 'Zzz' },
      ...[...variables.keys()].map((each) => ({ documentId: name, variables: { [misspelt(each)]: 1 } })),
      ...[...variables.keys()].flatMap((each) =>
        wrongVariables.map((value) => ({ documentId: name, variables: { [each]: value } })),
      ),
    ]),
  )
})

test('what the client wrote is told, and where', async () => {
  const { errors } = await store.graphql('{ orders(frst: 1, filter: { totl: { eq: 1 } }) { totalCount } order { __typename } }')
  expect(errors.map(({ message }) => message)).toEqual([
    'Unknown argument "frst" on field "….orders".',
    'Field "totl" is not defined by type "…".',
    'Field "order" argument "…" of type "…!" is required, but it was not provided.',
  ])
  expect(errors.every((error) => 'locations' in error)).toBe(true)
})
