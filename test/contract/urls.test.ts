/** Every `url` that an answer shows can be followed with the credential that was shown it. */
import { describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

/** Lists and single records of merchants whose paths have no part to fill in. */
const open = table
  .filter(({ method, path }) => method === 'GET' && !path.includes('{') && !path.startsWith('/v1/store/api/'))
  .map(({ path }) => path)

/** Paths of records, shown anywhere in an answer. */
function urlsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'url' && typeof inner === 'string' && inner.startsWith('/v1/') ? [inner] : urlsIn(inner),
  )
}

/** Follows what the answers show, and what those show, until nothing is new; each kind of path is followed a few times. */
async function follow(paths: readonly string[], as: string) {
  const followed = new Map<string, string[]>()
  const waiting = [...paths]
  while (waiting.length > 0) {
    const path = waiting.pop() as string
    const kind = path.replace(/\d+/g, '#').replace(/\?.*/, '')
    const before = followed.get(kind) ?? []
    if (before.includes(path) || before.length >= 5) continue
    followed.set(kind, [...before, path])
    const { status, body } = await store.rest(path, as)
    expect({ path, status }).toEqual({ path, status: 200 })
    waiting.push(...urlsIn(body))
  }
  return [...followed.keys()].filter((kind) => kind.includes('#'))
}

describe('Every url that an answer shows', () => {
  it('can be followed by a merchant', async () => {
    const kinds = await follow(
      open.map((path) => `${path}?limit=100`),
      store.merchant,
    )
    expect(kinds.length).toBeGreaterThanOrEqual(9)
  })
})
