/** The composition root: one fetch handler out of a database, a clock and a log. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { authenticator } from './auth/credential.ts'
import type { Context, Idempotency } from './context.ts'
import type { Db } from './db/connect.ts'
import { badInput, type ErrorCode } from './errors.ts'
import { createGraphiql } from './graphiql/page.ts'
import { graphqlOverHttp, refused } from './graphql/http.ts'
import { clientError } from './graphql/run.ts'
import type { Gateway } from './payments/gateway.ts'
import { sandboxGateway } from './payments/sandbox.ts'
import { answerRest } from './rest/handler.ts'
import { refusalReply } from './rest/reply.ts'
import { answerOnce } from './writes/replay.ts'

/** What the app tells of itself; pino's loggers fit. */
export type Log = { info(fields: object, message: string): void; error(fields: object, message: string): void }

export type AppOptions = {
  db: Db
  /** The clock every request reads once. */
  now: () => Date
  log: Log
  /** Takes payments; the sandbox unless given. */
  gateway?: Gateway
  /** Number of the first page on REST. */
  pageBase: 0 | 1
  /** Whether an address that is no store's shows the first store. */
  isEmbedded: boolean
  /** Headers GraphiQL starts with, such as the demo store's credential. */
  graphiqlHeaders?: Record<string, string>
}

export type App = {
  /** Answers a request; `address` is the network address it came from, where there is one. */
  fetch(request: Request, address?: string): Promise<Response>
}

const schemaFile = new URL('../schema.graphql', import.meta.url)

/** Puts the two surfaces and the few other addresses together. */
export function createApp({
  db,
  now,
  log,
  gateway = sandboxGateway(db),
  pageBase,
  isEmbedded,
  graphiqlHeaders,
}: AppOptions): App {
  const viewerOf = authenticator(db, isEmbedded)
  const graphiql = createGraphiql(graphiqlHeaders ? { headers: graphiqlHeaders } : {})

  const graphql = graphqlOverHttp()

  async function answer(request: Request, requestId: string): Promise<Response> {
    const report = (error: unknown) => {
      // That a client has hung up is no failure of ours.
      if (!request.signal.aborted || error !== request.signal.reason) log.error({ requestId, err: error }, 'request failed')
    }
    const { pathname } = new URL(request.url)
    const isGraphql = pathname === '/graphql'
    const isRest = pathname.startsWith('/v1/')
    try {
      if (isGraphql && wantsPage(request)) return await graphiql.page()
      if (!isGraphql && !isRest) return await answerOpen(request, pathname)
      const time = now()
      const context: Context = {
        db,
        gateway,
        viewer: await viewerOf(request, time),
        surface: isGraphql ? 'graphql' : 'rest',
        idempotency: readIdempotencyKey(request),
        now: time,
        requestId,
        report,
      }
      return await answerOnce(request, context, (each) =>
        isGraphql ? graphql(each, context) : answerRest(each, context, pageBase),
      )
    } catch (error) {
      const refusal = clientError(error, report)
      return isGraphql ? refused(refusal) : refusalReply(refusal.extensions.code as ErrorCode, [refusal.message])
    }
  }

  /** Answers the addresses that need no credential. */
  async function answerOpen(request: Request, pathname: string): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const open = openPlaces[pathname]
      if (open) return open()
      if (pathname.startsWith('/graphql/assets/')) return (await graphiql.asset(pathname, request)) ?? unknownPath(pathname)
    }
    return unknownPath(pathname)
  }

  const openPlaces: Record<string, () => Promise<Response>> = {
    '/': async () => new Response(null, { status: 302, headers: { Location: '/graphql' } }),
    '/healthz': async () => Response.json({ status: 'ok' }),
    '/readyz': async () => ready(db),
    '/schema.graphql': async () =>
      new Response(await readFile(schemaFile), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } }),
  }

  return {
    async fetch(request) {
      const started = performance.now()
      const requestId = readRequestId(request) ?? randomUUID()
      const response = await answer(request, requestId)
      response.headers.set('X-Request-Id', requestId)
      const { method, url } = request
      const milliseconds = Math.round(performance.now() - started)
      log.info({ requestId, method, path: new URL(url).pathname, status: response.status, milliseconds }, 'request')
      return response
    },
  }
}

const wantsPage = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')

const unknownPath = (path: string): Response => refusalReply('NOT_FOUND', [`Unknown path: ${path}`])

async function ready(db: Db): Promise<Response> {
  try {
    await db.$queryRaw`SELECT 1`
    return Response.json({ status: 'ready' })
  } catch {
    return refusalReply('UNAVAILABLE', ['The database does not answer.'])
  }
}

/** The client's own request id, if it is a plain one. */
function readRequestId(request: Request): string | undefined {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : undefined
}

/** The client's Idempotency-Key; a read needs none and may carry one. */
function readIdempotencyKey(request: Request): Idempotency | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badInput('Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { key, isFirst: false, replayed: false, hasSecret: false }
}
