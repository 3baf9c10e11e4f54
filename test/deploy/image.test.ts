/** The image, built without a container engine: what its steps make runs as another user, who can write to its data alone. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf, root, runSteps, stages, valuesOf } from './dockerfile.ts'

const last = stages.at(-1) ?? []
const place = mkdtempSync(join(tmpdir(), 'tandem-image-'))
// The user of the server, if the tests run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const node = process.execPath
let app = ''
let port = 0
let server: ChildProcess
let output = ''

const environment = () => ({
  ...Object.fromEntries(valuesOf(last, 'ENV').map((value) => value.split('='))),
  PATH: process.env.PATH,
  DATA_DIR: join(place, '1/data'),
  PORT: String(port),
  METRICS_TOKEN: 'a-token-for-the-image',
})

/** Ends a process with its parent, as `--with-parent` of src/launch.js does, which the image runs without. */
const withParent = `data:text/javascript,${encodeURIComponent(`
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 250).unref()`)}`

/** Runs a command of the image; Node is that of the tests. */
const start = ([, ...rest]: string[]) =>
  spawn(node, ['--import', withParent, ...rest], { cwd: app, env: environment(), ...nobody })

const megabytesOf = (path: string): number => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])

beforeAll(async () => {
  chmodSync(place, 0o755)
  const roots = runSteps(place)
  app = join(roots[1] ?? '', 'app')
  const data = join(roots[1] ?? '', 'data')
  if (nobody.uid) chownSync(data, nobody.uid, nobody.gid)
  execFileSync('chmod', ['-R', 'a+rX,a-w', app])
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  port = (probe.address() as AddressInfo).port
  probe.close()
  mkdirSync(data, { recursive: true })
  server = start(commandOf(last, 'CMD'))
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk))
  while (!output.includes('Try it')) {
    if (server.exitCode !== null) throw new Error(output)
    await sleep(100)
  }
})

afterAll(() => {
  server?.kill('SIGKILL')
  execFileSync('chmod', ['-R', 'u+w', place])
  rmSync(place, { recursive: true, force: true })
})

describe('The image', () => {
  it('serves the demo store as a user who can write to its data alone, and its health check says so', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/subscriptions/1/`, {
      headers: { Authorization: 'Bearer demo.demo-secret' },
    })
    expect(answer.status).toBe(200)
    for (const path of ['/graphql', '/docs', '/openapi.json', '/schema.graphql'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } })).status).toBe(200)
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { Authorization: 'Bearer a-token-for-the-image' },
    })
    expect(metrics.status).toBe(200)
    const [status] = await once(start(commandOf(last, 'HEALTHCHECK')), 'exit')
    expect(status).toBe(0)
    expect(globSync('**/*', { cwd: join(app, 'node_modules/.cache') })).toEqual([])
  })

  it('has packages of production alone, with those of traces, and no Node of its own', () => {
    const modules = join(app, 'node_modules')
    for (const name of ['vitest', 'typescript', 'prisma', '.bin']) expect(globSync(name, { cwd: modules })).toEqual([])
    expect(globSync('node-{linux,darwin,win,bin}*', { cwd: modules })).toEqual([])
    expect(globSync('@opentelemetry/sdk-trace', { cwd: modules })).toHaveLength(1)
    expect(globSync('test', { cwd: app })).toEqual([])
    expect(statSync(join(app, 'src/server.ts')).isFile()).toBe(true)
  })

  it('is as large as the document says, beside the image of Node', () => {
    const [, told] = /adds (\d+) MB to/.exec(readFileSync(resolve(root, 'src/deploy/README.md'), 'utf8')) ?? []
    const megabytes = megabytesOf(app)
    expect(Math.abs(megabytes - Number(told)), `${megabytes} MB`).toBeLessThan(megabytes / 10)
  })

  it('runs operator commands', async () => {
    const command = spawn(node, ['src/cli/tandem.ts', '--help'], { cwd: app, env: environment(), ...nobody })
    let text = ''
    command.stdout.on('data', (chunk) => (text += chunk))
    const [status] = await once(command, 'close')
    expect({ status, text }).toEqual({ status: 0, text: expect.stringContaining('doctor') })
  })

  it('ends in order on SIGTERM, and its health check fails then', async () => {
    server.kill('SIGTERM')
    expect((await once(server, 'exit'))[0]).toBe(0)
    const [status] = await once(start(commandOf(last, 'HEALTHCHECK')), 'exit')
    expect(status).not.toBe(0)
  })
})
