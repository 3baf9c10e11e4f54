/** Reads the documents of the repository: their fenced blocks, headings, links and what is written as code in their sentences. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Block = {
  /** The document, as a path from the top of the repository. */
  page: string
  /** Line of its opening fence. */
  line: number
  /** The word after the fence: `sh`, `json`, … */
  kind: string
  text: string
  /** The block right behind it, with nothing but empty lines between: what it printed. */
  printed?: Block
  /** Whether it is what the block before it printed. */
  isPrinted: boolean
  /** The heading that it stands under. */
  heading: string
}

export type Page = {
  path: string
  text: string
  /** Without its fenced blocks. */
  prose: string
  blocks: Block[]
  headings: string[]
}

/** Blocks that run, and what they printed may stand behind. */
const running = ['sh']
const printing = ['json', 'text']

/** The documents, README.md first, since what its examples write is there when the others are run. */
export const pages: Page[] = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|\.git|\.data)$/.test(name),
})
  .sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1))
  .map((path) => read(path, readFileSync(resolve(root, path), 'utf8')))

export function read(path: string, text: string): Page {
  const page: Page = { path, text, prose: '', blocks: [], headings: [] }
  let open: Block | undefined
  let isBehindBlock = false
  for (const [index, line] of text.split('\n').entries()) {
    const [, kind] = /^\s*```(.*)$/.exec(line) ?? []
    if (open && kind !== undefined) {
      const before = page.blocks.at(-1)
      if (before && isBehindBlock && running.includes(before.kind) && printing.includes(open.kind)) {
        before.printed = open
        open.isPrinted = true
      }
      page.blocks.push(open)
      open = undefined
      isBehindBlock = true
    } else if (open) open.text += `${line}\n`
    else if (kind !== undefined) {
      open = { page: path, line: index + 1, kind, text: '', isPrinted: false, heading: page.headings.at(-1) ?? '' }
    } else {
      if (line.trim() !== '') isBehindBlock = false
      const [, heading] = /^#+ (.*)$/.exec(line) ?? []
      if (heading) page.headings.push(heading)
      page.prose += `${line}\n`
    }
  }
  if (open) throw new Error(`${path}:${open.line} opens a block that does not end`)
  return page
}

export const allBlocks: Block[] = pages.flatMap(({ blocks }) => blocks)

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`

/** The links of a text: what they lead to. */
export const linksOf = (prose: string): string[] => [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** The code spans of a sentence. */
export const codeIn = (prose: string): string[] => [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** The name by which a heading is linked to, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
