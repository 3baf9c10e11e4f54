/** Reads a request body into an object, whatever the client calls its encoding, and refuses what is not one. */
import qs from 'qs'
import type { Account } from '../budget/account.ts'
import { readBytes } from '../http/body-bytes.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import { type FormPair, readMultipart } from '../http/multipart.ts'
import { badInput } from '../values/errors.ts'
import { neverKey } from '../values/never-key.ts'
import { formDecoded, shown } from '../values/text.ts'

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
  return readBytes(request, maxBytes, account, (bytes) => bodyIn(bytes, request.header('content-type') ?? ''))
}

function bodyIn(bytes: Uint8Array, type: string): Body | undefined {
  if (bytes.length === 0) return undefined
  if (/^multipart\/form-data/i.test(type)) return readForm(readMultipart(bytes, type, maxFields))
  const text = decodeBody(bytes)
  const isForm = /^application\/x-www-form-urlencoded/i.test(type)
  // Without a sign of a form it is what curl calls one: a file's name whose @ was left out would replace all that there is.
  if (isForm && text.includes('=') && !/^\s*[{[]/.test(text)) return readForm(pairsIn(text))
  return readJsonObject(text, maxDepth, maxParts)
}

/** @throws Refusal BAD_INPUT for too many fields, and a broken percent-encoding, which qs would keep as it is. */
function pairsIn(text: string): FormPair[] {
  const parts = text.split('&', maxFields + 1)
  if (parts.length > maxFields) throw unreadable()
  return parts.map((part) => {
    const end = endOfName(part)
    return end < 0 ? [decoded(part), ''] : [decoded(part.slice(0, end)), decoded(part.slice(end + 1))]
  })
}

/** Behind the first closing bracket with an equals sign, as qs has it, since a part of a name may have such a sign in it. */
function endOfName(part: string): number {
  const bracket = /(?:\]|%5D)=/i.exec(part)
  return bracket ? bracket.index + bracket[0].length - 1 : part.indexOf('=')
}

function decoded(text: string): string {
  try {
    return formDecoded(text)
  } catch {
    throw unreadable()
  }
}

function readForm(pairs: readonly FormPair[]): Body {
  const fields = fieldsOf(pairs)
  try {
    // Its types know of no lists.
    return qs.parse(fields as Record<string, string>, formOptions)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => badInput(`The form cannot be read: at most ${maxFields} fields, five levels deep, percent-encoded.`)

/** The fields by their names, each with its value, or all of them where it is a list: `tag=a&tag=b` or `tag[]=a`. */
function fieldsOf(pairs: readonly FormPair[]): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    // Between two & without anything is nothing.
    if (name === '' && value === '') continue
    checkName(name)
    const known = fields[name]
    if (known !== undefined && name.includes('[') && !name.endsWith('[]')) throw badInput(`The form gives ${shown(name)} twice.`)
    fields[name] = known === undefined ? value : [known, value].flat()
  }
  for (const name in fields) checkParts(name, fields)
  return fields
}

/** `neverKey`, as a whole name or a whole part of one in brackets. To split a name at its brackets takes long where it has a million. */
const namesNever = /(?:^|[[\]])__proto__(?:[[\]]|$)/

/** A name, and parts of it in brackets; empty ones are for the items of a list. */
const wellNamed = /^[^[\]]+(?:\[[^[\]]*\])*$/

function checkName(name: string): void {
  // qs would leave these out without a word, or what stands between brackets that are no parts.
  if (name === '') throw badInput('A field of the form has no name.')
  if (namesNever.test(name)) throw badInput(`A field must not be called ${neverKey}.`)
  if (!wellNamed.test(name)) throw badInput(`A field is named like shoe, shoe[size] or shoes[], not ${shown(name)}.`)
}

/** Refuses a part of what has a value of its own: qs would make a list of the two. What is too deep is refused later. */
function checkParts(name: string, fields: object): void {
  let at = name.indexOf('[')
  for (let level = 0; at > 0 && level <= formOptions.depth; level += 1) {
    const whole = name.slice(0, at)
    if (whole in fields) throw badInput(`The form gives ${shown(whole)} a value, and a part of its own, ${shown(name)}.`)
    at = name.indexOf('[', at + 1)
  }
}
