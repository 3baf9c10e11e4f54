/** The REST surface: a request finds its row, becomes variables, runs the row's operation, and becomes an answer. */
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { type ErrorCode, forbidden, notFound, Refusal, unauthenticated } from '../errors.ts'
import { clientError, run } from '../graphql/run.ts'
import { schema } from '../graphql/schema.ts'
import { compileRoutes } from './compile.ts'
import { matcher } from './match.ts'
import { type Parameter, readQuery } from './query.ts'
import { readPage, readVariables } from './read.ts'
import { refusalReply, replyTo } from './reply.ts'
import { fragments, routes } from './routes.ts'

const storePrefix = '/v1/store/api/'

// Longer ones are no filters but accidents; the sentence is better than what a proxy would say.
const maxSearchLength = 8_000

export const table = compileRoutes(schema, routes, fragments)
const { find } = matcher(table)

/** Answers a request under `/v1/`. */
export async function answerRest(request: Request, context: Context, pageBase: 0 | 1): Promise<Response> {
  try {
    return await answer(request, context, pageBase)
  } catch (error) {
    const { message, extensions } = clientError(error, context.report)
    return refusalReply((extensions.code as ErrorCode) ?? 'INTERNAL', [message])
  }
}

async function answer(request: Request, context: Context, pageBase: 0 | 1): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const place = find(pathname)
  if (!place) throw notFound(`Unknown path: ${pathname}`)
  const methods = allowed([...place.rows.keys()])
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods } })
  const row = place.rows.get(asMethod(request.method))
  if (!row) {
    const sentence = `${request.method} is not answered here; allowed are ${methods}.`
    return refusalReply('METHOD_NOT_ALLOWED', [sentence], { Allow: methods })
  }
  checkArea(pathname, context.viewer)
  if (search.length > maxSearchLength) {
    throw new Refusal('TOO_LARGE', `The query string has ${search.length} characters; at most ${maxSearchLength} are read.`)
  }
  const parameters: Parameter[] = readQuery(search)
  const page = readPage(row.answer === 'list' ? parameters : [], pageBase)
  const variables = readVariables(row, place.ids, parameters, page)
  const result = await run(row.document, variables, context)
  const reply = replyTo(row, result, page, pageBase, parameters)
  return request.method === 'HEAD' ? withoutBody(reply) : reply
}

const asMethod = (method: string): string => ({ HEAD: 'GET', PATCH: 'PUT' })[method] ?? method

const allowed = (methods: string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), ...(methods.includes('PUT') ? ['PATCH'] : []), 'OPTIONS'].join(', ')

/** Keys open the Merchant API, customer tokens the Store API; the shop window needs neither. */
function checkArea(pathname: string, { role }: Viewer): void {
  const isStoreArea = pathname.startsWith(storePrefix)
  if (isStoreArea && role === 'merchant') throw forbidden("The Store API takes a customer's token, not a merchant key.")
  if (!isStoreArea && role === 'customer') throw forbidden("The Merchant API takes a merchant key, not a customer's token.")
  if (!isStoreArea && role !== 'merchant') throw unauthenticated()
}

function withoutBody(reply: Response): Response {
  return new Response(null, { status: reply.status, headers: reply.headers })
}
