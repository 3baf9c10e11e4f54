/**
 * Makes the examples of the OpenAPI document: real answers of a demo store. `node prisma/examples.ts > prisma/generated/examples.json`.
 *
 * Of a read the first record that has something to show is taken, of a list one row. A write is a dry run with what the record has
 * already, or with the body that is given for it here; a creation, which comes after all else, is done, so that its record has an id.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signCustomerToken } from '../src/auth/customer-token.ts'
import { clockOf } from '../src/db/clock.ts'
import { openEmbedded } from '../src/db/embedded/open.ts'
import { restTable } from '../src/resources/routes.ts'
import type { Compiled } from '../src/rest/compile.ts'
import { storePrefix } from '../src/rest/directory.ts'
import { bodyFields } from '../src/rest/row-facts.ts'
import { createApp } from '../src/start/app.ts'
import { demoCustomerId, demoKeys, seedDemo } from './seed/demo.ts'

/** The day of the answers, so that they are the same whenever they are made. */
const today = new Date('2026-03-15T12:00:00Z')

const card = { gateway_token: 'tok_succeed', brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2032 }

/** Bodies of writes for which no record says what could be sent. */
const bodies: Readonly<Record<string, object>> = {
  AdjustInventory: { by: 24, kind: 'received', reason: 'Two boxes from the roaster.' },
  AddCredit: { amount: 500, reason: 'For the long wait.' },
  RefundOrder: { amount: 250, reason: 'One was cracked.' },
  CreateOrder: { customer: { id: 2 }, products: [{ product_instance: { id: 1 }, term: { id: 1 } }] },
  CreateProductSurveyResult: { subscription_id: 1, survey_id: 1, answers: { 1: 'French press', 2: 'Light', 3: '4' } },
  ReplaceProductSurveyResult: { answers: { 1: 'French press', 2: 'Light', 3: '4' } },
  CreateCoupon: { code: 'SPRING', name: 'A spring coupon', discount_type: 'percent', discount_value: 15 },
  AdvanceClock: { to: '2026-04-01T00:00:00Z' },
  AddSubscriptionCoupon: { coupon_id: 1 },
  SkipSubscription: { skip: true },
  CreateCustomer: { first_name: 'Ada', last_name: 'Moss', email: 'ada.moss@example.org', country: 'GB' },
  CreatePaymentMethod: card,
  CreateAddress: { to: 'Ada Moss', street: '12 Lane', city: 'Ockham', zip_code: 'GU23 6NP', country: 'GB' },
  CreateWebhook: { url: 'https://example.org/hooks', types: ['order.created'] },
}
const metadata = { shoe: { size: 9 } }
const mostTried = 40

type Example = { body?: unknown; answer?: unknown }
type Asked = { status: number; body: unknown }
type Json = Record<string, unknown>

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-examples-'))
const { db, close } = await openEmbedded({ dataDir })
try {
  await seedDemo(db, today)
  const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) }
  const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
  const [key] = demoKeys
  const merchant = `Bearer ${key?.clientId}.${key?.secret}`
  const customer = `Bearer ${(await signCustomerToken(db, { storeId: 1n, customerId: BigInt(demoCustomerId) }, today)).token}`

  const ask = async (method: string, path: string, body?: unknown): Promise<Asked> => {
    const headers = {
      Authorization: path.startsWith(storePrefix) ? customer : merchant,
      ...(['PUT', 'DELETE'].includes(method) && { 'X-Dry-Run': 'true' }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init))
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** The addresses that a path stands for: its parameters filled in by the ids of the lists above them. */
  const addressesOf = async (path: string): Promise<string[]> => {
    const part = /\{\w+\}/.exec(path)
    if (!part) return [path]
    const parent = path.slice(0, part.index)
    const list = restTable.rows.find((row) => row.method === 'GET' && row.path === parent)
    const { body } = await ask('GET', `${parent}${list ? `?limit=${mostTried}` : ''}`)
    const rows = (body as { results?: Json[] }).results ?? []
    const ids =
      rows.length > 0 ? rows.map(({ id }) => String(id)) : Array.from({ length: mostTried }, (_, index) => String(index + 1))
    const filled: string[] = []
    for (const id of ids) {
      filled.push(...(await addressesOf(path.replace(part[0], id))))
      if (filled.length >= mostTried) break
    }
    return filled
  }

  const isTelling = (answer: unknown) =>
    !(answer as { results?: unknown[] })?.results || (answer as { results: unknown[] }).results.length > 0

  const readExample = async (row: Compiled): Promise<Example | undefined> => {
    const query = row.answer === 'record' ? '' : '?limit=1'
    for (const address of await addressesOf(row.path)) {
      const { status, body } = await ask('GET', address + query)
      if (status === 200 && isTelling(body)) return { answer: body }
    }
    return undefined
  }

  const bodyFor = async (row: Compiled, address: string): Promise<object | undefined> => {
    const fields = [...bodyFields(row).keys()]
    if (bodies[row.name]) return bodies[row.name]
    if (fields.includes('body')) return metadata
    if (row.flag) return { [row.flag]: true }
    if (row.method === 'DELETE' || fields.length === 0) return undefined
    const { status, body } = await ask('GET', address)
    if (status !== 200) return {}
    const now = body as Json
    const known = fields.filter((name) => typeof now[name] === 'string' || typeof now[name] === 'number')
    return Object.fromEntries(known.slice(0, 2).map((name) => [name, now[name]]))
  }

  const writeExample = async (row: Compiled): Promise<Example | undefined> => {
    for (const address of await addressesOf(row.path)) {
      const given = await bodyFor(row, address)
      const { status, body } = await ask(row.method, address, given)
      if (status < 300)
        return { ...(given && Object.keys(given).length > 0 && { body: given }), ...(body !== undefined && { answer: body }) }
    }
    return undefined
  }

  const found = new Map<string, Example>()
  const creationsLast = restTable.rows.toSorted((one, other) => Number(one.method === 'POST') - Number(other.method === 'POST'))
  for (const row of creationsLast) {
    const example = await (row.method === 'GET' ? readExample(row) : writeExample(row))
    if (example && Object.keys(example).length > 0) found.set(row.name, example)
    else if (!example) console.error(`No example of ${row.name}`)
  }
  const examples = Object.fromEntries(restTable.rows.flatMap(({ name }) => (found.has(name) ? [[name, found.get(name)]] : [])))
  // A secret is another one each time.
  const masked = (name: string, value: unknown) =>
    name === 'secret' && typeof value === 'string' ? value.replace(/(?<=_).*/, '…') : value
  process.stdout.write(`${JSON.stringify(examples, masked, 1)}\n`)
} finally {
  await close()
  rmSync(dataDir, { recursive: true })
}
