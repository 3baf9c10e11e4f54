/** PostGraphile, installed into a folder of its own and started over a measured database. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startOptions } from '../../support/start-options.ts'
import { root } from '../database.ts'
import { type Server, startProgram } from '../process.ts'

export type Peer = {
  server?: Server
  /** How it is asked for one subscription by the variable `id`: its primary key decides. */
  one: (store: string) => string
}

const folder = join(root, 'test', 'bench', 'peers')

/**
 * Installs what is not there yet, exactly as locked and without any install script.
 *
 * @throws Error when npm fails.
 */
export function installPeers(): void {
  if (existsSync(join(folder, 'node_modules', 'postgraphile'))) return
  process.stderr.write('Installing PostGraphile into test/bench/peers.\n')
  const { status, error } = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ci in test/bench/peers ended with ${status}.`)
}

/** Starts it as for production. */
export async function startPostGraphile(url: string): Promise<Peer> {
  installPeers()
  const server = await startProgram({
    args: [...startOptions, 'server.js'],
    cwd: folder,
    environment: { DATABASE_URL: url, GRAPHILE_ENV: 'production', NODE_ENV: 'production' },
    readyPath: '/graphql?query=%7B__typename%7D',
  })
  try {
    const names = await rootFields(server.address)
    const one = names.has('subByRowId')
      ? () => 'subByRowId(rowId: $id)'
      : (store: string) => `subByStoreIdAndRowId(storeId: "${store}", rowId: $id)`
    return { server, one }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function rootFields(address: string): Promise<Set<string>> {
  const body = JSON.stringify({ query: '{ __schema { queryType { fields { name } } } }' })
  const answer = await fetch(`${address}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const { data } = (await answer.json()) as { data: { __schema: { queryType: { fields: { name: string }[] } } } }
  return new Set(data.__schema.queryType.fields.map(({ name }) => name))
}
