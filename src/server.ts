/** Reads the configuration, listens, and drains when asked to stop; nothing else. */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServerAdapter } from '@whatwg-node/server'
import { pino } from 'pino'
import { type App, createApp } from './app.ts'
import { openBudget } from './budget/open.ts'
import { type Config, readConfig } from './config.ts'
import { type Db, openDatabase } from './db/connect.ts'
import { addresses, makeNewStore, openDemo } from './demo.ts'
import { readOperations } from './graphql/operations.ts'
import { registeredDocuments } from './graphql/persisted.ts'
import { operatorSentence } from './operator-errors.ts'
import { sandboxGateway } from './payments/sandbox.ts'
import { reconcile } from './purchases/reconcile.ts'
import { forgetOldKeys } from './writes/idempotency.ts'

// A client that sends slowly holds a connection no longer than this.
const headersTimeoutMilliseconds = 10_000
const requestTimeoutMilliseconds = 30_000
const drainMilliseconds = 8_000
const houseworkMilliseconds = 60_000

/** Starts the server the configuration describes; answers when it listens. */
async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel })
  const { limits, persistedOperations } = config
  const operations = persistedOperations && (await readOperations(persistedOperations, limits))
  const isEmbedded = config.database.kind === 'embedded'
  if (config.database.kind === 'embedded') makeNewStore(config.database.dataDir)
  const database = await openDatabase(config.database)
  const demo = isEmbedded ? await openDemo(database.db, new Date()) : undefined
  const now = () => new Date()
  const noteBudget = (err: unknown) => log.error({ err }, 'Redis does not answer; this instance counts budgets by itself')
  const budget = config.rate && (await openBudget(config.rate, config.redisUrl, now, noteBudget))
  const app = createApp({
    db: database.db,
    now,
    log,
    pageBase: config.pageBase,
    limits,
    budget,
    showsSchema: config.showsSchema,
    ...(operations && { documents: registeredDocuments(operations) }),
    isEmbedded,
    ...(demo && { graphiqlHeaders: demo.headers }),
  })
  const server = listener(app)
  keepHouse(database.db, (err) => log.error({ err }, 'housekeeping failed'))
  server.listen(config.port, config.host, () => {
    const { port } = server.address() as AddressInfo
    const address = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
    process.stdout.write(`${addresses(address)}${demo?.screen(address) ?? ''}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    const sentence = error.code === 'EADDRINUSE' ? `Port ${config.port} is in use. Choose another one with PORT.` : error.message
    process.stderr.write(`${sentence}\n`)
    void database.close().finally(() => process.exit(1))
  })
  drainOnSignal(server, async () => {
    await budget?.buckets.close()
    await database.close()
  })
}

function listener(app: App) {
  const adapter = createServerAdapter((request: Request) => app.fetch(request))
  const server = createServer(
    { headersTimeout: headersTimeoutMilliseconds, requestTimeout: requestTimeoutMilliseconds },
    (request: IncomingMessage, response: ServerResponse) => {
      const fault = addressFault(request)
      if (!fault) return void adapter(request, response)
      response.writeHead(400, jsonHeaders).end(JSON.stringify({ errors: [fault] }))
    },
  )
  server.on('clientError', refuseBrokenRequest)
  return server
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' }

/** A Host header or path that makes no URL; everything behind this line reads URLs. */
function addressFault({ headers, url }: IncomingMessage): string | undefined {
  const { host = '' } = headers
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host) || !URL.canParse(`http://${host}`)) {
    return 'The Host header is not a host name with an optional port.'
  }
  return url?.startsWith('/') && URL.canParse(url, `http://${host}`) ? undefined : 'The request target is not a path.'
}

const brokenRequest: Record<string, readonly [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** Answers what Node's own parser refuses, in the contract's error shape. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, sentence] = brokenRequest[error.code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ errors: [sentence] })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Ends on the first signal when the requests under way are answered, on the second at once. */
function drainOnSignal(server: ReturnType<typeof createServer>, close: () => Promise<void>): void {
  let isDraining = false
  const drain = () => {
    if (isDraining) process.exit(1)
    isDraining = true
    setTimeout(() => process.exit(1), drainMilliseconds).unref()
    server.close(() => void close().finally(() => process.exit(0)))
    server.closeIdleConnections()
  }
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
}

/** What has to be done now and then: payments a crash left open are cleared up, old idempotency keys forgotten. */
function keepHouse(db: Db, report: (error: unknown) => void): void {
  let isBusy = false
  const work = async () => {
    if (isBusy) return
    isBusy = true
    await reconcile(db, sandboxGateway(db), new Date(), report).catch(report)
    await forgetOldKeys(db, new Date()).catch(report)
    isBusy = false
  }
  setInterval(work, houseworkMilliseconds).unref()
}

/** Ends with one clear line for what the operator can mend. */
function giveUp(error: unknown): never {
  process.stderr.write(`${operatorSentence(error) ?? (error as Error).stack}\n`)
  process.exit(1)
}

try {
  await start(readConfig())
} catch (error) {
  giveUp(error)
}
