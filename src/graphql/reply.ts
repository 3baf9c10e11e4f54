/** GraphQL's answers over HTTP: refusals of whole requests, and tags for what may be kept. */
import type { ErrorCode } from '../errors.ts'
import { graphqlContentType } from '../http/preference.ts'
import { keepable, tagOf } from '../http/representation.ts'
import { headersOf, statusOf } from '../http/status.ts'

/** The methods that `/graphql` answers. */
export const methods = 'GET, POST, OPTIONS'

/** Begins what ends every answer, and differs between two that are the same otherwise. */
const beforeCost = ',"extensions":{"cost":{'

/**
 * Lets the answer to a query be kept by who asked, and says by a tag what it is, whatever it cost. One with errors is not kept: the
 * next time there may be none, and they follow the cost.
 */
export async function tagged(response: Response): Promise<Response> {
  const text = await response.text()
  const cost = text.lastIndexOf(beforeCost)
  const answer = new Response(text, response)
  if (text.includes('"errors":[')) return answer
  const type = answer.headers.get('content-type')
  answer.headers.set('ETag', tagOf(`${type}\n${cost < 0 ? text : text.slice(0, cost)}`))
  answer.headers.append('Vary', 'Accept')
  return keepable(answer, false)
}

/** A refusal of the whole request, in GraphQL's error shape. */
export function refused(request: Request, code: ErrorCode, message: string): Response {
  return Response.json(
    { errors: [{ message, extensions: { code } }] },
    {
      status: statusOf[code],
      headers: {
        'Content-Type': graphqlContentType(request),
        ...headersOf[code],
        ...(code === 'METHOD_NOT_ALLOWED' && { Allow: methods }),
      },
    },
  )
}
