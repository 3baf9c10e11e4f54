/** Reads a body that lists records: a JSON array, or one JSON object a line, each within the bounds of a body of its own. */
import { setImmediate } from 'node:timers/promises'
import { listBounds, restBounds } from '../config/limits.ts'
import { readJsonValues } from '../http/json-body.ts'
import { badInput } from '../values/errors.ts'

/** Characters that are read before other requests have their turn: a few milliseconds of work. */
const turnCharacters = 65_536

/**
 * Reads the records one after the other; other requests have their turn in between.
 *
 * @param most the most records that are read.
 * @param take is given each record and its place.
 * @returns how many there are.
 * @throws Refusal BAD_INPUT for a text that is no list of objects, naming the place of the one at fault, or for one beyond its bounds.
 */
export async function readRecordList(
  text: string,
  most: number,
  take: (record: Record<string, unknown>, index: number) => void,
): Promise<number> {
  let count = 0
  let values = 0
  let read = 0
  for (const part of text.trimStart().startsWith('[') ? itemsOf(text) : linesOf(text)) {
    read += part.length + 1
    if (read > turnCharacters) {
      read = 0
      await setImmediate()
    }
    if (part === '') continue
    if (count === most) throw badInput(`The body lists more than ${most} records.`)
    const found = readJsonValues(part, restBounds, `Record ${count} of the body`)
    values += found.values
    if (values > listBounds.values) throw badInput(`The records of the body have more than ${listBounds.values} values together.`)
    take(found.object, count)
    count += 1
  }
  return count
}

/** The lines of a text; blank ones are empty. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    checkLength(end - start)
    yield text.slice(start, end).trim()
    start = end + 1
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
    checkLength(found.index - start)
    if (sign === '"') {
      signs.lastIndex = endOfText(text, found.index)
      continue
    }
    if (sign === '[' || sign === '{') depth += 1
    if (sign === ']' || sign === '}') depth -= 1
    if (depth > restBounds.levels) throw badInput(`The body is nested more than ${restBounds.levels} levels deep.`)
    const isEnd = depth === 0
    if (!isEnd && !(sign === ',' && depth === 1)) continue
    const item = text.slice(start, found.index)
    if (item.trim() === '' && !(isEnd && isFirst)) break
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
    checkLength(found.index - start)
    ends.lastIndex += 1
  }
  return text.length
}

/** @throws Refusal BAD_INPUT for a record that is longer than a body may be. */
function checkLength(characters: number): void {
  if (characters > listBounds.characters)
    throw badInput(`A record of the body is longer than ${listBounds.characters} characters.`)
}
