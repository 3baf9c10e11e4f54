/** A first start that is killed, or crashes, while the demo store is made: nothing is left behind that holds the directory, and the next one works. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startOptions } from './support/start-options.ts'

const root = resolve(import.meta.dirname, '..')
const node = resolve(root, 'node_modules/.bin/node')

function start(dataDir: string, ...more: string[]): { child: ChildProcess; output: { text: string } } {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const options = [...startOptions, ...more, '--liftoff-only', 'src/launch.js', '--with-parent', 'src/server.ts']
  const child = spawn(node, options, { cwd: root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return { child, output }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

// Right after the directory is held, and while the database or its store is made.
it.each([0, 4_000])('killed %i ms after it holds the directory', async (milliseconds) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-first-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { child, output } = start(dataDir)
  let holder: number | undefined
  while (!holder) {
    if (child.exitCode !== null) throw new Error(output.text)
    await sleep(20)
    try {
      holder = Number(readFileSync(join(dataDir, 'pid'), 'utf8'))
    } catch {
      // Nothing holds it yet.
    }
  }
  expect(holder).not.toBe(child.pid)
  await sleep(milliseconds)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAt = performance.now()
  while (isRunning(holder)) {
    expect(performance.now() - killedAt).toBeLessThan(10_000)
    await sleep(20)
  }
  const next = start(dataDir)
  while (!next.output.text.includes('Try it')) {
    if (next.child.exitCode !== null) throw new Error(next.output.text)
    await sleep(50)
  }
})

it('makes the demo store once more where Node crashes over it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-first-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const crashing = `data:text/javascript,${encodeURIComponent(`
    import { existsSync, writeFileSync } from 'node:fs'
    const file = '${join(dataDir, 'crashed')}'
    if (process.argv.includes('seed') && !existsSync(file)) {
      writeFileSync(file, '')
      process.kill(process.pid, 'SIGSEGV')
    }
  `)}`
  const { child, output } = start(dataDir, '--import', crashing)
  while (!output.text.includes('Try it')) {
    if (child.exitCode !== null) throw new Error(output.text)
    await sleep(50)
  }
  expect(output.text).toContain('Node crashed (SIGSEGV) while it made the demo store, which is tried once more.\n')
})
