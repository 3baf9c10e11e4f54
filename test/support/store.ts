/** A running store of a test file's own: the app over a fresh copy of the demo store, asked without a network. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { demoCustomerId, demoKeys } from '../../prisma/seed/demo.ts'
import type { CredentialCheck } from '../../src/auth/credential.ts'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { clockOf } from '../../src/db/clock.ts'
import { type Database, type Db, overPostgres, statementsSent, withSession } from '../../src/db/connect.ts'
import { clientOf, overEmbedded } from '../../src/db/embedded/open.ts'
import type { OpenedDatabase } from '../../src/db/opened.ts'
import type { LiveStreams } from '../../src/live/streams.ts'
import type { Gateway } from '../../src/payments/gateway.ts'
import { type Gateways, gatewaysOf } from '../../src/payments/gateways.ts'
import { type App, type AppOptions, createApp } from '../../src/start/app.ts'
import type { Log } from '../../src/start/failures.ts'
import { checkDeclared } from './declared-answers.ts'
import { copyOf, lendCopy } from './embedded.ts'
import { inSight } from './every-statement.ts'
import { standIn } from './stand-in.ts'
import { databaseUrl, type Template, today } from './template.ts'

/** Somebody who asks: the value of an Authorization header, or none. */
export type As = string | undefined

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
export type RestAnswer = { status: number; headers: Headers; body: any }
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
export type GraphqlAnswer = { status: number; data: any; errors: { message: string; extensions: { code: string } }[] }

export type Store = {
  db: Db
  /** Where the database is, for other processes; an embedded one is in this process alone. */
  url: string | undefined
  /** Runs work in one session of the database, without a limit of time. */
  session: OpenedDatabase['session']
  /** The connections of its pool at the moment. */
  connections: Database['connections']
  app: App
  /** Merchant of store 1, merchant of store 2, a customer of store 1. */
  merchant: string
  otherMerchant: string
  customer: string
  customerId: bigint
  customerToken(customerId: bigint, storeId?: bigint): Promise<string>
  /** Asks at an address that is no store's own, unless the path is a whole address; `from` is the client's address. */
  fetch(path: string, init?: RequestInit, from?: string): Promise<Response>
  rest(request: string, as?: As, init?: RequestInit): Promise<RestAnswer>
  graphql(query: string, variables?: Record<string, unknown>, as?: As): Promise<GraphqlAnswer>
  /** The SQL statements that work causes, credentials apart. */
  statements(work: () => Promise<unknown>): Promise<string[]>
}

const bearer = (clientId: string, secret: string) => `Bearer ${clientId}.${secret}`

type Options = Pick<
  AppOptions,
  | 'allowedHosts'
  | 'eventsWritten'
  | 'gatewayTold'
  | 'allowsPrivateWebhooks'
  | 'limits'
  | 'budget'
  | 'registered'
  | 'showsSchema'
  | 'refusalMilliseconds'
  | 'slowMilliseconds'
  | 'desk'
  | 'showMetrics'
> & {
  /** Takes what the app tells of itself; nobody does unless given. */
  log?: Log
  pageBase?: 0 | 1
  /** Looks after the streams of subscriptions. */
  streams?: (db: Db) => LiveStreams
  /** Takes payments instead of the sandbox; several are told apart by their names. */
  gateway?: (db: Db) => Gateway | Gateway[]
  /** The same, with the accounts of stores at them. */
  gateways?: (db: Db) => Gateways
  /** The clock; it stands at `today` unless given. */
  now?: () => Date
  /** Whether an address that is no store's shows the first store. */
  isEmbedded?: boolean
  /** Whether it has a database of its own: what the others of the file write is not its, and it may change the schema. */
  isApart?: boolean
  /** Puts something between the app and the database. */
  between?: (db: Db) => Db
  /** Whether rows hold values that no write lets in, and that /openapi.json does not declare. */
  hasOddData?: boolean
}

