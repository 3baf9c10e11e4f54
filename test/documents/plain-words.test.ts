/** Comments open with their subject, a thing in the code, and not with a relative clause. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pages.ts'

/** The beginning of a comment, or of a line of a block comment, with one of the refused words. */
const opener = /(?:\/\*\*?|^[^\S\n]*\*|\/\/) *(?:What|Who|Whoever|Whatever|That|Those) /gm

/** A description of the schema, in GraphQL or in Prisma's schema, that begins with one of the refused words. */
const describedBy = /^\s*(?:"""|\/\/\/|"""\n) *(?:What|Who|Whoever|Whatever|That|Those) /gm

const openersIn = (text: string): string[] => text.match(opener) ?? []

/** The openers in the files of a folder, each with its file; the examples below are none. */
function openersOf(folder: string): string[] {
  const exclude = ['**/node_modules/**', 'documents/plain-words.test.ts']
  const paths = globSync('**/*.{ts,tsx,js,css}', { cwd: resolve(root, folder), exclude })
  return paths.flatMap((path) => openersIn(readFileSync(resolve(root, folder, path), 'utf8')).map((found) => `${path}: ${found}`))
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
    expect(openersIn(text)).toHaveLength(count)
  })

  it.each(['src', 'test'])('opens no comment in %s with What, Who, Whoever, Whatever, That or Those', (folder) => {
    expect(openersOf(folder)).toEqual([])
  })

  it.each(['schema.graphql', 'prisma/schema.prisma'])('opens no description in %s so', (path) => {
    expect(readFileSync(resolve(root, path), 'utf8').match(describedBy) ?? []).toEqual([])
  })
})
