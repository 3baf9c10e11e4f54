/** Reads a request body into an object, with any name of its encoding, and refuses any other value. */
import type { Account } from '../budget/account.ts'
import { restBounds } from '../config/limits.ts'
import { readBytes } from '../http/body.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import { checkBounds } from '../values/bounds.ts'
import { readMultipart, readUrlEncoded } from './form.ts'

export type Body = Record<string, unknown>

/**
 * Reads a body: JSON of any Content-Type, if it parses; forms, when they are declared. No body at all is undefined.
 *
 * @throws Refusal TOO_LARGE, UNSUPPORTED_MEDIA, or BAD_INPUT for a body that is no object or beyond its bounds.
 */
export async function readBody(
  request: HttpRequest,
  maxBytes: number,
  account: Pick<Account, 'charge'>,
): Promise<Body | undefined> {
  const bytes = await readBytes(request, maxBytes, account)
  if (bytes.length === 0) return undefined
  const type = request.header('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) return bounded(await readMultipart(bytes, type))
  const text = decodeBody(bytes)
  const isForm = /^application\/x-www-form-urlencoded/i.test(type)
  // Without a sign of a form it is what curl calls one: the name of a file whose @ was left out would replace a whole record.
  if (isForm && text.includes('=') && !/^\s*[{[]/.test(text)) return bounded(readUrlEncoded(text))
  return readJsonObject(text, restBounds)
}

function bounded(form: Body): Body {
  checkBounds(form, restBounds, 'The form')
  return form
}
