/** Comments open with their subject, a thing in the code, and not with a relative clause. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pages.ts'

/** The beginning of a comment, or of a line of a block comment, with one of the refused words. */
const opener = /(?:\/\*\*?|^[^\S\n]*\*|\/\/) *(?:What|Who|Whoever|Whatever|That|Those) /gm

/**
 * The most openers of each folder of `src` that is not rewritten yet; other folders may have none. These numbers only fall: lower
 * one whenever its folder has fewer.
 */
const remaining: Readonly<Record<string, number>> = {
  resources: 64,
  rest: 19,
  schema: 11,
}

const countOpeners = (text: string): number => text.match(opener)?.length ?? 0

/** Openers of each folder of `src` that has any; files directly in `src` count as `.`. */
function openersByFolder(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const path of globSync('**/*.{ts,js,css}', { cwd: resolve(root, 'src') })) {
    const [folder = '', ...rest] = path.split(/[\\/]/)
    const key = rest.length > 0 ? folder : '.'
    const count = countOpeners(readFileSync(resolve(root, 'src', path), 'utf8'))
    if (count > 0) counts[key] = (counts[key] ?? 0) + count
  }
  return counts
}

describe('plain words', () => {
  it.each([
    ['/** What a request asks for. */', 1],
    ['/** Whoever sends it. */', 1],
    ['/*\n * Whatever comes.\n */', 1],
    ['  // That it fails is no fault.\n  // Those of others are kept.', 2],
    ['const a = 1 // What is left.', 1],
    ['/** The target of a request: what it asks for. */', 0],
    ['// Thatched. Whose it is.', 0],
    ["const text = 'What is it?'", 0],
  ])('counts openers: %s', (text, count) => {
    expect(countOpeners(text)).toBe(count)
  })

  it('opens no comment in src with What, Who, Whoever, Whatever, That or Those, but for the folders that are not rewritten yet', () => {
    const counts = Object.entries(openersByFolder())
    expect(counts.filter(([folder, count]) => count > (remaining[folder] ?? 0))).toEqual([])
  })
})
