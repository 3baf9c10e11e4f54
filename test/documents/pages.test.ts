/** The parts of the documents: links that lead somewhere, blocks of known kinds, and a README of one sitting. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize, resolve } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { faultOf, readAll } from './answer.ts'
import { allBlocks, anchorOf, type Block, codeIn, linksOf, type Page, pages, placeOf, read, root } from './pages.ts'
import { exchangesOf } from './running.ts'

const maxReadmeBytes = 14_336

const schema = buildSchema(readFileSync(resolve(root, 'schema.graphql'), 'utf8'))

/** The rules for a block of each kind, beyond what running it shows; a block of another kind is a mistake. */
const kinds: Record<string, (block: Block) => void> = {
  sh: ({ text }) => expect(text.trim()).not.toBe(''),
  console: ({ text }) => expect(exchangesOf(text).length).toBeGreaterThan(0),
  // An answer may leave things out.
  json: ({ text, isPrinted }) => void (isPrinted ? readAll(text) : JSON.parse(text)),
  // Printed text is compared; other text would be held to nothing.
  text: ({ isPrinted }) => expect(isPrinted).toBe(true),
  graphql: ({ text }) => expect(validate(schema, parse(text))).toEqual([]),
  yaml: ({ text }) => void parseYaml(text),
  ts: ({ text }) => void stripTypeScriptTypes(text),
  // It is applied by `contributing.test.ts`.
  diff: ({ text, page }) => {
    expect(page).toBe('src/README.md')
    expect(text).toMatch(/^\+\+\+ \S+\n/)
  },
}

const named = pages.map((page): [string, Page] => [page.path, page])

describe('A document', () => {
  it.each(named)('%s has links to what there is', (path, { prose }) => {
    const lost = linksOf(prose).filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file))
      if (!existsSync(resolve(root, target))) return true
      return (
        anchor !== undefined && !pages.find((page) => page.path === target)?.headings.some((each) => anchorOf(each) === anchor)
      )
    })
    expect(lost).toEqual([])
  })

  it.each(named)('%s names files that there are', (_path, { prose }) => {
    const paths = codeIn(prose).filter((code) => /^(src|test|prisma)\/[\w*./-]+$/.test(code))
    expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
  })

  it.each(named)('%s runs the commands of package.json that there are', (_path, { text }) => {
    const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
    const wanted = [...text.matchAll(/npm run (?:--silent )?(\w+)/g)].map(([, name = '']) => name)
    expect(wanted.filter((name) => !(name in scripts))).toEqual([])
  })

  it.each(allBlocks.map((block): [string, Block] => [placeOf(block), block]))(
    'has at %s a block of a known kind',
    (_at, block) => {
      const check = kinds[block.kind] ?? (() => expect(block.kind).toBeOneOf(Object.keys(kinds)))
      check(block)
    },
  )
})

describe('README.md', () => {
  const [readme] = pages

  it('is read in one sitting', () => {
    expect(Buffer.byteLength(readme?.text ?? '')).toBeLessThanOrEqual(maxReadmeBytes)
  })

  it('leads to every other document, to those of resources by their common page, and to those of the house by its map', () => {
    const others = pages.map(({ path }) => path).filter((path) => path !== 'README.md')
    const common = 'src/resources/README.md'
    const ofResources = linksOf(pages.find(({ path }) => path === common)?.prose ?? '').map((link) => `src/resources/${link}`)
    const ofHouse = linksOf(pages.find(({ path }) => path === 'src/README.md')?.prose ?? '').map((link) => `src/${link}`)
    expect([...linksOf(readme?.prose ?? ''), ...ofResources, ...ofHouse].filter((link) => link.endsWith('.md'))).toEqual(
      expect.arrayContaining(others),
    )
  })
})

describe('The map of the house', () => {
  it('has every file and folder of src', () => {
    const links = linksOf(pages.find(({ path }) => path === 'src/README.md')?.prose ?? '')
    const there = globSync('*', { cwd: resolve(root, 'src') }).filter((name) => name !== 'README.md')
    expect(there.filter((name) => !links.includes(name))).toEqual([])
  })
})

describe('A comparison', () => {
  it.each([
    ['json', '{"a":1,…}', '{"a":1,"b":2}'],
    ['json', '{…,"b":[1,…]}', '{"a":1,"b":[1,2]}'],
    ['json', '{"at":"2026-01-01T00:00:00Z"}', '{"at":"2031-12-31T23:59:59Z"}'],
    ['json', '{"id":115}', '{"id":119}'],
    ['json', '{"data":{}}', '{"data":{},"extensions":{"cost":{}}}'],
    ['json', '{"a":1}\n{"a":2}', '{"a":1}{"a":2}'],
    ['text', 'a\n…\nz', 'a\nb\nc\nz'],
    ['text', 'by eyJhbGci…', 'by eyJhbGci.eyJzdG9y.VHSL-Lq'],
  ])('of %s takes %s for %s', (kind, printed, actual) => {
    expect(faultOf(kind, printed, actual)).toBeUndefined()
  })

  it.each([
    ['json', '{"a":1}', '{"a":1,"b":2}', 'goes on with'],
    ['json', '{"a":1,…}', '{"a":1}', 'stands for nothing'],
    ['json', '{"a":1,…,"b":2}', '{"a":1,"b":2}', 'stands for nothing'],
    ['json', '{"b":2,…}', '{"a":1,"b":2}', 'has no'],
    ['json', '{"a":"x"}', '{"a":"y"}', 'printed as "x"'],
    ['json', '{"id":113}', '{"id":119}', 'printed as 113'],
    ['json', '{"a":1}', '{"a":1}{"a":2}', 'there are 2'],
    ['text', 'a\nz', 'a\nb\nz', 'It is now'],
  ])('of %s does not take %s for %s', (kind, printed, actual, fault) => {
    expect(faultOf(kind, printed, actual)).toContain(fault)
  })

  it('knows what stands right behind a block from what does not', () => {
    const page = read('x.md', '```sh\na\n```\n\n```json\n1\n```\ntext\n```json\n2\n```\n')
    expect(page.blocks.map(({ isPrinted }) => isPrinted)).toEqual([false, true, false])
    expect(() => read('x.md', '```sh\na\n')).toThrow('does not end')
  })
})
