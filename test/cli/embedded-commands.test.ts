/** The operator's commands over an embedded database, which each of them opens: in this process and in processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import { seededIn } from '../support/embedded.ts'
import { inSight } from '../support/every-statement.ts'

const root = resolve(import.meta.dirname, '..', '..')
const node = resolve(root, 'node_modules/.bin/node')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-commands-'))
beforeAll(() => seededIn(dataDir))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs `tandem …` in this process. */
async function tandem(...args: string[]) {
  const { code, out, err } = await inSight(() => runCommand({ DATA_DIR: dataDir }, args))
  return { code, out, err }
}

/** Runs `tandem …` in a process of its own. */
async function tandemProcess(...args: string[]) {
  // A process of a second is over before a better compilation of the embedded database has paid for itself.
  const options = ['--disable-warning=ExperimentalWarning', '--liftoff-only']
  const child = spawn(node, [...options, 'src/cli/tandem.js', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    timeout: 60_000,
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out: out.trim(), err: err.trim() }
}

describe('Over an embedded database', { timeout: 60_000 }, () => {
  test.each([['key list'], ['doctor --json'], ['store list --help']])(
    'a command in a process of its own writes the same, and ends with the same code: %s',
    async (command) => {
      const args = command.split(' ')
      expect(await tandemProcess(...args)).toEqual(await tandem(...args))
    },
  )

  test('each command reads what those before it wrote', async () => {
    const create = ['key', 'create', '--store', '2', '--scopes', 'read_orders', '--name', 'Warehouse', '--json']
    const { client_id: id } = JSON.parse((await tandem(...create)).out)
    expect(await tandem('key', 'revoke', id)).toEqual({ code: 0, out: `${id} is revoked.`, err: '' })
    const { out } = await tandemProcess('key', 'list', '--store', '2', '--json')
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ client_id: id, revoked_at: expect.any(String) }))
  })
})
