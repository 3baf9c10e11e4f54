/** The OpenAPI document: valid, complete, and served to everybody. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { jsonShapes } from '../../src/resources/json-shapes.ts'
import { openapiDocument } from '../../src/resources/openapi.ts'
import { restTable } from '../../src/resources/routes.ts'
import type { JsonSchema } from '../../src/rest/openapi/components.ts'
import { errorCodes } from '../../src/values/errors.ts'
import { parameterOf, untypedIn } from '../support/openapi.ts'
import { openStore } from '../support/store.ts'

const document = await openapiDocument()
const operations = Object.entries(document.paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({ path, method, operation })),
)

describe('The document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(document.openapi).toBe('3.1.0')
  })

  it('has every row of the table once, by its operation', () => {
    const names = operations.flatMap(({ operation }) => operation['x-operations'])
    expect(names.sort()).toEqual(restTable.rows.map(({ name }) => name).sort())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    expect(operations.filter(({ path }) => !path.endsWith('/'))).toEqual([])
  })

  it('has at most 1,720,000 bytes', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(1_720_000)
  })

  it('gives each value a type, each list its items and each object its names', () => {
    expect(untypedIn(document)).toEqual([])
    expect(untypedIn({ ...document, components: { ...document.components, schemas: { Odd: { description: 'Any.' } } } })).toEqual(
      ['Odd'],
    )
  })

  it('has a schema of JSON for fields that there are', () => {
    const fields = Object.keys(jsonShapes).map((name) => {
      const [type = '', field = ''] = name.split('.')
      const found = restTable.schema.getType(type)
      return isObjectType(found) ? String(getNamedType(found.getFields()[field]?.type)) : undefined
    })
    expect(new Set(fields)).toEqual(new Set(['Json']))
  })

  it('calls the parameter behind a part of a path by one name', () => {
    const pairs = Object.keys(document.paths).flatMap((path) => [...path.matchAll(/([a-z_]+)\/\{(\w+)\}/g)])
    const byPart = Map.groupBy(pairs, ([, part = '']) => part)
    const several = [...byPart].filter(([, found]) => new Set(found.map(([, , name]) => name)).size > 1)
    expect(several.map(([part]) => part)).toEqual([])
    const names = new Set(pairs.map(([, , name]) => name))
    expect([...names].filter((name) => ['sub_id', 'prod_id', 'trans_id', 'result_id', 'survey_id'].includes(name ?? ''))).toEqual(
      [],
    )
  })

  it('takes null in a body where the schema says that null is a value, and nowhere else', () => {
    const saysNull = ({ description }: { description?: unknown }) => /null for/.test(String(description))
    const inputs = Object.values(restTable.schema.getTypeMap())
      .filter(isInputObjectType)
      .filter(({ name }) => name.endsWith('Input'))
    const unmarked = inputs.flatMap((type) =>
      Object.values(type.getFields()).filter((field) => saysNull(field) && field.extensions.takesNull !== true),
    )
    expect(unmarked.map(({ name }) => name)).toEqual([])
    const taken = Object.entries(document.components.schemas).filter(([name]) => /(Body|Input)$/.test(name))
    const fields = taken.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, JsonSchema>).map(([field, schema]) => ({ name: `${name}.${field}`, schema })),
    )
    const odd = fields.filter(({ schema }) => /"null"/.test(JSON.stringify(schema)) !== saysNull(schema))
    expect(odd.map(({ name }) => name)).toEqual([])
    const { properties } = document.components.schemas.UpdateSubscriptionBody as { properties: Record<string, object> }
    expect(properties.note).toMatchObject({ type: ['string', 'null'] })
    expect(properties.autorenew).toMatchObject({ type: 'boolean' })
  })

  it('describes each operation, parameter and field', () => {
    const without = operations.filter(({ operation }) => operation.description === '' || operation.summary === '')
    expect(without.map(({ operation }) => operation.operationId)).toEqual([])
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, { description?: string }>).map(([field, schema]) => ({ name, field, schema })),
    )
    expect(fields.length).toBeGreaterThan(500)
    expect(fields.filter(({ schema }) => !schema.description).map(({ name, field }) => `${name}.${field}`)).toEqual([])
  })

  it('describes each kind of refusal by whole sentences: those of its codes', () => {
    const { responses = {} } = document.components as { responses?: Record<string, { description: string }> }
    expect(responses.RefusedRead?.description).toMatch(/503: .*/)
    expect(responses.RefusedRead?.description).toContain(errorCodes.UNAVAILABLE)
    const sentences = Object.values(responses).flatMap(({ description }) => description.split('\n\n'))
    for (const sentence of sentences) expect(sentence).toMatch(/^(\d{3}: )?[A-Z].*\.$/)
  })

  it('names a filter with the operators that fit it, lists as generated clients send them, and what sorts and embeds', () => {
    const parameters = document.paths['/v1/orders/']?.get?.parameters.map((each) => parameterOf(document, each)) ?? []
    const names = parameters.map(({ name }) => name)
    expect(parameters.filter(({ explode }) => explode === false)).toEqual([])
    expect(names).toEqual(
      expect.arrayContaining(['page', 'limit', 'sort', 'with', 'placed_at', 'placed_at__gt', 'status__in', 'filters']),
    )
  })

  it('names the scopes that a key inputs, and who needs no key', () => {
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security
    expect(securityOf('/v1/orders/{order_id}/', 'put')).toEqual([
      { merchantKey: ['write_orders'] },
      { merchantBearer: ['write_orders'] },
    ])
    expect(securityOf('/v1/store/api/products/', 'get')).toContainEqual({})
    expect(securityOf('/v1/store/api/shipments/', 'get')).toEqual([{ customerToken: [] }])
  })

  it('says which writes the payment gateway may decline', () => {
    const charging = operations.filter(({ operation }) => '402' in operation.responses)
    expect(charging.map(({ operation }) => operation.operationId).sort()).toEqual([
      'CancelOrder',
      'ChangeSubscription',
      'CheckoutCart',
      'CheckoutOwnCart',
      'CreateOrder',
      'EditOrder',
      'OwnChangeSubscription',
      'OwnReactivateSubscription',
      'OwnRenewSubscription',
      'ReactivateSubscription',
      'RefundOrder',
      'RenewSubscription',
    ])
  })
})

