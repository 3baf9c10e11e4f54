/**
 * Refusals name input fields as the surface does on which they are told. Every field of every mutation's input, and of the inputs inside once, is given what is wrong for
 * it, over GraphQL and by the REST rows that run the mutation; all is tried only, so that nothing stands in the way of the next.
 */
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { snakeCase } from '../../src/values/text.ts'
import { mutations } from '../access/isolation/mutations.ts'
import { ownOf } from '../access/isolation/own-rows.ts'
import { customer, merchant } from '../access/isolation/principals.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

type Input = Record<string, unknown>
type Path = readonly (string | number)[]

const fieldsOf = (type: GraphQLInputType) => {
  const named = getNamedType(type)
  return isInputObjectType(named) ? Object.values(named.getFields()) : []
}

/** Names that the two surfaces spell in different ways. */
const inputNames = Object.values(schema.getTypeMap())
  .flatMap((type) => (isInputObjectType(type) && type.name.endsWith('Input') ? fieldsOf(type) : []))
  .map(({ name }) => name)
  .filter((name) => snakeCase(name) !== name)
const named = (names: readonly string[]) => new RegExp(`\\b(?:${[...new Set(names)].join('|')})\\b`)
const inGraphql = named(inputNames)
const onRest = named(inputNames.map(snakeCase))

const wrongLeaf: Record<string, readonly unknown[]> = {
  ID: ['first', '0', '9007199254740991'],
  String: ['', 'x'.repeat(60_000)],
  Int: [-1, 0, 100_000, 2_147_483_647],
  Float: [-1, 1e300],
  WholeNumber: [0, 5.5],
  Boolean: ['perhaps'],
  Amount: [-1, 1_000_000_000_000],
  DateTime: ['1999-01-01', '2001-01-01', 'soon'],
  CustomerKey: ['9007199254740991', 'nobody@example.net', 'nobody'],
  Json: ['text', { __proto: 1, long: 'x'.repeat(70_000) }],
}

const walked = new Set<GraphQLInputType>()

/** Every place of an input, with what is wrong there; inside an object only when its type is met for the first time. */
function wrongIn(type: GraphQLInputType, at: Path = []): [Path, unknown][] {
  const wanted = getNullableType(type)
  if (isListType(wanted)) {
    const many: unknown[] = Array.from({ length: 60 }, () => 'x')
    return [[at, null], [at, []], [at, many], ...wrongIn(wanted.ofType, [...at, 0])]
  }
  if (isInputObjectType(wanted)) {
    if (walked.has(wanted)) return [[at, null]]
    walked.add(wanted)
    return [[at, null], ...fieldsOf(wanted).flatMap((field) => wrongIn(field.type, [...at, field.name]))]
  }
  return [null, ...(wrongLeaf[getNamedType(wanted).name] ?? [])].map((value): [Path, unknown] => [at, value])
}

/** The same with a value at a place. */
function put(holder: unknown, [step, ...steps]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const inside = (holder as Input | undefined)?.[step]
  if (typeof step === 'number') return [put(inside, steps, value)]
  return { ...(holder as Input), [step]: put(inside, steps, value) }
}

const fields = schema.getMutationType()?.getFields() ?? {}
const inputOf = (name: string) => fields[name]?.args.find((each) => each.name === 'input')?.type

async function toldByGraphql(name: string, input: Input, as: string): Promise<string[]> {
  const query = `mutation ($input: ${inputOf(name)}) { ${name}(input: $input, dryRun: true) { userErrors { message } } }`
  const { data, errors } = await store.graphql(query, { input }, as)
  return [...errors, ...(data?.[name]?.userErrors ?? [])].map(({ message }) => message)
}

type Row = (typeof table)[number]

/** The variables of a row by the fields of the input that they fill. */
function variablesOf({ source }: Row): Map<string, string> {
  const [field] = (source.definitions[0] as OperationDefinitionNode).selectionSet.selections
  const input = field?.kind === Kind.FIELD ? field.arguments?.find((each) => each.name.value === 'input')?.value : undefined
  const given: readonly ObjectFieldNode[] = input?.kind === Kind.OBJECT ? input.fields : []
  return new Map(given.flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value]] : [])))
}

