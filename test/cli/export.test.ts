/** `tandem export` over a database of a test's own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { runCommand } from '../support/command.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { openStore } from '../support/store.ts'

const template = inject('template')
const directory = mkdtempSync(join(tmpdir(), 'tandem-export-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const dataDir = join(directory, 'data')
if ('dataDir' in template) copyToDirectory(template.dataDir, dataDir)
const store = await openStore()

const run = (...args: string[]) =>
  runCommand('dataDir' in template ? { DATA_DIR: dataDir } : { DATABASE_URL: store.url }, ['export', '--store', '1', ...args])

const lists = table.filter(
  ({ answer, method, path }) => answer === 'list' && method === 'GET' && /^\/v1\/(?!store\/)[^{]*$/.test(path),
)

describe('tandem export', () => {
  it('writes each list of a store into a file, with all its rows', async () => {
    const to = join(directory, 'lines')
    const { code, text } = await run('--to', to, '--json')
    expect(code, text).toBe(0)
    const { files } = JSON.parse(text.slice(text.lastIndexOf('{"files"')))
    expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(lists.map(({ path }) => path).sort())
    expect(readdirSync(to).sort()).toEqual(files.map(({ file }: { file: string }) => file).sort())
    for (const { path, file, rows } of files) {
      const lines = readFileSync(join(to, file), 'utf8').split('\n').slice(0, -1)
      expect({ path, rows: lines.length }).toEqual({ path, rows })
      const all = await store.rest(
        `${path}?limit=1000${lists.find((row) => row.path === path)?.variables.has('archived') ? '&archived=true' : ''}`,
      )
      expect(lines.map((line) => JSON.parse(line))).toEqual(all.body.results)
      expect(statSync(join(to, file)).mode & 0o077).toBe(0)
    }
  })

  it('counts records of CSV, not lines', async () => {
    const to = join(directory, 'csv')
    const { code, text } = await run('--to', to, '--format', 'csv', '--json')
    expect(code, text).toBe(0)
    const { files } = JSON.parse(text.slice(text.lastIndexOf('{"files"')))
    for (const { file, rows } of files) expect(parse(readFileSync(join(to, file), 'utf8'))).toHaveLength(rows + 1)
  })

  it('refuses a folder that has files, and a store that there is not', async () => {
    expect(await run('--to', directory)).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        `The folder ${directory} is not empty; name a new one, so that no file of another export stays in it.`,
      ),
    })
    const { code, text } = await run('--to', join(directory, 'none'), '--store', '99')
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('There is no store 99.') })
  })
})