describe('The address of the document', async () => {
  const store = await openStore()

  it('answers everybody, and is not sent twice to those who have it', async () => {
    const first = await store.fetch('/openapi.json')
    expect(first.status).toBe(200)
    expect(await first.json()).toEqual(document)
    const again = await store.fetch('/openapi.json', { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('is named by the directory', async () => {
    expect((await store.rest('/v1/', '')).body.see.openapi).toBe('/openapi.json')
  })
})

describe('An answer on REST', async () => {
  const store = await openStore()
  const operationOf = async (request: string, init?: RequestInit) =>
    (await store.rest(request, store.merchant, init)).headers.get('x-operation')

  it('names the GraphQL operation that it ran, also where it was refused', async () => {
    expect(await operationOf('/v1/orders/')).toBe('ListOrders')
    expect(await operationOf('/v1/orders/999999')).toBe('GetOrder')
    expect(await operationOf('PUT /v1/orders/1/', { body: '{"colour":1}' })).toBe('UpdateOrder')
    expect((await store.rest('/v1/orders/', '')).headers.get('x-operation')).toBe('ListOrders')
  })

  it('names that which the body chose', async () => {
    expect(await operationOf('PUT /v1/subscriptions/1/skip/', { body: '{"unskip":true}' })).toBe('UnskipSubscription')
    expect(await operationOf('PUT /v1/subscriptions/1/skip/', { body: '{}' })).toBe(null)
  })

  it('names none where there is none', async () => {
    expect(await operationOf('/v1/nothing/')).toBe(null)
    expect(await operationOf('POST /v1/orders/1/')).toBe(null)
  })
})