const mutationOf = ({ source }: Row): string => {
  const [field] = (source.definitions[0] as OperationDefinitionNode).selectionSet.selections
  return field?.kind === Kind.FIELD ? field.name.value : ''
}

const inContract = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inContract)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [snakeCase(key), inContract(each)]))
      : value

async function toldByRest(row: Row, input: Input, as: string): Promise<string[]> {
  const given = new Map([...variablesOf(row)].map(([field, variable]) => [variable, inContract(input[field])]))
  const path = row.path.replace(/\{(\w+)\}/g, (_found, name: string) => encodeURIComponent(String(given.get(name) ?? 1)))
  const body = given.get('body') ?? {
    ...Object.fromEntries([...given].filter(([name]) => !row.path.includes(`{${name}}`))),
    ...(row.flag && { [row.flag]: true }),
  }
  const headers = { 'X-Dry-Run': 'true', 'Content-Type': 'application/json' }
  const answer = await store.rest(`${row.method} ${path}`, as, { body: JSON.stringify(body), headers })
  return answer.status < 400 ? [] : answer.body.errors
}

const told = { graphql: [] as string[], rest: [] as string[] }

// A product with its parts has hundreds of places for what is wrong.
describe('A refusal of', () => {
  it.each(Object.keys(mutations).filter(inputOf))('%s names fields as its surface does', async (name) => {
    const entry = mutations[name]
    const principal = entry?.by === 'customer' ? customer : merchant
    const as = principal === customer ? store.customer : store.merchant
    const valid = (await entry?.input(await ownOf(db, principal))) as Input
    const rows = table.filter((row) => row.method !== 'GET' && mutationOf(row) === name)
    const type = inputOf(name)
    for (const [path, value] of type ? wrongIn(type).slice(1) : []) {
      const input = put(valid, path, value) as Input
      for (const sentence of await toldByGraphql(name, input, as)) {
        expect(sentence).not.toMatch(onRest)
        told.graphql.push(sentence)
      }
      for (const row of rows) {
        for (const sentence of await toldByRest(row, input, row.path.includes('/store/') ? store.customer : store.merchant)) {
          expect(sentence).not.toMatch(inGraphql)
          told.rest.push(sentence)
        }
      }
    }
  })

  it('has named fields of which the surfaces have different spellings', () => {
    const naming = (sentences: readonly string[], names: RegExp) => new Set(sentences.filter((each) => names.test(each))).size
    expect(naming(told.graphql, inGraphql)).toBeGreaterThan(30)
    expect(naming(told.rest, onRest)).toBeGreaterThan(20)
  })
})

describe('A refusal that is told again', () => {
  const input = { customerId: '1', lifetimeSeconds: 1 }
  const sentence = (name: string) => `${name} must be a whole number of seconds from 60 to 86400.`
  const ask = async (alias: string, key: string) => {
    const query = `mutation ($input: CreateCustomerTokenInput!) { ${alias}: createCustomerToken(input: $input) { userErrors { field message } } }`
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await store.fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { input } }),
    })
    const { data } = (await response.json()) as { data: Record<string, { userErrors: object[] }> }
    return data[alias]?.userErrors
  }

  it('replays a refusal with the field name of the surface that asks', async () => {
    const first = await ask('first', 'spelled')
    expect(first).toEqual([{ field: 'lifetimeSeconds', message: sentence('lifetimeSeconds') }])
    expect(await ask('again', 'spelled')).toEqual(first)
  })

  it('replays a refusal stored by an earlier version unchanged', async () => {
    await ask('first', 'old')
    const userErrors = [{ code: 'BAD_INPUT', field: 'lifetimeSeconds', message: sentence('lifetime_seconds') }]
    await db.idempotencyKey.updateMany({ where: { key: 'old' }, data: { outcome: { id: null, userErrors } } })
    expect(await ask('again', 'old')).toEqual([{ field: 'lifetimeSeconds', message: sentence('lifetime_seconds') }])
  })
})
