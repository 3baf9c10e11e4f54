/** The addresses that ask for no credential: whether the server is well, what there is to ask for, and GraphiQL's parts. */
import { readFile } from 'node:fs/promises'
import type { Health } from './db/health.ts'
import type { Graphiql } from './graphiql/page.ts'
import { directoryReply } from './rest/directory.ts'
import { directory } from './rest/handler.ts'
import { refusalReply } from './rest/reply.ts'
import { shown } from './values/text.ts'

const schemaFile = new URL('../schema.graphql', import.meta.url)

/** The root of the REST surface, which belongs to no row of its table. */
export const isRestRoot = (path: string): boolean => path === '/v1' || path === '/v1/'

type Options = { health: Health; graphiql: Graphiql; showsSchema: boolean }

/** Makes the function that answers them; any other path is unknown. */
export function openPlaces({ health, graphiql, showsSchema }: Options): (request: Request) => Promise<Response> {
  let schemaText: Promise<string> | undefined
  const tellDirectory = async (request: Request) => directoryReply(directory, request)
  const places: Record<string, (request: Request) => Promise<Response>> = {
    '/': async () => new Response(null, { status: 302, headers: { Location: '/graphql' } }),
    '/healthz': async () => Response.json({ status: 'ok' }),
    '/readyz': async () => {
      const fault = await health.fault()
      return fault ? refusalReply('UNAVAILABLE', [fault]) : Response.json({ status: 'ready' })
    },
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
    return asset ?? refusalReply('NOT_FOUND', [`Unknown path: ${shown(pathname)}`])
  }
}
