/** The server that all clients ask: the real one in a process of its own, with the demo store in a directory of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server is: `http://127.0.0.1:…`. */
    address: string
  }
}

const root = resolve(import.meta.dirname, '../..')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-clients-'))
  const server = spawn(resolve(root, 'node_modules/.bin/node'), ['src/launch.js', '--with-parent', 'src/server.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  })
  let screen = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (screen += chunk))
  while (!screen.includes('Try it')) {
    if (server.exitCode !== null) throw new Error(screen)
    await new Promise((tick) => setTimeout(tick, 50))
  }
  project.provide('address', /http:\/\/127\.0\.0\.1:\d+/.exec(screen)?.[0] ?? '')
  return async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
