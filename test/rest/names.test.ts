/** A refusal on REST speaks the contract's names: wrong values at every place of filters, orders and bodies name none of the schema's. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import type { Compiled } from '../../src/rest/compile.ts'
import { fieldsIn, isColumn, keyedField, namedObject, operatorsOf } from '../../src/rest/filter-names.ts'
import { idsOf } from '../contract/seeded.ts'
import { json } from '../resources/writing.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const store = await openStore()
const { db } = store
const ids = await idsOf(db, 1n)
const customer = await store.customerToken(BigInt(ids.customer))

/** The schema's names that are not spelled so in the contract: those with a capital inside. */
const schemaNames = new Set(
  Object.values(schema.getTypeMap()).flatMap((type) => {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : []
    const inside = fields.flatMap((field) => [
      field.name,
      ...('args' in field ? (field.args as { name: string }[]).map((argument) => argument.name) : []),
    ])
    return [type.name, ...inside, ...(isEnumType(type) ? type.getValues().map(({ name }) => name) : [])]
  }),
)
const namesIn = (sentences: readonly string[] = []): string[] =>
  sentences
    .flatMap((sentence) => sentence.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [])
    .filter((word) => /[a-z0-9][A-Z]/.test(word) && schemaNames.has(word))

type Asked = { asked: string; status: number; names: string[]; errors: string[] }

/** Sends requests, some at a time. */
async function answersTo(requests: readonly { asked: string; as: string; init?: RequestInit }[]): Promise<Asked[]> {
  const answers: Asked[] = []
  for (let at = 0; at < requests.length; at += 8) {
    const some = requests.slice(at, at + 8).map(async ({ asked, as, init }) => {
      const { status, body } = await store.rest(asked, as, init)
      const errors: string[] = status < 400 ? [] : body.errors
      return { asked: `${asked} ${init?.body ?? ''}`.slice(0, 300), status, names: namesIn(errors), errors }
    })
    answers.push(...(await Promise.all(some)))
  }
  return answers
}

function expectContractNames(answers: readonly Asked[], leastRefused: number) {
  expect(answers.filter(({ names }) => names.length > 0)).toEqual([])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ errors }) => errors.length > 0).length).toBeGreaterThanOrEqual(leastRefused)
}

const pathTo = ({ path }: Compiled) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))

function inputOf(row: Compiled, variable: string): GraphQLInputObjectType {
  const type = getNamedType(row.variables.get(variable))
  if (!isInputObjectType(type)) throw new Error(`${row.name} takes no ${variable}`)
  return type
}

/** A column that a list is filtered by: the list, the dotted path on REST, and the type of its operators. */
type FilterColumn = { row: Compiled; path: string; operators: GraphQLInputObjectType }

const deepest = 3

/** Every column of every record that the filters of some lists lead to, once over a short way and once over the longest. */
function filterColumns(rows: readonly Compiled[]): FilterColumn[] {
  const ways = rows.map((row) => ({ row, type: inputOf(row, 'filter'), steps: [] as string[] }))
  const met = new Set(ways.map(({ type }) => `${type.name} 0`))
  for (const { row, type, steps } of ways) {
    if (steps.length === deepest) continue
    for (const [name, { type: declared }] of fieldsIn(type)) {
      const inner = namedObject(declared)
      if (!inner || isColumn(inner)) continue
      const place = `${inner.name} ${steps.length + 1 === deepest}`
      if (met.has(place)) continue
      met.add(place)
      ways.push({ row, type: inner, steps: [...steps, name] })
    }
  }
  return ways.flatMap(({ row, type, steps }) => {
    const columns = [...fieldsIn(type)].flatMap(([name, { type: declared }]) => {
      const operators = namedObject(declared)
      return operators && isColumn(operators) ? [{ row, path: [...steps, name].join('.'), operators }] : []
    })
    const keyed = keyedField(type)
    return keyed ? [...columns, { row, path: [...steps, '_md', 'Plan.kind'].join('.'), operators: keyed.operands }] : columns
  })
}

const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
const tooLarge = '99999999999999999999'

