/** Every pasted example of every document, run against one server in the order of the documents, and held to what it printed. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inSight } from '../support/every-statement.ts'
import { faultOf, named } from './answer.ts'
import { notRun, reasonOf } from './not-run.ts'
import { allBlocks, type Block, placeOf } from './pages.ts'
import { exchangesOf, operate, type Server, type Shell, startServer, startShell } from './running.ts'

// They show the start with nothing but Node, which is the embedded database; what is answered is the same on PostgreSQL,
// which all other tests hold.
const isEmbedded = 'dataDir' in inject('template')

let server: Server
let shell: Shell
/** Random names of the documents, and what they are in this run. */
const names: [printed: string, actual: string][] = []

const withNames = (text: string): string => names.reduce((sum, [printed, actual]) => sum.replaceAll(printed, actual), text)

function compare(kind: string, printed: string, output: string) {
  const actual = server.toDocument(output.replaceAll('\r', ''))
  expect(faultOf(kind, printed, actual)).toBeUndefined()
  names.push(...named(printed, actual))
}

describe.skipIf(!isEmbedded)('The examples of the documents, on the embedded database', () => {
  beforeAll(async () => {
    server = await startServer()
    shell = startShell()
  })
  afterAll(async () => {
    server.remove()
  })

  const shown = (blocks: Block[]) => blocks.map((block): [string, Block] => [placeOf(block), block])
  const commands = allBlocks.filter(({ kind }) => kind === 'sh')

  it.each(shown(commands.filter(reasonOf)))('%s is not run, for a reason that is told', async (_place, block) => {
    const screen = reasonOf(block)?.shows === 'screen'
    if (screen && block.printed) compare(block.printed.kind, block.printed.text, server.screen)
  })

  it.each(shown(commands.filter((block) => !reasonOf(block))))('%s prints what stands behind it', async (_place, block) => {
    const { code, output } = await shell.run(server.toHere(withNames(block.text)))
    expect(code, output).toBe(0)
    if (block.printed) compare(block.printed.kind, block.printed.text, output)
    else expect(output).not.toMatch(/"errors":|"userErrors":\[\{/)
  })

  it('lets the server end, whose database the commands of operators want', async () => {
    await shell.end()
    await server.end()
  })

  it.each(shown(allBlocks.filter(({ kind }) => kind === 'console')))(
    '%s shows what its commands print',
    async (_place, block) => {
      for (const { command, printed } of exchangesOf(block.text)) {
        const output = await inSight(() => operate(server.dataDir, withNames(command)))
        expect(faultOf('text', printed, output), command).toBeUndefined()
        names.push(...named(printed, output))
      }
    },
  )
})

describe('The blocks that are not run', () => {
  it('are those that are listed, each once', () => {
    const found = notRun.map(({ page, has }) => commands_(page, has).map(placeOf))
    expect(found.map(({ length }) => length)).toEqual(notRun.map(() => 1))
  })
})

const commands_ = (page: string, has: string): Block[] =>
  allBlocks.filter((block) => block.kind === 'sh' && block.page === page && block.text.includes(has))
