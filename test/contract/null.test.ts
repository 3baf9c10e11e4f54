/** A field is null only where the contract's tables say so: in the schema, in what each REST row selects, and in answers. */
import { isNonNullType, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, test } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { contractName } from '../../src/rest/names.ts'
import type { Resource } from '../../src/schema/registry.ts'
import { openStore } from '../support/store.ts'
import * as fields from './fields.ts'
import * as goods from './product-fields.ts'
import { mayBeNull, tables, unavoidable } from './tables.ts'
import { camelCase, type Leaf, type Part, type Shape } from './types.ts'

const store = await openStore()
const { db, merchant } = store

/** Kinds that no record's `type` says, by the GraphQL type that shows them. */
const unnamed: Record<string, string> = { OrderGiftInfo: 'order_gift_info' }

const kindOf = (typeName: string, resource?: Resource): string => unnamed[typeName] ?? resource?.kind ?? ''

type Place = { kind: string; field: string }
const nameOf = ({ kind, field }: Place) => `${kind}.${field}`

const nullable = (places: Iterable<Place>): string[] =>
  [...new Set([...places].filter(({ kind, field }) => !mayBeNull(kind, field)).map(nameOf))].sort()

/** The fields of the schema that have a table, and of them those that may be null. */
function fieldsOfSchema(): { all: Place[]; open: Place[] } {
  const all: Place[] = []
  const open: Place[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (!('getFields' in type)) continue
    const kind = kindOf(type.name, type.extensions.resource as Resource | undefined)
    for (const field of tables.get(kind)?.keys() ?? []) {
      const known = type.getFields()[camelCase(field)]
      if (!known) continue
      all.push({ kind, field })
      if (!isNonNullType(known.type)) open.push({ kind, field })
    }
  }
  return { all, open }
}

/** The fields that REST rows select, under the contract's names, and may be null there. */
function openInRows(): Place[] {
  const open: Place[] = []
  const info = new TypeInfo(schema)
  for (const { graphql } of table) {
    visit(
      graphql,
      visitWithTypeInfo(info, {
        Field(node) {
          const parent = info.getParentType()
          const kind = kindOf(parent?.name ?? '', parent?.extensions.resource as Resource | undefined)
          const type = info.getType()
          if (type && !isNonNullType(type)) open.push({ kind, field: contractName(node) })
        },
      }),
    )
  }
  return open
}

/** The fields that are null in an answer; the kind of a record is what its `type` says. */
function nullsIn(value: unknown, found: Place[] = [], known = ''): Place[] {
  if (typeof value !== 'object' || value === null) return found
  if (Array.isArray(value)) {
    for (const item of value) nullsIn(item, found, known)
    return found
  }
  const kind = String((value as { type?: unknown }).type ?? known)
  for (const [field, inner] of Object.entries(value)) {
    if (inner === null) found.push({ kind, field })
    nullsIn(inner, found, field)
  }
  return found
}

const customers = await db.customer.findMany({ where: { storeId: 1n, shipments: { some: {} } }, select: { id: true } })
const paths = (area: RegExp) =>
  table.filter(({ method, path, answer }) => method === 'GET' && answer === 'list' && area.test(path) && !path.includes('{'))

describe('A field is null only where the contract says so', () => {
  test('in the schema', () => {
    const { all, open } = fieldsOfSchema()
    expect(all.length).toBeGreaterThan(200)
    expect(nullable(open)).toEqual([])
  })

  test('in what each REST row selects', () => expect(nullable(openInRows())).toEqual([]))

  test("in a merchant's answers on REST, relations embedded", async () => {
    const lists = paths(/^\/v1\/(?!store\/)/)
    expect(lists.length).toBeGreaterThan(7)
    for (const { path, embeddable } of lists) {
      const embedded = embeddable.length > 0 ? '&with=all' : ''
      const { status, body } = await store.rest(`${path}?limit=100${embedded}`, merchant)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect({ path, nulls: nullable(nullsIn(body.results)) }).toEqual({ path, nulls: [] })
    }
  })

  test("in a customer's answers on REST and in GraphQL", async () => {
    for (const { id } of customers) {
      const as = await store.customerToken(id)
      for (const { path } of paths(/^\/v1\/store\//)) {
        const { body } = await store.rest(`${path}?limit=100`, as)
        expect({ path, nulls: nullable(nullsIn(body.results)) }).toEqual({ path, nulls: [] })
      }
      const query =
        '{ orders(first: 100) { nodes { transactionFee giftMessage orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail } } } }'
      const { data, errors } = await store.graphql(query, {}, as)
      expect(errors).toEqual([])
      expect(JSON.stringify(data)).not.toContain('null')
    }
  })
})

test('The shapes that answers are held to leave nothing null that the contract does not', () => {
  const open: Place[] = []
  const isPart = (type: Leaf | Part): type is Part => 'shape' in type
  const gather = (shape: Shape, known = '') => {
    const named = shape.type && !isPart(shape.type) ? /^'(\w+)'$/.exec(shape.type.is)?.[1] : undefined
    for (const [field, type] of Object.entries(shape)) {
      if (isPart(type) ? type.nullable : type.holds(null)) open.push({ kind: named ?? known, field })
      if (isPart(type)) gather(type.shape, field)
    }
  }
  for (const shape of [...Object.values(fields), ...Object.values(goods)])
    if (typeof shape === 'object' && !Array.isArray(shape)) gather(shape as Shape)
  expect(open.length).toBeGreaterThan(10)
  expect(nullable(open)).toEqual([])
})

test('Each field that cannot help being null is one of the tables, and is null in the schema', () => {
  const open = fieldsOfSchema().open.map(nameOf)
  expect(Object.keys(unavoidable).filter((name) => !open.includes(name))).toEqual([])
})
