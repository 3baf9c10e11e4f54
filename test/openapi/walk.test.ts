/** Requests made of the document's own schemas: none ends in a fault of ours, and each answer is one that the document declares. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../../src/resources/openapi.ts'
import type { JsonSchema } from '../../src/rest/openapi/components.ts'
import type { OpenapiOperation } from '../../src/rest/openapi/document.ts'
import type { OpenapiParameter } from '../../src/rest/openapi/parameter.ts'
import { parameterOf } from '../support/openapi.ts'
import { openStore } from '../support/store.ts'

const runsOfOperation = Number(process.env.WALK_RUNS ?? 4)
const document = await openapiDocument()
const { paths, components } = document
const operations = Object.entries(paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]): [string, string, OpenapiOperation] => [
    method.toUpperCase(),
    path,
    operation,
  ]),
)

const time = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`)

/** Values that fit a schema. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { $ref, type, enum: values, const: only, items, properties = {}, required = [], additionalProperties } = schema
  if (typeof $ref === 'string') return valuesOf(components.schemas[$ref.split('/').at(-1) ?? ''] as JsonSchema)
  const alternatives = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined
  if (alternatives) return fc.oneof(...alternatives.map(valuesOf))
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valuesOf({ ...schema, type: each })))
  const { minimum = -5, maximum = 2 ** 31 - 1, format } = schema as { minimum?: number; maximum?: number; format?: string }
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -5), max: Math.min(maximum, 30) }),
        fc.integer({ min: minimum, max: maximum }),
      )
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
    case 'string':
      return format === 'date-time' ? time : fc.string({ unit: 'grapheme', maxLength: 40 })
    case 'array':
      return fc.array(valuesOf(items as JsonSchema), { minLength: 1, maxLength: 4 })
    case 'object': {
      const fields = Object.entries(properties as Record<string, JsonSchema>).map(
        ([name, field]): [string, fc.Arbitrary<unknown>] => [name, valuesOf(field)],
      )
      const known = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required as string[] })
      if (!additionalProperties) return known
      const others =
        typeof additionalProperties === 'object' ? valuesOf(additionalProperties as JsonSchema) : fc.jsonValue({ maxDepth: 2 })
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), others, { maxKeys: 3 })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Requests of an operation: path, query and body. */
function requestsOf(
  method: string,
  path: string,
  { parameters, requestBody }: OpenapiOperation,
): fc.Arbitrary<{ path: string; body?: unknown }> {
  const own = parameters.map((each) => parameterOf(document, each))
  const inPath = own.filter((each) => each.in === 'path')
  const inQuery = own.filter((each) => each.in === 'query' && each.name !== 'filters')
  const body = (requestBody as { content: { 'application/json': { schema: JsonSchema } } } | undefined)?.content[
    'application/json'
  ]
  const pairOf = (parameter: OpenapiParameter) =>
    valuesOf(parameter.schema).map((value): [string, unknown] => [parameter.name, value])
  return fc
    .record({
      ids: fc.tuple(...inPath.map(pairOf)),
      query:
        inQuery.length > 0
          ? fc.array(fc.constantFrom(...inQuery).chain(pairOf), { maxLength: 4 })
          : fc.constant<[string, unknown][]>([]),
      body: body ? valuesOf(body.schema) : fc.constant(undefined),
    })
    .map(({ ids, query, body }) => {
      const filled = ids.reduce((at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(String(value))), path)
      const given = query.flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`))
      const search = given.join('&')
      return { path: search && method === 'GET' ? `${filled}?${search}` : filled, ...(body !== undefined && { body }) }
    })
}

describe('A request that the document allows', async () => {
  const store = await openStore()

  it.each(operations)('%s %s is answered as it declares', async (method, path, operation) => {
    const as = operation.security.some((each) => 'merchantKey' in each) ? store.merchant : store.customer
    await fc.assert(
      fc.asyncProperty(requestsOf(method, path, operation), async ({ path, body }) => {
        // The store checks each answer against the document.
        const { status } = await store.rest(`${method} ${path}`, as, body === undefined ? {} : { body: JSON.stringify(body) })
        // Some demo cards have a gateway that breaks, which is 503.
        expect(status).not.toBe(500)
      }),
      { numRuns: runsOfOperation },
    )
  })
})
