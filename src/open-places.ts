/** The addresses that ask for no credential: whether the server is well, what there is to ask for, and GraphiQL's parts. */
import { readFile } from 'node:fs/promises'
import type { Db } from './db/connect.ts'
import type { Graphiql } from './graphiql/page.ts'
import { directoryReply } from './rest/directory.ts'
import { directory } from './rest/handler.ts'
import { refusalReply } from './rest/reply.ts'

const schemaFile = new URL('../schema.graphql', import.meta.url)

// Nobody pays for asking, so that what it costs must not depend on how often it is asked.
const readyMilliseconds = 1_000

/** The root of the REST surface, which belongs to no row of its table. */
export const isRestRoot = (path: string): boolean => path === '/v1' || path === '/v1/'

type Options = { db: Db; graphiql: Graphiql; showsSchema: boolean }

/** Makes the function that answers them; any other path is unknown. */
export function openPlaces({ db, graphiql, showsSchema }: Options): (request: Request) => Promise<Response> {
  const isReady = held(async () => {
    await db.$queryRaw`SELECT 1`
    return true
  })
  let schemaText: Promise<string> | undefined
  const tellDirectory = async (request: Request) => directoryReply(directory, request)
  const places: Record<string, (request: Request) => Promise<Response>> = {
    '/': async () => new Response(null, { status: 302, headers: { Location: '/graphql' } }),
    '/healthz': async () => Response.json({ status: 'ok' }),
    '/readyz': async () =>
      (await isReady().catch(() => false))
        ? Response.json({ status: 'ready' })
        : refusalReply('UNAVAILABLE', ['The database does not answer.']),
    ...(showsSchema && {
      '/v1': tellDirectory,
      '/v1/': tellDirectory,
      '/schema.graphql': async () => {
        schemaText ??= readFile(schemaFile, 'utf8')
        return new Response(await schemaText, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
      },
    }),
  }
  return async (request) => {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const place = isRead ? places[pathname] : undefined
    if (place) return place(request)
    const asset = isRead && showsSchema ? await graphiql.asset(pathname, request) : undefined
    return asset ?? refusalReply('NOT_FOUND', [`Unknown path: ${pathname}`])
  }
}

/** Keeps what work came to for a moment, and shares it while it is under way. */
function held<T>(work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    const at = performance.now()
    if (!last || at - last.at >= readyMilliseconds) last = { at, result: work() }
    return last.result
  }
}
