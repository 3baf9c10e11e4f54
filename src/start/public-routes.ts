/** The addresses that need no credential: health, metrics, the descriptions of both surfaces, and the pages. */
import { readFile } from 'node:fs/promises'
import { type Pay, sendingPoints } from '../budget/sending.ts'
import type { Health } from '../db/health.ts'
import type { Docs } from '../docs/page.ts'
import type { Graphiql } from '../graphiql/page.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { openapiJson } from '../resources/openapi.ts'
import { type Directory, directoryReply } from '../rest/directory.ts'
import { refusalReply } from '../rest/reply.ts'
import { shown } from '../values/text.ts'
import type { ServerEnd } from './drain.ts'
import type { ShowMetrics } from './metrics-page.ts'

const schemaFile = new URL('../../schema.graphql', import.meta.url)

/** The price of the directory, which is written for each caller. */
const directoryPoints = 2

/** The root of the REST surface, which belongs to no row of its table. */
export const isRestRoot = (path: string): boolean => path === '/v1' || path === '/v1/'

type PublicRouteOptions = {
  health: Health
  copy: () => string | undefined
  ending?: ServerEnd | undefined
  graphiql: Graphiql
  docs: Docs
  directory: Directory
  showsSchema: boolean
  /** Answers the metrics to requests with the token. */
  showMetrics?: ShowMetrics | undefined
}

type AnswerPublic = (request: HttpRequest, pay: Pay) => Promise<HttpAnswer>

/**
 * Makes the function that answers them; any other path is unknown. All cost points but health, readiness and metrics: other
 * clients at the same address must not keep a monitor from them.
 */
export function publicRoutes({
  health,
  copy,
  ending,
  graphiql,
  docs,
  directory,
  showsSchema,
  showMetrics,
}: PublicRouteOptions): AnswerPublic {
  let schemaRead: Promise<Buffer> | undefined
  const answerDirectory: AnswerPublic = async (request, pay) => {
    await pay(directoryPoints)
    return directoryReply(directory, request)
  }
  const routes: Record<string, AnswerPublic> = {
    '/healthz': async () => status('ok'),
    '/readyz': async ({ search }) => {
      ending?.noteLook()
      if (ending?.hasBegun()) return refusalReply('UNAVAILABLE', ['This instance is about to end.'])
      const fault = await health.fault()
      if (fault && new URLSearchParams(search).get('for') === 'reads' && health.readsGoOn()) return status('reads', fault)
      if (fault) return refusalReply('UNAVAILABLE', [fault])
      const message = copy()
      return message ? status('copy', message) : status('ready')
    },
    '/': async (_request, pay) => {
      await pay(1)
      return { status: 302, headers: { Location: '/graphql' }, body: undefined }
    },
    '/docs': docs.page,
    '/docs/': docs.page,
    '/openapi.json': async (_request, pay) => {
      const document = await openapiJson()
      await pay(sendingPoints(document.length))
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' }
      return { status: 200, headers, body: document }
    },
    ...(showMetrics && {
      '/metrics': async (request, pay) => {
        const answer = await showMetrics(request)
        // Guesses cost something.
        if (answer.status === 401) await pay(1)
        return answer
      },
    }),
    '/v1': answerDirectory,
    '/v1/': answerDirectory,
    ...(showsSchema && {
      '/graphql': graphiql.page,
      '/graphql/': graphiql.page,
      '/schema.graphql': async (_request, pay) => {
        schemaRead ??= readFile(schemaFile)
        const schema = await schemaRead
        await pay(sendingPoints(schema.length))
        const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }
        return { status: 200, headers, body: schema }
      },
    }),
  }
  return async (request, pay) => {
    const { method, path } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const route = isRead ? routes[path] : undefined
    if (route) return route(request, pay)
    const ofDocs = isRead ? await docs.asset(request, pay) : undefined
    if (ofDocs) return ofDocs
    const asset = isRead && showsSchema ? await graphiql.asset(request, pay) : undefined
    if (asset) return asset
    await pay(1)
    return refusalReply('NOT_FOUND', [`Unknown path: ${shown(path)}`])
  }
}

const status = (text: string, message?: string): HttpAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ status: text, ...(message && { message }) }),
})
