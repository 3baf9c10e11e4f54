/** The commands of the chapter on backups, run over real databases and held to what the chapter says they print. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe as describeAlways, expect, inject, it } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { type Installed, installed, missing } from '../copies/installed.ts'
import { seededIn } from '../support/embedded.ts'
import { databaseUrl } from '../support/template.ts'
import { faultOf } from './answer.ts'
import { backupPage } from './not-run.ts'
import { allBlocks, type Block, placeOf } from './pages.ts'
import { type Shell, startShell } from './running.ts'

const template = inject('template')
const isOfServer = ({ text }: Block) => text.includes('postgresql://')
const commands = allBlocks.filter(({ kind, page }) => kind === 'sh' && page === backupPage)
const blocks = commands.filter((block) => isOfServer(block) === 'server' in template)

describeAlways('The chapter on backups', () => {
  it('has commands for either database, each of which is run on one', () => {
    expect(commands.filter(isOfServer).length).toBeGreaterThan(5)
    expect(commands.filter((block) => !isOfServer(block)).length).toBeGreaterThan(1)
  })
})

const describe = describeAlways.skipIf(missing !== undefined)

describe(`The commands of the chapter on backups${missing ? `, which ${missing}` : ''}`, () => {
  const files = mkdtempSync(join(tmpdir(), 'tandem-backup-'))
  const unique = randomUUID().replaceAll('-', '')
  const made = ['tandem_restored', 'tandem_by_hand', 'tandem_moved']
  const nameHere = (name: string) => `${name}_${unique}`
  /** The embedded database that is moved to a server. */
  const embedded = join(files, 'embedded')
  let original: Installed
  let shell: Shell

  beforeAll(async () => {
    original = await installed()
    // It notes where it runs.
    expect((await original.tandem('key', 'list')).code).toBe(0)
    shell = startShell()
    await shell.run(`export DATA_DIR=${original.env.DATA_DIR ?? embedded}`)
    if ('server' in template) await seededIn(embedded)
  }, 200_000)
  afterAll(async () => {
    await shell.end()
    await original.remove()
    rmSync(files, { recursive: true, force: true })
    rmSync(`${original.env.DATA_DIR}-lost`, { recursive: true, force: true })
    if (!('server' in template)) return
    for (const name of made)
      await withSession(template.server, ({ exec }) => exec(`DROP DATABASE IF EXISTS ${nameHere(name)} WITH (FORCE)`))
  })

  const onThisServer = (_url: string, name: string) => {
    const { DATABASE_URL: url = '' } = original.env
    return name === 'tandem' ? url : databaseUrl(url, name)
  }
  const toHere = (text: string) =>
    text
      .replaceAll('/tmp/', `${files}/`)
      .replaceAll(/(?<= )\.data/g, original.env.DATA_DIR ?? '')
      .replaceAll(new RegExp(made.join('|'), 'g'), nameHere)
      .replaceAll(/postgresql:\/\/postgres@127\.0\.0\.1:5432\/(\w+)/g, onThisServer)

  it.each(blocks.map((block): [string, Block] => [placeOf(block), block]))('%s is run', async (_place, block) => {
    const { code, output } = await shell.run(toHere(block.text))
    expect(code, output).toBe(0)
    if (block.printed) expect(faultOf(block.printed.kind, toHere(block.printed.text), output)).toBeUndefined()
    else expect(output).toBe('')
  })

  const acting = 'server' in template ? ['tandem_restored', 'tandem_moved'] : ['the directory']
  it.each(acting)('leave the database that was restored or moved acting, with all that was in it: %s', async (name) => {
    const env = 'server' in template ? `DATABASE_URL=${databaseUrl(original.env.DATABASE_URL ?? '', nameHere(name))} ` : ''
    const { output } = await shell.run(`${env}npm run --silent tandem -- work --once; ${env}npm run --silent tandem -- key list`)
    expect(output).toMatch(/^(Looked after|Nothing is due)/)
    expect(output).toContain('demo2')
  })
})
