/** No regular expression of `src` takes longer than its text is long: clients choose most of the texts. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

// The build for browsers: nothing but JavaScript, where the package's main file starts its native program.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck')

const source = resolve(import.meta.dirname, '..', 'src')

type Expression = { pattern: string; flags: string; file: string }

/** The regular expressions a file writes down, and the calls by which it would make others when it runs. */
function found(file: string, text: string): { expressions: Expression[]; made: string[] } {
  const expressions: Expression[] = []
  const made: string[] = []
  const waiting: unknown[] = [parseAst(text, { lang: 'ts' })]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { type, regex, callee } = node as { type?: string; regex?: Omit<Expression, 'file'>; callee?: { name?: string } }
    if (type === 'Literal' && regex) expressions.push({ ...regex, file })
    if (callee?.name === 'RegExp') made.push(file)
    waiting.push(...Object.values(node))
  }
  return { expressions, made }
}

// Repetitions up to a bound are judged exactly too; by default those above 30 are only tried with guessed texts.
const options = { maxRepeatCount: 1_000, maxSimpleRepeatCount: 1_000, maxNFASize: 100_000, timeout: 60_000 }

/** How the time grows with the text, unless it grows no faster. */
function fault({ pattern, flags, file }: Expression): string[] {
  const found = checkSync(pattern, flags, options)
  if (found.status === 'safe') return []
  return [`/${pattern}/${flags} in ${file}: ${found.status === 'vulnerable' ? found.complexity.summary : found.error.kind}`]
}

const all = globSync('**/*.{ts,js}', { cwd: source }).map((file) => found(file, readFileSync(resolve(source, file), 'utf8')))

describe('the regular expressions of src', () => {
  it('collects the regular expressions of src', () => {
    expect(all.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(40)
  })

  it('take no longer than in proportion to their text', () => {
    const once = new Map(all.flatMap(({ expressions }) => expressions).map((each) => [`/${each.pattern}/${each.flags}`, each]))
    expect([...once.values()].flatMap(fault)).toEqual([])
  })

  it('are all written down: one that is made when the server runs could not be judged', () => {
    expect(all.flatMap(({ made }) => made)).toEqual([])
  })

  it.each([
    [String.raw`const item = /\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/y`, '3rd degree polynomial'],
    [`text.replace(/%+$/, '')`, '2nd degree polynomial'],
    [String.raw`const isWords = (text: string): boolean => /^(?:\w+ ?)*$/.test(text)`, 'exponential'],
  ])('would be found at fault as %s', (text, growth) => {
    expect(found('a.ts', text).expressions.flatMap(fault)).toEqual([expect.stringContaining(growth)])
  })

  it('would be found at fault when made by new RegExp', () => {
    expect(found('a.ts', 'const pattern = new RegExp(text)').made).toEqual(['a.ts'])
  })
})
