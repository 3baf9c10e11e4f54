/** Reads JSON strictly: what JSON.parse would mend or overlook in a body is refused. */
import { badInput } from '../values/errors.ts'
import { shown } from '../values/text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body. @throws Refusal BAD_INPUT for bytes that are not UTF-8; they would silently become other characters. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notUtf8()
  }
}

/** The refusal of bytes that are no text. */
export const notUtf8 = () => badInput('The body is not valid UTF-8.')

/**
 * Reads a JSON object.
 *
 * @param maxParts how many objects, lists and commas it may have.
 * @throws Refusal BAD_INPUT for what is no JSON object, is nested deeper than `maxDepth`, has too many values or a key twice.
 */
export function readJsonObject(text: string, maxDepth: number, maxParts: number): Record<string, unknown> {
  checkStructure(text, maxDepth, maxParts)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badInput('The body must be a JSON object.')
  return value as Record<string, unknown>
}

const notJson = () => badInput('The body is not valid JSON.')

// The codes of the signs that a document is made up of: a text is looked through by them in half the time.
const [quote, brace, bracket, comma, closingBrace, closingBracket] = [...'"{[,}]'].map((sign) => sign.charCodeAt(0))

/** Of the signs that may stand beside those: numbers, `true`, `false` and `null`, colons and white space. */
const isOther = new Uint8Array(128)
for (const sign of '0123456789+-.eEtrufalsn: \t\n\r') isOther[sign.charCodeAt(0)] = 1

/**
 * Refuses what JSON.parse would take long for (half a million brackets) or lets pass: a key given twice, of which it keeps
 * the last. Of what is no JSON that is refused which is easily seen, such as a text that is cut off: V8 keeps what it could not parse,
 * as the source of its error, until it looks through all of its memory.
 */
function checkStructure(text: string, maxDepth: number, maxParts: number): void {
  // The keys of each object that is open; nothing for a list.
  const open: (Set<string> | undefined)[] = []
  let parts = 0
  let isKeyNext = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      const end = endOfString(text, at)
      if (end === text.length) throw notJson()
      const keys = isKeyNext ? open.at(-1) : undefined
      if (keys) noteKey(keys, text.slice(at, end + 1))
      isKeyNext = false
      at = end
    } else if (sign === brace || sign === bracket || sign === comma) {
      parts += 1
      if (parts > maxParts) throw badInput(`The body has more than ${maxParts} values.`)
      if (sign !== comma) open.push(sign === brace ? new Set() : undefined)
      if (open.length > maxDepth) throw badInput(`The body is nested more than ${maxDepth} levels deep.`)
      isKeyNext = true
    } else if (sign === closingBrace || sign === closingBracket) {
      if (open.length === 0) throw notJson()
      open.pop()
      isKeyNext = false
    } else if (isOther[sign] !== 1) throw notJson()
  }
  if (open.length > 0) throw notJson()
}

function noteKey(keys: Set<string>, token: string): void {
  const key = token.includes('\\') ? unescaped(token) : token.slice(1, -1)
  if (keys.has(key)) throw badInput(`The body gives the key ${shown(key)} twice.`)
  keys.add(key)
}

function unescaped(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    throw notJson()
  }
}

/** Where a string ends that begins here: at the next quotation mark behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
