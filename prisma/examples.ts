/**
 * Makes the examples of the OpenAPI document: requests and answers of a demo store. `node prisma/examples.ts` writes `prisma/generated/examples.json`
 * when all are made.
 *
 * Of a read the first record that has something to show is taken, of a list one row. A write with a body is that of `example-bodies.ts`, for the
 * first record that takes it in a fresh store as well as after all other examples; `test/openapi/requests.test.ts` sends them again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signCustomerToken } from '../src/auth/customer-token.ts'
import { clockOf } from '../src/db/clock.ts'
import { openEmbedded } from '../src/db/embedded/open.ts'
import { restTable } from '../src/resources/routes.ts'
import type { Compiled } from '../src/rest/compile.ts'
import { pathParameters } from '../src/rest/match.ts'
import { withTimes } from '../src/rest/openapi/examples.ts'
import { storePrefix } from '../src/rest/route.ts'
import { bodyFields } from '../src/rest/row-facts.ts'
import { createApp } from '../src/start/app.ts'
import { exampleBodyOf, exampleOrder } from './example-bodies.ts'
import { demoCustomerId, demoKeys, seedDemo } from './seed/demo.ts'

/** The day of the answers, so that they are the same whenever they are made. */
const today = new Date('2026-03-15T12:00:00Z')

const mostTried = 120
const customers = [demoCustomerId, ...Array.from({ length: 14 }, (_, index) => index + 2)]

type Asked = { status: number; body: unknown }
type Json = Record<string, unknown>
type Example = { path?: Record<string, string>; as?: string; body?: unknown; answer?: unknown }

async function openDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-examples-'))
  const { db, close } = await openEmbedded({ dataDir })
  await seedDemo(db, today)
  const log = { info() {}, warn() {}, error() {} }
  const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
  const [key] = demoKeys
  const merchant = `Bearer ${key?.clientId}.${key?.secret}`

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    { customer = demoCustomerId, isDryRun = false } = {},
  ): Promise<Asked> {
    const signed = () => signCustomerToken(db, { storeId: 1n, customerId: BigInt(customer) }, today)
    const headers = {
      Authorization: path.startsWith(storePrefix) ? `Bearer ${(await signed()).token}` : merchant,
      ...(isDryRun && { 'X-Dry-Run': 'true' }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init))
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  return {
    ask,
    async close() {
      await close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Parameters that are no ids. */
const texts: Readonly<Record<string, string>> = { '{external_id}': 'crm-7', '{kind}': 'shipped' }

const fresh = await openDemo()
const used = await openDemo()
try {
  /** The addresses that a path stands for: its parameters filled in by the ids of the lists above them. */
  const addressesOf = async (path: string, customer?: number): Promise<string[]> => {
    const part = /\{\w+\}/.exec(path)
    if (!part) return [path]
    const text = texts[part[0]]
    if (text) return addressesOf(path.replace(part[0], text), customer)
    const parent = path.slice(0, part.index)
    const list = restTable.rows.find((row) => row.method === 'GET' && row.path === parent)
    const { body } = await fresh.ask('GET', `${parent}${list ? `?limit=${mostTried}` : ''}`, undefined, { customer })
    const rows = (body as { results?: Json[] }).results ?? []
    const listed = rows.map(({ id }) => String(id))
    // Behind them those that are in no list, such as open carts.
    const ids = [...new Set([...listed, ...Array.from({ length: mostTried }, (_, index) => String(index + 1))])]
    const filled: string[] = []
    for (const id of ids) {
      filled.push(...(await addressesOf(path.replace(part[0], id), customer)))
      if (filled.length >= mostTried) break
    }
    return filled
  }

  const isTelling = (answer: unknown) =>
    !(answer as { results?: unknown[] })?.results || (answer as { results: unknown[] }).results.length > 0

  const readExample = async (row: Compiled): Promise<Example | undefined> => {
    const query = row.answer === 'record' ? '' : '?limit=1'
    for (const address of await addressesOf(row.path)) {
      const { status, body } = await fresh.ask('GET', address + query)
      if (status === 200 && isTelling(body)) return { answer: body }
    }
    return undefined
  }

  /** The values of a path's parameters in one of its addresses. */
  const valuesIn = (path: string, address: string): Record<string, string> => {
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    return { ...pattern.exec(address)?.groups }
  }

  const bareExample = async (row: Compiled): Promise<Example | undefined> => {
    for (const address of await addressesOf(row.path)) {
      const { status, body } = await fresh.ask(row.method, address, undefined, { isDryRun: true })
      // A trial makes no id, which a record has.
      const isWhole = body !== undefined && (body as Json).id !== null
      if (status < 300) return isWhole ? { answer: body } : {}
    }
    return undefined
  }

  /** The record that a path is about: that of the longest beginning which reads one. */
  const recordAt = async (address: string, customer: number): Promise<Json> => {
    const steps = address.split('/').filter((step) => step !== '')
    for (let count = steps.length; count > 1; count--) {
      const { status, body } = await fresh.ask('GET', `/${steps.slice(0, count).join('/')}/`, undefined, { customer })
      if (status === 200) return body as Json
    }
    return {}
  }

  const requestExample = async (row: Compiled): Promise<Example | undefined> => {
    const made = exampleBodyOf(row.name, bodyFields(row))
    if (made === undefined) throw new Error(`No body for ${row.name}`)
    const isOwn = row.path.startsWith(storePrefix)
    const refusals = new Set<string>()
    for (const customer of isOwn ? customers : [demoCustomerId]) {
      for (const address of await addressesOf(row.path, customer)) {
        const record = typeof made === 'function' && pathParameters(row.path).length > 0 ? await recordAt(address, customer) : {}
        for (let attempt = 1; attempt <= (typeof made === 'function' ? mostTried : 1); attempt++) {
          const body = typeof made === 'function' ? made(record, attempt) : made
          const sent = withTimes(body, today)
          const { status, body: said } = await fresh.ask(row.method, address, sent, { customer, isDryRun: true })
          refusals.add(JSON.stringify(said))
          if (status >= 300) continue
          const done = await used.ask(row.method, address, sent, { customer })
          refusals.add(JSON.stringify(done.body))
          if (done.status >= 300) continue
          return {
            path: valuesIn(row.path, address),
            ...(isOwn && customer !== demoCustomerId && { as: `customer ${customer}` }),
            body,
            ...(done.body !== undefined && { answer: done.body }),
          }
        }
      }
    }
    console.error([...refusals].slice(0, 5).join('\n'))
    return undefined
  }

  const found = new Map<string, Example>()
  for (const row of exampleOrder(restTable.rows)) {
    const hasBody = bodyFields(row).size > 0
    const example = await (row.method === 'GET' ? readExample(row) : hasBody ? requestExample(row) : bareExample(row))
    if (example && Object.keys(example).length > 0) found.set(row.name, example)
    else if (!example) console.error(`No example of ${row.name}`)
  }
  const examples = Object.fromEntries(restTable.rows.flatMap(({ name }) => (found.has(name) ? [[name, found.get(name)]] : [])))
  // A secret is another one each time.
  const masked = (name: string, value: unknown) =>
    name === 'secret' && typeof value === 'string' ? value.replace(/(?<=_).*/, '…') : value
  writeFileSync(new URL('generated/examples.json', import.meta.url), `${JSON.stringify(examples, masked, 1)}\n`)
} finally {
  await Promise.all([fresh.close(), used.close()])
}