/** The arguments of an authenticator beside the request. */
export const asking = (now: Date): CredentialCheck => ({ now, beforeLooking: async () => {} })

/**
 * Hears every statement that goes to a database: those of Prisma a moment after their answer, all others before they are sent.
 *
 * @returns what ends it for the others; Prisma has nothing for that.
 */
export function hearStatements(db: Db, hear: (sql: string) => void): () => void {
  db.$on('query', ({ query }) => hear(query))
  const sent = (message: unknown) => {
    const statement = message as { db: Db; text: string }
    if (statement.db.rows === db.rows) hear(statement.text)
  }
  statementsSent.subscribe(sent)
  return () => statementsSent.unsubscribe(sent)
}

/** Opens a store for the tests of one file and closes it after them. Those that a file opens are apps over one database. */
export async function openStore(options: Options = {}): Promise<Store> {
  const {
    pageBase = 0,
    gateway,
    gateways,
    streams,
    now = () => today,
    between = (db) => db,
    isApart = false,
    ...others
  } = options
  const { db, url, session, connections, atEnd } = await (isApart ? copyApart() : copyOfFile())
  const app = createApp({
    db: between(db),
    clock: clockOf(now),
    log: silent,
    pageBase,
    isEmbedded: true,
    ...others,
    ...(gateway && { gateways: gatewaysOf(...[gateway(db)].flat()) }),
    ...(gateways && { gateways: gateways(db) }),
    ...(streams && { streams: streams(db) }),
  })
  const [one, two] = demoKeys.map(({ clientId, secret }) => bearer(clientId, secret))
  const recorded: string[] = []
  const marks = new Map<string, () => void>()
  atEnd.push(hearStatements(db, (sql) => void (marks.get(sql) ?? (() => recorded.push(sql)))()))

  // Prisma announces a statement a moment after its answer, but in their order: a mark is heard when all before it were.
  async function settled() {
    const mark = `SELECT 'mark ${randomUUID()}'`
    const heard = new Promise<void>((resolve) => marks.set(mark, resolve))
    await db.$queryRawUnsafe(mark)
    await heard
    marks.delete(mark)
  }

  const customerToken = async (customerId: bigint, storeId = 1n) =>
    `Bearer ${(await signCustomerToken(db, { storeId, customerId }, today)).token}`
  const merchant = one ?? ''
  const fetch = async (path: string, init?: RequestInit, from?: string) => {
    const request = new Request(path.startsWith('http') ? path : `http://127.0.0.1${path}`, init)
    const { method } = request
    const { pathname } = new URL(request.url)
    const override = method === 'POST' ? request.headers.get('x-http-method-override') : null
    const response = await inSight(() => app.fetch(request, from))
    if (!pathname.startsWith('/v1/') || options.hasOddData) return response
    const { status, headers } = response
    // A stream is read by the test.
    const isStream = /ndjson|csv/.test(headers.get('content-type') ?? '')
    const text = isStream ? '' : await response.clone().text()
    await checkDeclared(override?.toUpperCase() ?? method, pathname, { status, headers, text })
    return response
  }

  return {
    db,
    url,
    session,
    connections,
    app,
    merchant,
    otherMerchant: two ?? '',
    customer: await customerToken(BigInt(demoCustomerId)),
    customerId: BigInt(demoCustomerId),
    customerToken,
    fetch,
    async rest(request, ...rest) {
      const [method = 'GET', path = ''] = request.includes(' ') ? request.split(/ (.*)/s) : ['GET', request]
      const [as = path.startsWith('/v1/store/api/') ? undefined : merchant, init] =
        rest.length > 0 ? [rest[0] ?? '', rest[1]] : []
      const response = await fetch(path, { method, ...init, headers: { ...(as && { Authorization: as }), ...init?.headers } })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: response.headers, body: text && isJson ? JSON.parse(text) : text || undefined }
    },
    async graphql(query, variables, as = merchant) {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(as && { Authorization: as }) },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors = [] } = (await response.json()) as GraphqlAnswer
      return { status: response.status, data, errors }
    },
    async statements(work) {
      await settled()
      recorded.length = 0
      await work()
      await settled()
      return recorded.filter(
        (sql) => !/^(BEGIN|COMMIT|ROLLBACK|SET|DEALLOCATE|-- Implicit)/i.test(sql) && !isCredential.test(sql),
      )
    },
  }
}

