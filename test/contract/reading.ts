/** How the contract tests read records on both surfaces and hold them to their shapes. */
import { expect } from 'vitest'
import type { Store } from '../support/store.ts'
import { faults, fromGraphql, relations, type Shape } from './types.ts'

export type Row = { id: number; url?: string }

/** The ways to read a store, each of which expects an answer. */
export function reader(store: Store) {
  /** The rows of a list, at most a hundred of them, and more than one. */
  async function rowsOf(path: string, as: string): Promise<Row[]> {
    const { status, body } = await store.rest(`${path}?limit=100`, as)
    expect({ path, status, body: status === 200 ? undefined : body }).toEqual({ path, status: 200, body: undefined })
    expect(body.results.length).toBeGreaterThan(1)
    return body.results
  }

  async function recordAt(path: string, as: string): Promise<Row> {
    const { status, body } = await store.rest(path, as)
    expect({ path, status }).toEqual({ path, status: 200 })
    return body
  }

  /** GraphQL's data of a selection, in the place the steps lead to. */
  async function graphqlAt(query: string, steps: string[], as: string): Promise<unknown> {
    const { data, errors } = await store.graphql(query, {}, as)
    expect(errors).toEqual([])
    return steps.reduce((value, step) => value?.[step], data)
  }

  return { rowsOf, recordAt, graphqlAt }
}

/** Holds rows to a shape, and the shape's relations to having been seen with a record in them. */
export function expectShape(shape: Shape, rows: unknown[], name: string, empty: string[] = []) {
  const met = new Set<string>()
  expect(rows.flatMap((row) => faults(shape, row, name, met))).toEqual([])
  expect(relations(shape).filter((place) => !met.has(place) && !empty.includes(place))).toEqual([])
}

/** Holds REST rows to what GraphQL gives for the same fields, value for value. */
export function expectSame(shape: Shape, nodes: unknown, rows: unknown[]) {
  expect(nodes).toHaveLength(rows.length)
  expect((nodes as unknown[]).map((node) => fromGraphql(shape, node))).toEqual(rows)
}

/** An answer of the Store API as GraphQL has it, which shows customers and visitors no path that leads out of there. */
export const withoutMerchantPaths = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer), (name, value) => (name === 'url' && /^\/v1\/(?!store\/)/.test(value) ? null : value))