/** Values that only the read itself refuses, by operator and, where others take them, by the type of the operand. */
const refusedByReads: [operator: string, types: RegExp, value: string][] = [
  ['in', /./, tooMany],
  ['nin', /./, tooMany],
  ['like', /./, 'x'.repeat(101)],
  ['ilike', /./, 'x'.repeat(101)],
  ['gt', /^(Plain|Float|Sequence)$/, tooLarge],
  ['eq', /^(Json|Float|Sequence)$/, tooLarge],
  ['ne', /^Json$/, '{"Shoe":[1e999]}'],
]

/** Values that a parameter's type refuses. */
const refusedByTypes = ['zzz', '{', '1.5', '-1', '1e999', '2026-13-45', 'a,"b', '\u0000']

const lists = table.filter(({ answer }) => answer === 'list')
const isStoreArea = ({ path }: Compiled) => path.startsWith('/v1/store/')
const ofStoreArea = lists.filter(isStoreArea)
const askerOf = (row: Compiled) => (isStoreArea(row) ? customer : store.merchant)
const parameter = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
const asked = (row: Compiled, search: string, as = askerOf(row)) => ({ asked: `GET ${pathTo(row)}?${search}`, as })

// A query string of several thousand characters is read.
const atOnce = 18

describe('A filter', () => {
  const columns = filterColumns(lists)
  const types = (operators: GraphQLInputObjectType, operator: string) =>
    getNamedType(operators.getFields()[operator]?.type)?.name ?? ''

  test('reaches the columns of every record over relations', () => {
    expect(columns.length).toBeGreaterThan(500)
    expect(columns.filter(({ path }) => path.split('.').length > deepest).length).toBeGreaterThan(2)
  })

  test('refuses values of another type in the names of REST', async () => {
    const requests = [...Map.groupBy(columns, ({ row }) => row)].flatMap(([row, ofRow]) => {
      const parameters = ofRow.flatMap(({ path, operators }, index) =>
        operatorsOf(operators).map((operator, at) =>
          parameter(`${path}__${operator}`, refusedByTypes[(index + at) % refusedByTypes.length] ?? ''),
        ),
      )
      const pieces = Array.from({ length: Math.ceil(parameters.length / atOnce) }, (_, at) =>
        parameters.slice(at * atOnce, (at + 1) * atOnce),
      )
      return pieces.map((piece) => asked(row, piece.join('&')))
    })
    expectContractNames(await answersTo(requests), requests.length / 2)
  })

  test('refuses what a read refuses in the names of REST', async () => {
    const requests = columns.flatMap(({ row, path, operators }) =>
      refusedByReads
        .filter(([operator, ofTypes]) => ofTypes.test(types(operators, operator)))
        .map(([operator, , value]) => asked(row, parameter(`${path}__${operator}`, value))),
    )
    expectContractNames(await answersTo(requests), requests.length * 0.9)
  })

  // The second condition is refused where the first is not, so that nothing is read.
  test.each([
    ['a customer', () => customer],
    ['a visitor', () => ''],
  ])('or an order refuses what is closed to %s in the names of REST', async (_who, as) => {
    const filters = filterColumns(ofStoreArea).map(({ row, path }) =>
      asked(row, `${path}__is_null=true&id__in=${tooMany}&product_id__in=${tooMany}`, as()),
    )
    const orders = ofStoreArea.flatMap((row) =>
      [...fieldsIn(inputOf(row, 'orderBy')).keys()].map((name) => asked(row, `sort=-${name}&limit=1`, as())),
    )
    expectContractNames(await answersTo([...filters, ...orders]), filters.length * 0.9)
  })
})

test('A list refuses what there is not in the names of REST', async () => {
  const wrong = ['sort=zzz', 'sort=totl', 'with=zzz', 'page=x', 'limit=0', 'limt=1', 'custmer.name=x', 'orderBy=id', 'first=3']
  const requests = lists.flatMap((row) => wrong.map((search) => asked(row, search)))
  const answers = await answersTo(requests)
  // The client's own words are repeated to it.
  expectContractNames(
    answers.map((answer) => ({ ...answer, names: answer.names.filter((name) => !answer.asked.includes(`${name}=`)) })),
    requests.length / 2,
  )
})