// Credentials are cached for seconds; what they cost is measured where they are tested.
const isCredential =
  /"secret_hash".*FROM|FROM signing_key|^\s*SELECT id, page_base AS "pageBase", currency, time_zone AS "timeZone", has_test_clock AS "hasTestClock", customers_may AS "customersMay",\s+CASE .* AS "visitorsMay",\s+ARRAY\(.*\) AS "archived"\s+FROM store/s

const silent = { info: () => {}, warn: () => {}, error: (fields: object) => console.error(fields) }

/** The database of a test file, and the work when it is closed. */
type Copy = Client & { atEnd: (() => void)[] }

/** The copies of the files whose tests run, and how many stores are open over each. */
const copies = new Map<string, { opened: Promise<Copy>; holders: number }>()

async function copyOfFile(): Promise<Copy> {
  const { testPath = '' } = expect.getState()
  const copy = copies.get(testPath) ?? { opened: openCopy(inject('template'), false), holders: 0 }
  copies.set(testPath, copy)
  copy.holders += 1
  atItsEnd(async () => {
    copy.holders -= 1
    if (copy.holders > 0) return
    copies.delete(testPath)
    await (await copy.opened).close()
  })
  return copy.opened
}

async function copyApart(): Promise<Copy> {
  const copy = await openCopy(inject('template'), true)
  atItsEnd(copy.close)
  return copy
}

/** Does something at the end of the test that is running, or else of all those that are being described. */
function atItsEnd(work: () => Promise<void>): void {
  try {
    onTestFinished(work)
  } catch {
    // A function that a running test hands to `afterAll` is never called, and without a test there is none to finish.
    afterAll(work)
  }
}

async function openCopy(template: Template, isApart: boolean): Promise<Copy> {
  const { db: opened, url, session, connections, close } = await openClient(template, isApart)
  const { value: db, letGo } = standIn(opened)
  const atEnd = [letGo]
  return {
    db,
    url,
    session,
    connections,
    atEnd,
    async close() {
      await close().finally(() => {
        for (const end of atEnd) end()
      })
    },
  }
}

/** Rows are put back between files, which leaves no dead ones; the maintenance of a server would take a tenth of the database's time. */
const maintenanceMilliseconds = 15_000

/** A database that is open, and where it is. */
type Client = Database & Pick<OpenedDatabase, 'session'> & { url: string | undefined }

async function openClient(template: Template, isApart: boolean): Promise<Client> {
  if ('dataDir' in template && !isApart) {
    const { database, giveBack } = await lendCopy(template.dataDir)
    const { close, ...client } = clientOf(database, undefined, maintenanceMilliseconds)
    return { ...client, url: undefined, close: () => close().then(giveBack) }
  }
  if ('dataDir' in template) {
    const { database, remove } = await copyOf(template.dataDir)
    const { close, ...client } = overEmbedded(database)
    return { ...client, url: undefined, close: () => close().finally(remove) }
  }
  const { server, database, strategy } = template
  const copy = `tandem_test_${randomUUID().replaceAll('-', '')}`
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${copy} TEMPLATE ${database} STRATEGY ${strategy}`))
  const url = databaseUrl(server, copy)
  // As a server opens it: a command would wait longer for a connection.
  const { close, ...client } = overPostgres(url, { readSeconds: defaultLimits.seconds })
  return {
    ...client,
    url,
    session: (work) => withSession(url, work),
    async close() {
      await close()
      await withSession(server, ({ exec }) => exec(`DROP DATABASE ${copy} WITH (FORCE)`))
    },
  }
}
