/** Looks a text of JSON through before it is parsed: whether it is any, how deep and how much it is, and that no key is given twice. */
import { badInput } from './errors.ts'
import { shown } from './text.ts'

// The codes of the signs that a document is made up of: a text is looked through by them in half the time.
const [quote, brace, bracket, comma, closingBrace, closingBracket, colon] = [...'"{[,}]:'].map((sign) => sign.charCodeAt(0))

const isSpace = (sign: number) => sign === 32 || sign === 10 || sign === 13 || sign === 9

/** A number, or one of the three words. */
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What may come next: one of these, or the end of a list or an object that has nothing yet. */
type Next = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

export type StructureOptions = { what?: string; checkField?: (name: string, characters: number) => void }

/** With so many signs one character may be written: `\ud83d\ude00`. */
const signsOfCharacter = 12

/**
 * Refuses what JSON.parse would take long for (half a million brackets) or lets pass (a key given twice, of which it keeps the last),
 * and whatever is no JSON: V8 keeps a text that it could not parse, as the source of its error, until it looks through all of its
 * memory, and everybody waits for that.
 *
 * @param what is looked through, as a sentence begins with it.
 * @param checkField hears, before anything is parsed, of each text that is a field of the whole: its name, and how many characters it
 *   has at least. It may refuse it.
 */
export function checkStructure(
  text: string,
  maxDepth: number,
  maxParts: number,
  { what = 'The body', checkField }: StructureOptions = {},
): void {
  const notJson = () => badInput(`${what} is not valid JSON.`)
  // The keys of each object that is open; nothing for a list.
  const open: (Set<string> | undefined)[] = []
  let parts = 0
  let next: Next = 'value'
  let name = ''
  const isValueNext = () => next === 'value' || next === 'value or end'
  const behindValue = (): Next => (open.length > 0 ? 'comma or end' : 'nothing')
  const begin = (keys: Set<string> | undefined) => {
    if (!isValueNext()) throw notJson()
    open.push(keys)
    if (open.length > maxDepth) throw badInput(`${what} is nested more than ${maxDepth} levels deep.`)
    next = keys ? 'key or end' : 'value or end'
  }
  const end = (isObject: boolean) => {
    const isInside = open.length > 0 && (open.at(-1) !== undefined) === isObject
    if (!isInside || (next !== 'comma or end' && next !== (isObject ? 'key or end' : 'value or end'))) throw notJson()
    open.pop()
    next = behindValue()
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isSpace(sign)) continue
    if (sign === brace || sign === bracket || sign === comma) {
      parts += 1
      if (parts > maxParts) throw badInput(`${what} has more than ${maxParts} values.`)
    }
    if (sign === quote) {
      const last = endOfString(text, at)
      if (last === undefined) throw notJson()
      if (next === 'value' && open.length === 1) checkField?.(name, Math.ceil((last - at - 1) / signsOfCharacter))
      if (next === 'key' || next === 'key or end') {
        const key = keyOf(text.slice(at, last + 1))
        const keys = open.at(-1)
        if (keys?.has(key)) throw badInput(`${what} gives the key ${shown(key)} twice.`)
        keys?.add(key)
        name = key
        next = 'colon'
      } else if (isValueNext()) next = behindValue()
      else throw notJson()
      at = last
    } else if (sign === colon && next === 'colon') next = 'value'
    else if (sign === comma && next === 'comma or end') next = open.at(-1) ? 'key' : 'value'
    else if (sign === brace) begin(new Set())
    else if (sign === bracket) begin(undefined)
    else if (sign === closingBrace) end(true)
    else if (sign === closingBracket) end(false)
    else if (isValueNext()) {
      literal.lastIndex = at
      if (!literal.test(text)) throw notJson()
      at = literal.lastIndex - 1
      next = behindValue()
    } else throw notJson()
  }
  if (next !== 'nothing') throw notJson()
}

const space = ' '.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const u = 'u'.charCodeAt(0)

/** Of the signs that a backslash may stand before, `u` with four digits behind it apart. */
const isEscaped = new Uint8Array(128)
for (const sign of '"\\/bfnrt') isEscaped[sign.charCodeAt(0)] = 1

const fourDigits = /[\da-fA-F]{4}/y

/** Where a string ends that begins here, if it does, and has no sign that must be escaped and no backslash before what it cannot escape. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) return at
    if (sign < space) return undefined
    if (sign !== backslash) continue
    at += 1
    const escaped = text.charCodeAt(at)
    if (isEscaped[escaped] === 1) continue
    fourDigits.lastIndex = at + 1
    if (escaped !== u || !fourDigits.test(text)) return undefined
    at += 4
  }
  return undefined
}

const keyOf = (token: string): string => (token.includes('\\') ? JSON.parse(token) : token.slice(1, -1))
