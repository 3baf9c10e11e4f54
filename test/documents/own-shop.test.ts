/** The commands of the chapter on a shop of one's own, run in their order over a real server and held to what the chapter says they print. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installed, installed, type Running } from '../copies/installed.ts'
import { today } from '../support/template.ts'
import { faultOf } from './answer.ts'
import { isOfOwnShop } from './not-run.ts'
import { allBlocks, type Block, placeOf } from './pages.ts'
import { type Shell, startShell } from './running.ts'

const blocks = allBlocks.filter((block) => block.kind === 'sh' && isOfOwnShop(block))
const isOfOperator = ({ text }: Block) => text.includes('npm run --silent tandem')

describe('The chapter on a shop of your own', () => {
  let original: Installed
  let shell: Shell
  let server: Running | undefined

  beforeAll(async () => {
    original = await installed()
    // The demo stores stand still, so that nothing falls due in them and ids are those of a fresh start.
    await original.within((db) => db.store.updateMany({ data: { hasTestClock: true, clockNow: today } }))
    shell = startShell()
    await shell.run(
      Object.entries(original.env)
        .map(([name, value]) => `export ${name}='${value}'`)
        .join('\n'),
    )
    server = await original.start()
  })
  afterAll(async () => {
    await shell.end()
    await server?.end()
    await original.remove()
  })

  it('makes its store first', () => {
    expect(blocks.map(isOfOperator)).toEqual([true, ...blocks.slice(1).map(() => false)])
    expect(blocks.length).toBeGreaterThan(5)
  })

  it.each(blocks.map((block): [string, Block] => [placeOf(block), block]))('%s does what it says', async (_place, block) => {
    const { code, output } = await shell.run(block.text.replaceAll('http://127.0.0.1:4000', server?.address ?? ''))
    expect(code, output).toBe(0)
    if (block.printed) expect(faultOf(block.printed.kind, block.printed.text, output)).toBeUndefined()
    else expect(output).toBe('')
  })
})
