/** Reads the parameters of a GraphQL request from its query string or body, and checks them before use. */
import type { Account } from '../budget/account.ts'
import { graphqlBounds, type Limits } from '../config/limits.ts'
import { readBytes } from '../http/body.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import { readSearch } from '../http/search.ts'
import { badInput } from '../values/errors.ts'
import { cutText } from '../values/text.ts'

/** The parameters of GraphQL over HTTP; null counts as not given. */
export type Parameters = {
  query?: string | null | undefined
  operationName?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
  extensions?: Record<string, unknown> | null | undefined
  /** The name of a document, sent instead of its text. */
  documentId?: unknown
}

/**
 * Reads the parameters of a request.
 *
 * @throws Refusal BAD_INPUT, and the errors of `readBytes`.
 */
export function readParameters(
  request: HttpRequest,
  limits: Limits,
  account: Pick<Account, 'charge'>,
): Parameters | Promise<Parameters> {
  return request.method === 'GET' ? fromQuery(request.search) : fromBody(request, limits, account)
}

// An empty parameter counts as not given; unknown parameters are ignored.
function fromQuery(search: string): Parameters {
  const given = new Map<string, string>()
  for (const { name, value } of readSearch(search, /&/)) {
    if (given.has(name) && Object.hasOwn(types, name)) throw badInput(`The ${name} parameter is given twice.`)
    given.set(name, value)
  }
  const textOf = (name: string) => given.get(name) || undefined
  return {
    query: textOf('query'),
    operationName: textOf('operationName'),
    variables: objectOf('variables', textOf('variables')),
    extensions: objectOf('extensions', textOf('extensions')),
    documentId: textOf('documentId'),
  }
}

const objectOf = (name: string, text: string | undefined) =>
  text === undefined ? undefined : readJsonObject(text, graphqlBounds, `The ${name} parameter`)

async function fromBody(request: HttpRequest, limits: Limits, account: Pick<Account, 'charge'>): Promise<Parameters> {
  const given = readJsonObject(decodeBody(await readBytes(request, limits.bodyBytes, account)), graphqlBounds)
  checkParameters(given)
  return given
}

const types: Record<string, 'string' | 'object' | 'any'> = {
  query: 'string',
  operationName: 'string',
  variables: 'object',
  extensions: 'object',
  documentId: 'any',
}

/** @throws Refusal BAD_INPUT for a parameter of the wrong type, or an unknown one. */
function checkParameters(given: Record<string, unknown>): asserts given is Parameters {
  for (const name in given) {
    const value = given[name]
    if (value === null) continue
    const wanted = Object.hasOwn(types, name) ? types[name] : undefined
    // Some clients send an empty text instead of omitting an object.
    if (value === '' && wanted === 'object') {
      given[name] = null
      continue
    }
    if (wanted === undefined) throw badInput(`Unexpected parameter "${cutText(name, maxName)}" in the request body.`)
    const type = Array.isArray(value) ? 'array' : typeof value
    if (wanted !== 'any' && type !== wanted)
      throw badInput(`Expected "${name}" param to be ${inWords[wanted]}, but given ${type}.`)
  }
}

const maxName = 300

const inWords = { string: 'a string', object: 'empty or an object' }
