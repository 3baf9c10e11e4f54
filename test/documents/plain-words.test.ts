/** Comments open with their subject, a thing in the code, and not with a relative clause. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pages.ts'

/** The beginning of a comment, or of a line of a block comment, with one of the refused words. */
const opener = /(?:\/\*\*?|^[^\S\n]*\*|\/\/) *(?:What|Who|Whoever|Whatever|That|Those) /gm

/** A description of the schema, in GraphQL or in Prisma's schema, that begins with one of the refused words. */
const describedBy = /^\s*(?:"""|\/\/\/|"""\n) *(?:What|Who|Whoever|Whatever|That|Those) /gm

/** The most openers of src and of the tests, and the most descriptions. These numbers only fall: lower one whenever there are fewer. */
const most = { src: 8, tests: 75, descriptions: 8 }

const countOpeners = (text: string): number => text.match(opener)?.length ?? 0

/** The openers in the files of a folder. */
function countIn(folder: string): number {
  const paths = globSync('**/*.{ts,js,css}', { cwd: resolve(root, folder), exclude: ['**/node_modules/**'] })
  return paths.reduce((sum, path) => sum + countOpeners(readFileSync(resolve(root, folder, path), 'utf8')), 0)
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

  it('opens no comment in src with What, Who, Whoever, Whatever, That or Those', () => {
    expect(countIn('src')).toBeLessThanOrEqual(most.src)
  })

  it.each(['schema.graphql', 'prisma/schema.prisma'])('opens no description in %s so', (path) => {
    expect(readFileSync(resolve(root, path), 'utf8').match(describedBy)?.length ?? 0).toBeLessThanOrEqual(most.descriptions)
  })

  it('opens fewer and fewer comments of the tests so', () => {
    expect(countIn('test')).toBeLessThanOrEqual(most.tests)
  })
})
