/** What is wrong with a GraphQL request before it is read; Yoga would fail on the first and run the others. */
import { badInput, Refusal } from '../errors.ts'
import { acceptedGraphqlType } from '../http/preference.ts'

/** The refusal of a request that cannot be answered, whatever its document is. */
export function requestFault(request: Request): Refusal | undefined {
  // Yoga would find out when a write is done that it may not say so.
  if (!acceptedGraphqlType(request.headers.get('accept')))
    return badInput('The answer is JSON; Accept must allow application/json.')
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url)
    for (const name of ['variables', 'extensions']) {
      const text = searchParams.get(name)
      if (text && !isJsonObject(text)) return badInput(`The ${name} parameter must be a JSON object.`)
    }
    return undefined
  }
  if (request.method !== 'POST')
    return new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not answered here; use GET or POST.`)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return badInput('POST takes a JSON body with the Content-Type application/json.')
  return undefined
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
