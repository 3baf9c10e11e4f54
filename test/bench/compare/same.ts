/** Whether two contenders answer the same. */
import { isDeepStrictEqual } from 'node:util'
import type { Asked } from './load.ts'

/**
 * Asks everything once of each and compares the answers.
 *
 * @param loosely says which of them spell values in a way of their own: numbers as strings, times with an offset, enums in capitals.
 * @throws Error that shows the first answers that differ.
 */
export async function checkSame(asked: { name: string; asked: Asked; loosely: boolean }[]): Promise<void> {
  const first = asked[0]
  if (!first) return
  for (const other of asked.slice(1)) {
    const loosely = first.loosely || other.loosely
    const read = (text: string) => (loosely ? loose(content(text)) : content(text))
    for (let number = 0; number < first.asked.requests.length; number += 1) {
      const [one, two] = [await answer(first.asked, number), await answer(other.asked, number)]
      if (isDeepStrictEqual(read(one), read(two))) continue
      const path = first.asked.requests[number]?.path
      throw new Error(
        `${path}: ${first.name} and ${other.name} answer differently:\n${one.slice(0, 2_000)}\n${two.slice(0, 2_000)}`,
      )
    }
  }
}

async function answer({ address, headers, requests }: Asked, number: number): Promise<string> {
  const { method, path, body, headers: own } = requests[number % requests.length] ?? { method: 'GET', path: '/' }
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const response = await fetch(`${address}${path}`, { method, headers: { ...headers, ...own, ...type }, body: body ?? null })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1_000)}`)
  return text
}

/** Without what is told of the cost. An answer that holds nothing is not worth measuring. */
function content(text: string): unknown {
  const answer = JSON.parse(text) as { data?: object; errors?: unknown; extensions?: unknown } | null
  if (!answer || answer.errors !== undefined || holdsNothing(answer))
    throw new Error(`This is no answer: ${text.slice(0, 1_000)}`)
  const { extensions: _, ...rest } = answer
  return rest
}

/** Whether a list in it is empty, or a record is missing. */
function holdsNothing(answer: object): boolean {
  const parts = Object.values('data' in answer ? (answer.data as object) : answer)
  const nodes = (part: unknown) => (part as { nodes?: unknown[] } | null)?.nodes ?? part
  return parts.every((part) => part === null || (Array.isArray(nodes(part)) && (nodes(part) as unknown[]).length === 0))
}

const isTime = /^\d{4}-\d\d-\d\dT/

/** The same value for all spellings of it. */
function loose(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loose)
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    // A record that PostGraphile reaches through a line of an order.
    if (entries.length === 1 && entries[0]?.[0] === 'only') return loose(entries[0][1])
    return Object.fromEntries(entries.map(([key, inner]) => [key, loose(inner)]))
  }
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  return isTime.test(value) ? Date.parse(value) : value.toLowerCase()
}
