/** Reads forms, URL-encoded and multipart, into an object: names nest in brackets, such as `books[0][pages]`. */
import { isUtf8 } from 'node:buffer'
import qs from 'qs'
import { badInput } from '../values/errors.ts'
import { neverKey } from '../values/never-key.ts'
import { formDecoded, shown } from '../values/text.ts'

type Pair = [name: string, value: string]
type FormValue = string | string[] | { [name: string]: FormValue }

const maxFields = 200
const maxLines = 10_000
const maxDepth = 5

/** qs nests the names; lists are made by `withLists`, since qs makes holes and leaves out what is too far apart. */
const options = { depth: maxDepth, strictDepth: true, parameterLimit: maxFields, parseArrays: false, plainObjects: true } as const

const unreadable = () => badInput(`The form cannot be read: at most ${maxFields} fields, five levels deep, percent-encoded.`)

/**
 * Reads a URL-encoded form.
 *
 * Accepted: `name=x`, `books[0][pages]=9`, `tags[]=a&tags[]=b`, `tag=a&tag=b`, `books[][name]=x&books[][pages]=9&books[][name]=y`.
 *
 * @throws Refusal BAD_INPUT for too many fields or levels, a broken percent-encoding, or names that contradict each other.
 */
export function readUrlEncoded(text: string): Record<string, unknown> {
  const parts = text.split('&', maxFields + 1)
  if (parts.length > maxFields) throw unreadable()
  return nested(
    parts.map((part) => {
      const end = endOfName(part)
      return end < 0 ? [decoded(part), ''] : [decoded(part.slice(0, end)), decoded(part.slice(end + 1))]
    }),
  )
}

/** The equals sign behind the first closing bracket, as qs has it: a part of a name may contain one. */
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

/**
 * Reads a multipart form.
 *
 * @param type its Content-Type, which names the boundary.
 * @throws Refusal BAD_INPUT as `readUrlEncoded` does, and for files, and bytes that are not UTF-8.
 */
export async function readMultipart(bytes: Uint8Array, type: string): Promise<Record<string, unknown>> {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(type)?.[1] ?? ''
  // The parser takes milliseconds for a hundred parts, or for some thousand lines of their headers.
  if (occurrences(bytes, `--${boundary}`, maxFields + 2) > maxFields + 1) throw unreadable()
  if (occurrences(bytes, '\n', maxLines + 1) > maxLines) throw badInput(`A multipart body has at most ${maxLines} lines.`)
  let form: FormData
  try {
    form = await new Response(bytes as BodyInit, { headers: { 'Content-Type': type } }).formData()
  } catch (error) {
    throw badInput(`The multipart body cannot be read: ${(error as Error).message}`)
  }
  const fields = [...form]
  // A Content-Type may name a boundary twice.
  if (fields.length > maxFields) throw unreadable()
  const pairs = fields.map(([name, value]): Pair => {
    if (typeof value !== 'string') throw badInput(`${shown(name)} is a file; no file is taken here.`)
    return [name, value]
  })
  if (!isUtf8(bytes)) throw badInput('The body is not valid UTF-8.')
  return nested(pairs)
}

/** Counts how often a text occurs in a body, up to `most`. */
function occurrences(bytes: Uint8Array, text: string, most: number): number {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < most; at = body.indexOf(text, at + text.length)) count += 1
  return count
}

function nested(pairs: readonly Pair[]): Record<string, unknown> {
  const fields = fieldsOf(withIndexes(pairs))
  try {
    // The types of qs know of no lists.
    return withLists(qs.parse(fields as Record<string, string>, options) as FormValue) as Record<string, unknown>
  } catch {
    throw unreadable()
  }
}

/** Makes lists of objects whose names are 0, 1, 2 and so on without a hole; any other object stays one. */
function withLists(value: FormValue): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const parts = Object.entries(value).map(([name, part]) => [name, withLists(part)] as const)
  // Names that are numbers come in their order.
  const isList = parts.length > 0 && parts.every(([name], index) => name === String(index))
  return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

/** `neverKey`, as a whole name or a whole part of one in brackets. */
const namesNever = /(?:^|[[\]])__proto__(?:[[\]]|$)/

/** A name, and parts of it in brackets; empty ones are for the items of a list. */
const wellNamed = /^[^[\]]+(?:\[[^[\]]*\])*$/

function checkName(name: string): void {
  // qs leaves these out without a word.
  if (name === '') throw badInput('A field of the form has no name.')
  if (namesNever.test(name)) throw badInput(`A field must not be called ${neverKey}.`)
  if (!wellNamed.test(name)) throw badInput(`A field is named like shoe, shoe[size] or shoes[], not ${shown(name)}.`)
}

/**
 * Gives the items of lists their places, as Rack does: `a[]` is the next item each time, and of `a[][x]` a part that the current item
 * already has begins the next one.
 */
function withIndexes(pairs: readonly Pair[]): Pair[] {
  const items = new Map<string, { at: number; parts: Set<string> }>()
  return pairs.flatMap(([given, value]): Pair[] => {
    // Between two & without anything is nothing.
    if (given === '' && value === '') return []
    checkName(given)
    if (given.split('[', maxDepth + 2).length > maxDepth + 1) throw unreadable()
    let name = given
    for (let open = name.indexOf('[]'); open >= 0; open = name.indexOf('[]')) {
      const list = name.slice(0, open)
      const part = name.slice(open + 2)
      const item = items.get(list) ?? { at: -1, parts: new Set() }
      if (item.at < 0 || part === '' || (item.parts.has(part) && !part.includes('[]'))) {
        item.at += 1
        item.parts = new Set()
      }
      item.parts.add(part)
      items.set(list, item)
      name = `${list}[${item.at}]${part}`
    }
    return [[name, value]]
  })
}

/** The fields by their names, each with its value, or all of them where a plain name is repeated: `tag=a&tag=b`. */
function fieldsOf(pairs: readonly Pair[]): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    const known = fields[name]
    if (known !== undefined && name.includes('[')) throw badInput(`The form gives ${shown(name)} twice.`)
    fields[name] = known === undefined ? value : [known, value].flat()
  }
  for (const name in fields) checkParts(name, fields)
  return fields
}

/** Refuses a part of a field that has a value of its own: qs would make a list of the two. Levels that are too deep are refused later. */
function checkParts(name: string, fields: object): void {
  let at = name.indexOf('[')
  for (let level = 0; at > 0 && level <= maxDepth; level += 1) {
    const whole = name.slice(0, at)
    if (whole in fields) throw badInput(`The form gives ${shown(whole)} a value, and a part of its own, ${shown(name)}.`)
    at = name.indexOf('[', at + 1)
  }
}