test('A key without a scope is refused in the names of REST', async () => {
  const made = await store.graphql(
    'mutation { createMerchantKey(input: { name: "none", scopes: ["read_log"] }) { secret merchantKey { clientId } } }',
  )
  const { secret, merchantKey } = made.data.createMerchantKey
  const as = `Bearer ${merchantKey.clientId}.${secret}`
  const rows = table.filter((row) => !isStoreArea(row))
  const requests = rows.map((row) => ({ asked: `${row.method} ${pathTo(row)}`, as, init: row.method === 'GET' ? {} : json({}) }))
  expectContractNames(await answersTo(requests), rows.length / 2)
})

const writes = table.filter(({ method }) => method === 'POST' || method === 'PUT')
const buyer = await addCustomer(db)
const product = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
const survey = await db.productSurvey.findFirstOrThrow({ where: { storeId: 1n }, include: { fields: true } })
const line = { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }

/** Bodies that are fine, for writes that take no empty one. */
const bases: Record<string, Record<string, unknown>> = {
  'POST /v1/orders/': { customer: { id: buyer.id }, products: [line] },
  'POST /v1/subscriptions/{sub_id}/coupons/': { coupon_id: ids.coupon_id },
  'POST /v1/product_survey_results/': {
    subscription_id: ids.subscription_id,
    survey_id: Number(survey.id),
    answers: Object.fromEntries(survey.fields.map(({ id }) => [String(id), 'x'])),
  },
  'POST /v1/webhooks/': { url: 'https://shop.example/hook' },
}

const wrongValues = [
  null,
  'zzz',
  '',
  3.5,
  -1,
  1e300,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  [null],
  [[1]],
  [{}],
  { zzz: 1 },
  'x'.repeat(60_000),
  '\u0000',
  '0001-01-01T00:00:00Z',
  Array.from({ length: 60 }, () => ({})),
]

/** A way into a body: field names and places in lists. */
type Steps = readonly (string | number)[]

const walked = new Set<GraphQLInputObjectType>()

/** Every place of an input that can be given a value, and those in objects inside whose type is met for the first time. */
function placesIn(name: string, type: GraphQLInputType, steps: Steps): Steps[] {
  const nullable = getNullableType(type)
  const here = [...steps, name]
  if (isListType(nullable))
    return [here, ...placesIn('0', nullable.ofType, here).map((place) => place.map((step) => (step === '0' ? 0 : step)))]
  if (!isInputObjectType(nullable) || walked.has(nullable)) return [here]
  walked.add(nullable)
  return [here, ...[...fieldsIn(nullable)].flatMap(([inner, { type: declared }]) => placesIn(inner, declared, here))]
}

/** A copy of a body with another value at a place. */
function put(body: unknown, [step, ...steps]: Steps, value: unknown): unknown {
  if (step === undefined) return value
  const inner = (body as Record<string | number, unknown> | undefined)?.[step]
  if (typeof step !== 'number') return { ...(body as object), [step]: put(inner, steps, value) }
  const items = Array.isArray(body) ? [...body] : []
  items[step] = put(inner, steps, value)
  return items
}

const bodies = writes.map((row) => {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const fields = [...row.variables].filter(([name]) => !inPath.includes(name) && name !== 'dry_run')
  const places = fields.flatMap(([name, type]) => (name === 'body' ? [[]] : placesIn(name, type, [])))
  return { title: `${row.method} ${row.path}${row.flag ? ` ${row.flag}` : ''}`, row, places }
})

describe('A body', () => {
  test.each(bodies)('of $title is refused in the names of REST', async ({ row, places }) => {
    const base = { ...bases[`${row.method} ${row.path}`], ...(row.flag && { [row.flag]: true }) }
    const sent = [...places.flatMap((place) => wrongValues.map((value) => put(base, place, value))), { ...base, zzz: 1 }, {}]
    const init = (body: unknown): RequestInit => ({ ...json(body), headers: { 'X-Dry-Run': 'true' } })
    const requests = sent.map((body) => ({ asked: `${row.method} ${pathTo(row)}`, as: askerOf(row), init: init(body) }))
    expectContractNames(await answersTo(requests), 1)
  })
})
