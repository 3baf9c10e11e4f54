/** A PostgreSQL primary and standbys that follow it by streaming replication, in a directory of their own. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withSession } from '../../src/db/connect.ts'
import { end, freePort, type Started, start } from './processes.ts'

const upMilliseconds = 30_000
const debianVersions = '/usr/lib/postgresql'

/** The folder of the programs of the newest PostgreSQL that is installed. */
function programs(): string {
  const found = existsSync(debianVersions)
    ? readdirSync(debianVersions).toSorted((one, other) => Number(other) - Number(one))
    : []
  const folder = found.map((version) => join(debianVersions, version, 'bin')).find((each) => existsSync(join(each, 'initdb')))
  if (!folder) throw new Error('PostgreSQL is not installed: the package postgresql has its programs.')
  return folder
}

/** The account that a server runs under: PostgreSQL refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export type Node = {
  url: string
  kill(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
}

export type Cluster = {
  primary: Node
  standbys: Node[]
  /** Sets a setting of a node, and has it read. */
  set(node: Node, setting: string, value: string): Promise<void>
  end(): Promise<void>
}

/** Starts a primary with so many standbys. */
export async function clusterOf(standbyCount: number): Promise<Cluster> {
  const bin = programs()
  const user = account()
  const directory = mkdtempSync(join(tmpdir(), 'tandem-cluster-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const running: Started[] = []
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, program), args, { ...user, cwd: directory, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }

  async function serve(data: string, port: number): Promise<Node> {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`, 'max_connections=200']
    const options = settings.flatMap((each) => ['-c', each])
    const started = start(join(bin, 'postgres'), ['-D', data, ...options], {}, user)
    running.push(started)
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const deadline = performance.now() + upMilliseconds
    while (!(await isUp(url))) {
      if (performance.now() > deadline) throw new Error(started.output.text)
      await sleep(100)
    }
    return {
      url,
      kill: async () => void (await end(started.child, 'SIGKILL')),
      promote: () => withSession(url, async ({ query }) => void (await query('SELECT pg_promote(true, 30)'))),
    }
  }

  const data = join(directory, 'primary')
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync')
  const port = await freePort()
  const primary = await serve(data, port)
  const standbys: Node[] = []
  for (let place = 1; place <= standbyCount; place += 1) {
    const copy = join(directory, `standby-${place}`)
    const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby_${place}`
    run('pg_basebackup', '-D', copy, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
    standbys.push(await serve(copy, await freePort()))
  }
  return {
    primary,
    standbys,
    set: ({ url }, setting, value) =>
      withSession(url, async ({ exec }) => {
        await exec(`ALTER SYSTEM SET ${setting} = '${value}'`)
        await exec('SELECT pg_reload_conf()')
      }),
    async end() {
      // SIGKILL would leave shared memory behind.
      await Promise.all(running.map(({ child }) => end(child, 'SIGTERM')))
      rmSync(directory, { recursive: true })
    },
  }
}

const isUp = (url: string): Promise<boolean> =>
  withSession(url, ({ query }) => query('SELECT 1')).then(
    () => true,
    () => false,
  )
