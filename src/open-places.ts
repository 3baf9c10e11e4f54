/** The addresses that ask for no credential: whether the server is well, what there is to ask for, and GraphiQL. */
import { readFile } from 'node:fs/promises'
import { type Pay, sendingPoints } from './budget/sending.ts'
import type { Health } from './db/health.ts'
import type { Graphiql } from './graphiql/page.ts'
import { directoryReply } from './rest/directory.ts'
import { directory } from './rest/handler.ts'
import { refusalReply } from './rest/reply.ts'
import { shown } from './values/text.ts'

const schemaFile = new URL('../schema.graphql', import.meta.url)

/** What the directory costs, which is written out for each who asks. */
const directoryPoints = 2

/** The root of the REST surface, which belongs to no row of its table. */
export const isRestRoot = (path: string): boolean => path === '/v1' || path === '/v1/'

type Options = { health: Health; graphiql: Graphiql; showsSchema: boolean }

type Places = Record<string, (request: Request, pay: Pay) => Promise<Response>>

/**
 * Makes the function that answers them; any other path is unknown. All is paid for but health and readiness: whoever watches
 * the server must not be kept from it by others at the same address.
 */
export function openPlaces({ health, graphiql, showsSchema }: Options): (request: Request, pay: Pay) => Promise<Response> {
  let schemaRead: Promise<Buffer<ArrayBuffer>> | undefined
  const tellDirectory = async (request: Request, pay: Pay) => {
    await pay(directoryPoints)
    return directoryReply(directory, request)
  }
  const places: Places = {
    '/healthz': async () => Response.json({ status: 'ok' }),
    '/readyz': async () => {
      const fault = await health.fault()
      return fault ? refusalReply('UNAVAILABLE', [fault]) : Response.json({ status: 'ready' })
    },
    '/': async (_request, pay) => {
      await pay(1)
      return new Response(null, { status: 302, headers: { Location: '/graphql' } })
    },
    ...(showsSchema && {
      '/graphql': graphiql.page,
      '/v1': tellDirectory,
      '/v1/': tellDirectory,
      '/schema.graphql': async (_request, pay) => {
        schemaRead ??= readFile(schemaFile)
        const schema = await schemaRead
        await pay(sendingPoints(schema.length))
        return new Response(schema, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } })
      },
    }),
  }
  return async (request, pay) => {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const place = isRead ? places[pathname] : undefined
    if (place) return place(request, pay)
    const asset = isRead && showsSchema ? await graphiql.asset(pathname, request, pay) : undefined
    if (asset) return asset
    await pay(1)
    return refusalReply('NOT_FOUND', [`Unknown path: ${shown(pathname)}`])
  }
}
