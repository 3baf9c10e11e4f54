/** Reads a body that lists records: a JSON array, or one JSON object a line, each within the bounds of a body of its own. */
import { setImmediate } from 'node:timers/promises'
import { readJsonObject } from '../http/json-body.ts'
import type { JsonBounds } from '../values/bounds.ts'
import { badInput } from '../values/errors.ts'

/** Characters that are read before other requests have their turn: about a millisecond of work. */
const turnCharacters = 262_144

/**
 * Reads the records one after the other.
 *
 * @param most the most records that are read.
 * @throws Refusal BAD_INPUT for a text that is no list of objects, naming the place of the one at fault.
 */
export async function readRecordList(text: string, bounds: JsonBounds, most: number): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  let read = 0
  for (const part of text.trimStart().startsWith('[') ? itemsOf(text) : linesOf(text)) {
    if (records.length === most) throw badInput(`The body lists more than ${most} records.`)
    records.push(readJsonObject(part, bounds, `Record ${records.length} of the body`))
    read += part.length
    if (read > turnCharacters) {
      read = 0
      await setImmediate()
    }
  }
  return records
}

/** The lines of a text that are not blank. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    if (line.trim() !== '') yield line
    start = end < 0 ? text.length : end + 1
  }
}

/** The texts of a JSON array's items, found by its brackets and quotes alone; each is read for itself. */
function* itemsOf(text: string): Generator<string> {
  const signs = /[[\]{},"]/g
  signs.lastIndex = text.indexOf('[') + 1
  let start = signs.lastIndex
  let depth = 1
  let isFirst = true
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [sign] = found
    if (sign === '"') {
      signs.lastIndex = endOfText(text, found.index)
      continue
    }
    if (sign === '[' || sign === '{') depth += 1
    if (sign === ']' || sign === '}') depth -= 1
    const isEnd = depth === 0
    if (!isEnd && !(sign === ',' && depth === 1)) continue
    const item = text.slice(start, found.index)
    if (!(isEnd && isFirst && item.trim() === '')) yield item
    if (isEnd) {
      if (text.slice(found.index + 1).trim() !== '') break
      return
    }
    isFirst = false
    start = found.index + 1
  }
  throw badInput('The body is not valid JSON.')
}

/** The place behind the quote that ends a text. */
function endOfText(text: string, start: number): number {
  const ends = /["\\]/g
  ends.lastIndex = start + 1
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    if (found[0] === '"') return ends.lastIndex
    ends.lastIndex += 1
  }
  return text.length
}
