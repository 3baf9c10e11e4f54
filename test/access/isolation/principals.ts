/** The principals: merchants of two stores, two customers of one, a visitor, one with a cart, and a visitor at an address that is no store's. */
import { expect } from 'vitest'
import { signCartToken } from '../../../src/auth/customer-token.ts'
import { defaultLimits } from '../../../src/config/limits.ts'
import { permissions } from '../../../src/resources/store/rules.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { readStatements } from '../../reads/schema-lists.ts'
import { resourceOf } from '../../support/described.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { delegate, foreignTexts, type Row, readEverything, textsIn } from './everything.ts'
import { addRows, cartId, customerId, neighbourId } from './rows.ts'
import { sees } from './visible-columns.ts'

export type Principal = {
  name: string
  role: 'merchant' | 'customer' | 'visitor' | 'stranger'
  storeId: bigint
  customerId?: bigint
  cartId?: bigint
}

export const merchant: Principal = { name: 'a merchant', role: 'merchant', storeId: 1n }
export const otherMerchant: Principal = { name: 'a merchant of the other store', role: 'merchant', storeId: 2n }
export const customer: Principal = { name: 'a customer', role: 'customer', storeId: 1n, customerId }
export const neighbour: Principal = { name: 'another customer', role: 'customer', storeId: 1n, customerId: neighbourId }
export const visitor: Principal = { name: 'a visitor', role: 'visitor', storeId: 1n }
export const holder: Principal = { name: 'a visitor with a cart', role: 'visitor', storeId: 1n, cartId }
export const stranger: Principal = { name: 'a stranger', role: 'stranger', storeId: 0n }

export const principals = [merchant, otherMerchant, customer, neighbour, visitor, holder, stranger]

/** Every principal with every one of some subjects. */
export const everyone = <T extends { name: string }>(subjects: readonly T[]) =>
  principals.flatMap((as) => subjects.map((subject) => ({ who: as.name, subject: subject.name, as, of: subject })))

/** Selects what names a row; a resource may be known by another column than its id. */
export const keyOf = ({ columns }: Resource): string => (columns.has('id') ? 'id' : 'productInstanceId')

/** An identifier that no row ever had. */
export const missingId = '9007199254740991'

export type Answer = { status: number; text: string; headers: Record<string, string> }

type Split = { seen: Row[]; unseen: Row[] }

export type World = Awaited<ReturnType<typeof openWorld>>

/** The walk asks for more at once than anybody may. */
const boundless = { ...defaultLimits, cost: Number.POSITIVE_INFINITY, fields: 100_000, aliases: 10_000, depth: 100 }

/** Opens the stores with everything in them, and everybody's credentials. */
export async function openWorld() {
  const store = await openStore({ isEmbedded: false, limits: boundless })
  await addRows(store.db)
  // Customers are let do all that they can be.
  await store.db.store.updateMany({ data: { customersMay: [...permissions] } })
  const all = await readEverything(store.db)
  const credentials = new Map([
    [merchant, store.merchant],
    [otherMerchant, store.otherMerchant],
    [customer, await store.customerToken(customerId)],
    [neighbour, await store.customerToken(neighbourId)],
    [holder, `Bearer ${(await signCartToken(store.db, { storeId: 1n, cartId }, today)).token}`],
  ])
  const splits = new Map<string, Split>()
  const foreign = new Map(principals.map((principal) => [principal, foreignTexts(all, principal)]))

  async function send(as: Principal, path: string, init: RequestInit): Promise<Answer> {
    const Authorization = credentials.get(as)
    const origin = as === stranger ? 'http://nowhere.example' : 'http://localhost'
    const headers = { 'Content-Type': 'application/json', ...(Authorization && { Authorization }) }
    const response = await store.fetch(origin + path, { ...init, headers })
    const text = await response.text()
    const answer = { status: response.status, text, headers: headersOf(response) }
    expectNothingForeign(foreign.get(as) ?? new Set(), answer, `${path} ${init.body ?? ''}`)
    return answer
  }

  return {
    store,
    db: store.db,
    all,
    /** Asks in GraphQL. */
    graphql: (as: Principal, query: string, variables: object = {}): Promise<Answer> =>
      send(as, '/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) }),
    /** Asks on REST: `GET /v1/orders/`. */
    rest(as: Principal, request: string, body?: object): Promise<Answer> {
      const [method = '', path = ''] = request.split(' ')
      return send(as, path, { method, ...(body && { body: JSON.stringify(body) }) })
    },
    /** Runs work and answers what came of it with the SQL it took. */
    async measured<T>(work: () => Promise<T>): Promise<{ result: T; sql: string[] }> {
      const made: T[] = []
      const sql = await readStatements(store, async () => void made.push(await work()))
      // Statements that run at once over several connections end in any order.
      return { result: made[0] as T, sql: sql.sort() }
    },
    /** The same of a request that names a missing value, as it would have to be for each of some values: it is sent once. */
    async missingFor(values: readonly string[], ask: () => Promise<Answer>): Promise<{ result: Answer[]; sql: string[] }> {
      const { result, sql } = await this.measured(ask)
      return { result: values.map((value) => asFor(value, result)), sql: sql.flatMap((each) => values.map(() => each)) }
    },
    /** The rows of a resource that somebody may see, and those that they may not. */
    async split(as: Principal, name: string): Promise<Split> {
      const known = splits.get(`${as.name} ${name}`)
      if (known) return known
      const { model } = resourceOf(name)
      const where = sees(name, as)
      const seen = where ? await delegate(store.db, model.name).findMany({ where, orderBy: { id: 'asc' } }) : []
      const ids = new Set(seen.map(({ id }) => id))
      const split = { seen, unseen: all.rows(model.name).filter(({ id }) => !ids.has(id)) }
      splits.set(`${as.name} ${name}`, split)
      return split
    },
  }
}

const ofEachStore = (rows: Row[]) => [1n, 2n].map((storeId) => rows.filter((row) => row.storeId === storeId))

/** A few of many rows: of either store the first and the last. */
export const someOf = (rows: Row[]): Row[] => [
  ...new Set(ofEachStore(rows).flatMap((each) => [each.slice(0, 1), each.slice(-1)].flat())),
]

/** One row of either store, from the middle. */
export const oneOfEach = (rows: Row[]): Row[] =>
  ofEachStore(rows).flatMap((each) => each.slice(each.length >> 1, (each.length >> 1) + 1))

// Parts that differ from request to request without a meaning.
const accidental = /^(x-request-id|content-length|date|ratelimit.*)$/

const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => !accidental.test(name)))

/** The answer to a missing value, as it would have to be worded for another one. */
export const asFor = (value: string, { status, text, headers }: Answer, missing: string = missingId): Answer => ({
  status,
  text: text.replaceAll(inJson(missing), inJson(value)),
  headers,
})

const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

// Shorter ones are found in anybody's words.
const tellingLength = 5

function expectNothingForeign(foreign: ReadonlySet<string>, { text, headers }: Answer, sent: string): void {
  const isLeak = (value: string) => value.length >= tellingLength && foreign.has(value) && !sent.includes(value)
  const { errors, ...body } = (text.startsWith('{') ? JSON.parse(text) : {}) as { errors?: unknown }
  expect(textsIn(body).filter(isLeak), `texts of others in the answer to ${sent}`).toEqual([])
  const words = JSON.stringify([errors, headers])
  if (errors === undefined) return
  const leaks = [...foreign].filter((value) => value.length >= tellingLength && words.includes(value) && !sent.includes(value))
  expect(leaks, `texts of others in the refusal of ${sent}`).toEqual([])
}
