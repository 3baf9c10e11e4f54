/** Bounds the changes in a log entry: of objects only the keys that differ, and of long values the beginning. */

import { isObject } from '../values/object.ts'
import { characterCount, cutText, isLongerThan } from '../values/text.ts'
import { type Changes, sameValue } from './changes.ts'

const valueCharacters = 500
const keyCharacters = 200
const entryCharacters = 4_000

/** A change as the log stores it; `cut` states that values were shortened. */
type KeptChange = { from: unknown; to: unknown; cut?: string }

/**
 * Cuts changes to some thousand characters, however much was written.
 *
 * @param changes with values as JSON has them.
 */
export function boundedChanges(changes: Changes): Record<string, KeptChange> {
  const columns = Object.entries(changes)
  const room = entryCharacters / columns.length
  return Object.fromEntries(
    columns.map(([name, { from, to }]) => {
      // A created or deleted record has values on one side only.
      const isOfKeys = isObject(from ?? to) && isObject(to ?? from)
      return [name, isOfKeys ? keysThatDiffer(from as Keys, to as Keys, room) : values(from, to, room)]
    }),
  )
}

type Keys = Record<string, unknown> | null

function values(from: unknown, to: unknown, room: number): KeptChange {
  const most = Math.min(valueCharacters, Math.floor(room / 2))
  return { from: cutValue(from, most), to: cutValue(to, most) }
}

function keysThatDiffer(from: Keys, to: Keys, room: number): KeptChange {
  const before = new Map(Object.entries(from ?? {}))
  const after = new Map(Object.entries(to ?? {}))
  const isChanged = (key: string) => before.has(key) !== after.has(key) || !sameValue(before.get(key), after.get(key))
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(isChanged)
  const kept = new Set<string>()
  let left = room
  for (const key of changed) {
    const size = lengthOf(key) + lengthOf(cutValue(before.get(key))) + lengthOf(cutValue(after.get(key)))
    if (isLongerThan(key, keyCharacters) || size > left) continue
    left -= size
    kept.add(key)
  }
  const bounded = (side: Map<string, unknown>) =>
    Object.fromEntries([...side].flatMap(([key, value]) => (kept.has(key) ? [[key, cutValue(value)]] : [])))
  const untold = changed.length - kept.size
  return {
    from: from && bounded(before),
    to: to && bounded(after),
    ...(untold > 0 && { cut: `${untold} more ${untold === 1 ? 'key' : 'keys'} changed.` }),
  }
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** A value; a long one becomes the beginning of its text and its length. */
function cutValue(value: unknown, most = valueCharacters): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return isLongerThan(text, most) ? `${cutText(text, most)} … (cut: ${characterCount(text)} characters in all)` : value
}
