/** The rules of metadata records: their limits, and how two are merged. Pure. */
import { badInput } from '../../values/errors.ts'
import { neverKey } from '../../values/never-key.ts'
import { keptForm, pathOfUnkept } from '../../values/number.ts'
import { shown } from '../../values/text.ts'

export type Data = Record<string, unknown>

export const maxBytes = 65_536
export const maxDepth = 32
export const maxKeys = 500

const refused = (message: string) => badInput(message, 'data')

/**
 * Takes a value as a metadata record: an object whose JSON text has at most 64 KiB, at most 32 levels deep, with at most
 * 500 keys in all, an item of a list counting as one.
 *
 * Looks at it without recursion, since clients choose the depth.
 *
 * @throws Refusal BAD_INPUT naming the limit that is passed.
 */
export function readData(value: unknown): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('metadata must be an object.')
  const waiting: { holder: object; depth: number }[] = [{ holder: value, depth: 1 }]
  let keys = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { holder, depth } = next
    if (depth > maxDepth) throw refused(`metadata must be at most ${maxDepth} levels deep.`)
    for (const [key, item] of Object.entries(holder)) {
      keys += 1
      if (keys > maxKeys) throw refused(`metadata must have at most ${maxKeys} keys, items of lists included.`)
      if (key.includes('\u0000')) throw refused('A key of metadata must not contain the NUL character.')
      // JavaScript takes it for something else on the way, and it would be lost in silence.
      if (key === neverKey) throw refused(`A key of metadata must not be ${neverKey}.`)
      characters += key.length
      if (typeof item === 'string') characters += item.length
      if (typeof item === 'object' && item !== null) waiting.push({ holder: item, depth: depth + 1 })
    }
  }
  // A text of a megabyte is not written to be counted.
  const text = characters > maxBytes ? undefined : JSON.stringify(value)
  if (text === undefined || Buffer.byteLength(text) > maxBytes)
    throw refused(`metadata must have at most ${maxBytes} bytes as JSON.`)
  // As it will be read again, as a plain object.
  return JSON.parse(text) as Data
}

/**
 * Refuses numbers that would not be kept as they were sent.
 *
 * @throws Refusal BAD_INPUT naming the path to the number.
 */
export function checkNumbers(value: unknown): void {
  const path = pathOfUnkept(value)
  if (path !== undefined) throw refused(`${shown(`metadata${path}`)} must be ${keptForm}.`)
}

/** Puts new keys beside the old ones or in their place; only the top level is merged. */
export const merged = (old: Data, data: Data): Data =>
  readData(Object.fromEntries([...Object.entries(old), ...Object.entries(data)]))
