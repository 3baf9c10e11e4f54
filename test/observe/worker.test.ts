/** The metrics of `tandem work`, a process without a server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openStore } from '../support/store.ts'

const root = resolve(import.meta.dirname, '../..')

it.skipIf('dataDir' in inject('template'))(
  'tandem work shows its metrics at an address of their own, until it ends',
  async () => {
    const { url = '' } = await openStore({ isApart: true })
    const env = { PATH: process.env.PATH, DATABASE_URL: url, METRICS_PORT: '0' }
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.js', 'work'], {
      cwd: root,
      env,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    await expect.poll(() => text, { timeout: 40_000 }).toContain('Ctrl+C ends it')
    const [shown = ''] = /http:\S+\/metrics/.exec(text) ?? []
    const metrics = await (await fetch(shown)).text()
    expect(metrics).toMatch(/^tandem_info\{version="[\d.]+",database="postgresql"\} 1$/m)
    expect(metrics).toMatch(/^tandem_renewals_due \d+$/m)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    await expect(fetch(shown)).rejects.toThrow()
  },
)
