/** Reads a request body into an object, whatever the client calls its encoding, and refuses what is not one. */
import qs from 'qs'
import type { Account } from '../budget/account.ts'
import { readBytes } from '../http/body-bytes.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import { readMultipart } from '../http/multipart.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { neverKey } from '../values/metadata.ts'

export type Body = Record<string, unknown>

const maxDepth = 64

// More than the largest record has that any read gives, with all that can be embedded in it: it may be sent back as it is.
const maxParts = 20_000

const maxFields = 200

/** A number with a name in brackets, such as `books[0][pages]`. */
const formOptions = {
  depth: 5,
  strictDepth: true,
  parameterLimit: maxFields,
  // Keys that are numbers may be ids: they must keep their places, and large ones make no list.
  allowSparse: true,
  arrayLimit: maxFields,
  plainObjects: true,
} as const

/**
 * Reads a body: JSON whatever the Content-Type says, if it parses; forms, when they are declared, with nested names in
 * brackets. No body at all is undefined.
 *
 * @throws Refusal TOO_LARGE, UNSUPPORTED_MEDIA, or BAD_INPUT for a body that is no object.
 */
export async function readBody(
  request: HttpRequest,
  maxBytes: number,
  account: Pick<Account, 'charge' | 'holder'>,
): Promise<Body | undefined> {
  const bytes = await readBytes(request, maxBytes, account)
  if (bytes.length === 0) return undefined
  const type = request.header('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) return readForm(fieldsOf(await readMultipart(bytes, type, maxFields)))
  const text = decodeBody(bytes)
  const isForm = /^application\/x-www-form-urlencoded/i.test(type)
  // Without a sign of a form it is what curl calls one: a file's name whose @ was left out would replace all that there is.
  if (isForm && text.includes('=') && !/^\s*[{[]/.test(text)) return readFormText(text)
  return readJsonObject(text, maxDepth, maxParts)
}

function readFormText(text: string): Body {
  if (text.split('&', maxFields + 1).length > maxFields) throw unreadable()
  return readForm(text)
}

/** @param form as it was sent, or its fields, decoded. */
function readForm(form: string | FormFields): Body {
  try {
    return qs.parse(form as string, { ...formOptions, decoder })
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable()
  }
}

const unreadable = () => badInput(`The form cannot be read: at most ${maxFields} fields, five levels deep, percent-encoded.`)

/** Decodes a name with its brackets, or a value. Throws for a broken percent-encoding, which qs would keep as it is. */
function decoder(text: string, _decode: unknown, _charset?: string, type?: 'key' | 'value'): string {
  // In a text of nothing else `replaceAll` takes five times as long.
  const decoded = decodeURIComponent(text.replace(/\+/g, ' '))
  if (type === 'key') checkName(decoded)
  return decoded
}

/** `neverKey`, as a whole name or a whole part of one in brackets. To split a name at its brackets takes long where it has a million. */
const namesNever = /(?:^|[[\]])__proto__(?:[[\]]|$)/

function checkName(name: string): void {
  // qs would leave it out without a word.
  if (namesNever.test(name)) throw badInput(`A field must not be called ${neverKey}.`)
}

/** Fields of a form by their names with brackets, each with its value, or all of them. */
type FormFields = Record<string, string | string[]>

function fieldsOf(pairs: readonly [name: string, value: string][]): FormFields {
  const fields: FormFields = Object.create(null)
  for (const [name, value] of pairs) {
    checkName(name)
    const known = fields[name]
    fields[name] = known === undefined ? value : [known, value].flat()
  }
  return fields
}
