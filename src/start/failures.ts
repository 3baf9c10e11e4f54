/**
 * Logs internal errors: one line for a request with any number of them, and the stack of a kind once a minute. An outage of the database,
 * which fails everything alike, has one line a minute.
 */
import { LRUCache } from 'lru-cache'
import { codesOf, outageOf } from '../db/outage.ts'
import { DocumentFault } from '../read/plan/document-fault.ts'
import { cutText } from '../values/text.ts'

type LogLine = (fields: object, message: string) => void

/** The app's log; pino's loggers fit. One without `debug` leaves those lines out. */
export type Log = Record<'info' | 'warn' | 'error', LogLine> & { debug?: LogLine }

const maxKinds = 200
const stackMilliseconds = 60_000
const messageCharacters = 500
const stackCharacters = 4_000

/** Creates the function that logs the errors of one piece of work, at least one. */
export function failureLog(log: Log): (errors: readonly unknown[], message: string, fields?: object) => void {
  const known = new LRUCache<string, true>({ max: maxKinds, ttl: stackMilliseconds })
  const outages = new Map<string, { loggedAt: number; unlogged: number }>()

  /** How many failures of an outage have had no line since its last one; undefined for one that has no line either. */
  function outageLine(outage: string): number | undefined {
    const last = outages.get(outage)
    if (last && performance.now() - last.loggedAt < stackMilliseconds) {
      last.unlogged += 1
      return undefined
    }
    outages.set(outage, { loggedAt: performance.now(), unlogged: 0 })
    return last?.unlogged ?? 0
  }

  return ([first, ...others], message, fields = {}) => {
    const named = first instanceof Error ? first : new Error(String(first))
    const error = named instanceof DocumentFault ? named.cause : named
    const outage = outageOf(error)
    const unlogged = outage ? outageLine(outage) : 0
    if (unlogged === undefined) return
    const type = error.constructor.name
    const codes = [...new Set(codesOf(error))]
    const kind = [type, ...codes, placeOf(error)].join(' ')
    const isNew = !known.has(kind)
    if (isNew) known.set(kind, true)
    const failure = {
      type,
      codes,
      message: cutText(named.message.trim(), messageCharacters),
      ...(isNew && { stack: cutText(error.stack ?? '', stackCharacters) }),
    }
    const more = { ...(others.length > 0 && { others: others.length }), ...(unlogged > 0 && { unlogged }) }
    log.error({ ...fields, failure, ...more }, message)
  }
}

/** The place in our own code an error comes from, or the first there is. */
function placeOf({ stack = '', message }: Error): string {
  const places = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
  return (places.find((place) => place.includes('/src/') && !place.includes('node_modules')) ?? places[0] ?? '').trim()
}
