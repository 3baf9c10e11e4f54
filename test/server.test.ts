/** The real server: a process of its own, over a real port, with a data directory of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOptions } from './support/start-options.ts'

const root = resolve(import.meta.dirname, '..')
const node = resolve(root, 'node_modules/.bin/node')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-server-'))
const metricsToken = 'token-of-the-metrics'
const demo = { Authorization: 'Bearer demo.demo-secret' }

function start(env: Record<string, string> = {}) {
  const child = spawn(
    node,
    // A better compilation of the embedded database costs more than these few requests gain by it.
    [...startOptions, '--liftoff-only', 'src/launch.js', '--with-parent', 'src/server.ts'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env },
    },
  )
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return { child, output }
}

let server: ChildProcess
let address = ''
let screen = ''
let second = { text: '' }

beforeAll(async () => {
  const { child, output } = start()
  server = child
  while (!output.text.includes('Try it')) {
    if (child.exitCode !== null) throw new Error(output.text)
    await new Promise((tick) => setTimeout(tick, 50))
  }
  screen = output.text
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(screen)?.[0] ?? ''
})

afterAll(async () => {
  server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

// Each starts processes, which take seconds on a machine that is busy.
describe('A fresh server', () => {
  it('shows addresses, demo credentials, and one line for each surface that works as printed', async () => {
    expect(screen).toContain('The first page of a list on REST is page 0, unless a store has chosen otherwise. To count from')
    expect(screen).toContain('npm run tandem -- store set --store 1 --page-base 1')
    for (const text of ['/graphql', '/v1/', 'demo / demo-secret', 'demo2 / demo2-secret', 'customer'])
      expect(screen).toContain(text)
    const lines = screen.split('\n').filter((line) => line.trim().startsWith('curl'))
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const answer = await run('sh', ['-c', line])
      expect(JSON.parse(answer).errors).toBeUndefined()
    }
  })

  it('takes a write with an Idempotency-Key over the wire, and tells its answer again', async () => {
    const send = () =>
      fetch(`${address}/v1/subscriptions/1/`, {
        method: 'PUT',
        headers: { ...demo, 'Idempotency-Key': 'over-the-wire', 'Content-Type': 'application/json' },
        body: JSON.stringify({ note: 'Over the wire' }),
      })
    const first = await send()
    const { note } = (await first.json()) as { note: string }
    expect({ status: first.status, note }).toEqual({ status: 200, note: 'Over the wire' })
    const again = await send()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(((await again.json()) as { note: string }).note).toBe('Over the wire')
  })

  it('answers what is no HTTP, too much of it, or for no host, in the shape of the contract', async () => {
    const target = new URL(address)
    for (const [request, status] of [
      ['GARBAGE\r\n\r\n', 400],
      ['GET /v1/orders/ HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
      ['GET /v1/orders/ HTTP/1.1\r\nHost: x:99999\r\n\r\n', 400],
      ['GET /v1/orders/ HTTP/1.1\r\n\r\n', 400],
      [`GET /v1/orders/ HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await raw(target, request)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).not.toMatch(/\/src\/|node_modules|at .*:\d+/)
    }
  })

  it('keeps its directory to itself', async () => {
    const { child, output } = start()
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    expect(output.text.trim()).toBe(
      `${dataDir} is in use by process ${server.pid}. Stop it, or choose another directory with DATA_DIR.`,
    )
  })

  it('has commands work on its database, at a socket that is its user’s alone, and follows what they do', async () => {
    expect((statSync(join(dataDir, '.s.PGSQL.5432')).mode & 0o777).toString(8)).toBe('600')
    const args = ['src/launch.js', 'src/cli/tandem.ts', 'key', 'create', '--store', '2', '--scopes', '*', '--json']
    const made = await promisify(execFile)(node, args, { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
    const { client_id, client_secret } = JSON.parse(made.stdout)
    const headers = { Authorization: `Bearer ${client_id}.${client_secret}` }
    const response = await fetch(`${address}/v1/orders/?limit=1`, { headers })
    expect(response.status).toBe(200)
  })

  it('ends with one clear line when a setting is wrong', async () => {
    for (const [env, line] of [
      [{ PORT: 'x' }, 'Bad setting PORT=x: must be a port number'],
      [{ PERSISTED_OPERATIONS: '/none.json' }, 'PERSISTED_OPERATIONS=/none.json: there is no such file.'],
      [{ DATABASE_URL: 'mysql://x' }, 'Bad setting DATABASE_URL=…: must look like postgresql://user@host:5432/name'],
    ] as const) {
      const { child, output } = start(env)
      const [code] = await once(child, 'exit')
      expect({ code, text: output.text.trim() }).toEqual({ code: 1, text: line })
    }
  })

  it('ends with one clear line when its directory cannot be made, read or written', async () => {
    const file = join(dataDir, 'a-file')
    writeFileSync(file, '')
    for (const [directory, reason] of [
      [file, 'a file is in its way'],
      [join(file, 'below'), 'a file is in its way'],
      ['/proc/none', 'the system makes no directories there'],
      // Belongs to the system; not even root makes anything there.
      ['/sys', /this user may not write there|what is mounted there is read-only/],
      ['/sys/below', /this user may not write there|what is mounted there is read-only/],
    ] as const) {
      const { child, output } = start({ DATA_DIR: directory })
      const [code] = await once(child, 'exit')
      expect({ code, text: output.text.trim() }).toEqual({ code: 1, text: expect.stringMatching(reason) })
      expect(output.text.trim()).toMatch(/^\S+ cannot be used: [^\n]*\. Mend that, or choose another directory with DATA_DIR\.$/)
    }
  })

  it('asks for its port before it makes anything', async () => {
    const nowhere = join(dataDir, 'nowhere')
    const port = new URL(address).port
    for (const [env, line] of [
      [{ PORT: port }, `Port ${port} is in use. Choose another one with PORT.`],
      [{ METRICS_PORT: port }, `Port ${port} is in use. Choose another one with METRICS_PORT.`],
      [{ HOST: '192.0.2.1' }, 'Bad setting HOST=192.0.2.1: this machine has no such address'],
    ] as const) {
      const { child, output } = start({ DATA_DIR: nowhere, ...env })
      const [code] = await once(child, 'exit')
      expect({ code, text: output.text.trim() }).toEqual({ code: 1, text: line })
      expect(existsSync(nowhere)).toBe(false)
    }
  })

  it('survives being killed, and takes its directory over again', async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    // Nobody listens at that port: budgets are counted all the same, and it ends all the same.
    const { child, output } = start({
      LOG_LEVEL: 'info',
      REDIS_URL: 'redis://tandem:pass-of-redis@127.0.0.1:1',
      METRICS_PORT: '0',
      METRICS_TOKEN: metricsToken,
      DRAIN_SECONDS: '2',
    })
    server = child
    second = output
    while (!output.text.includes('Try it')) {
      if (child.exitCode !== null) throw new Error(output.text)
      await new Promise((tick) => setTimeout(tick, 50))
    }
    const again = /http:\/\/127\.0\.0\.1:\d+/.exec(output.text)?.[0]
    const { note } = (await (await fetch(`${again}/v1/subscriptions/1`, { headers: demo })).json()) as { note: string }
    expect(note).toBe('Over the wire')
    const [, token = ''] = /(eyJ\S+)/.exec(output.text) ?? []
    for (const path of ['/v1/orders/', '/graphql']) {
      for (const Authorization of ['Bearer demo.wrong-secret', `Bearer ${token}x`])
        await fetch(`${again}${path}?access_token=${token}&secret=demo-secret`, { headers: { Authorization } })
    }
  })

  it('shows its metrics at an address of their own, and at its own to those who have the token', async () => {
    const again = /http:\/\/127\.0\.0\.1:\d+/.exec(second.text)?.[0]
    const own = linesOf(second).find(({ msg }) => msg === 'listening')?.metrics as string
    for (const [url, headers, status] of [
      [own, {}, 401],
      [own, { Authorization: `Bearer ${metricsToken}` }, 200],
      [own.replace('/metrics', '/v1/'), { Authorization: `Bearer ${metricsToken}` }, 404],
      [`${again}/metrics`, { Authorization: `Bearer ${metricsToken}` }, 200],
      [`${again}/metrics`, demo, 401],
    ] as const) {
      const answer = await fetch(url, { headers })
      expect({ url, status: answer.status }).toEqual({ url, status })
      if (status === 200) expect(await answer.text()).toMatch(/^tandem_requests_total\{.*operation="GetSubscription".*\} 1$/m)
    }
    expect(await raw(new URL(own), 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toMatch(/^HTTP\/1.1 421 /)
  })

  it('says at /readyz that it is about to end, and answers for so long, each connection once', async () => {
    const again = /http:\/\/127\.0\.0\.1:\d+/.exec(second.text)?.[0]
    const ask = async (path: string) => {
      const answer = await fetch(`${again}${path}`, { headers: demo })
      return { status: answer.status, connection: answer.headers.get('connection'), body: await answer.json() }
    }
    expect(await ask('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    server.kill('SIGTERM')
    await expect
      .poll(() => ask('/readyz'))
      .toEqual({
        status: 503,
        connection: 'close',
        body: { errors: ['This instance is about to end.'] },
      })
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    expect(await ask('/v1/subscriptions/1')).toMatchObject({ status: 200, connection: 'close', body: { id: 1 } })
  })

  it('ends in order, and says what it did', async () => {
    const [code] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode]
    expect(code).toBe(0)
    await expect(fetch(/http:\/\/127\.0\.0\.1:\d+/.exec(second.text)?.[0] ?? '')).rejects.toThrow('fetch failed')
    expect(linesOf(second).find(({ msg }) => msg === 'draining')).toMatchObject({ signal: 'SIGTERM', seconds: 2 })
    const told = linesOf(second).map(({ msg }) => msg)
    expect(told.filter((each) => ['listening', 'draining', 'every request is answered', 'ended'].includes(String(each)))).toEqual(
      ['listening', 'draining', 'every request is answered', 'ended'],
    )
  })

  it('ends when the npm that started it is asked to', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    })
    let text = ''
    npm.stdout.on('data', (chunk) => (text += chunk))
    while (!text.includes('Try it')) {
      if (npm.exitCode !== null) throw new Error(text)
      await new Promise((tick) => setTimeout(tick, 50))
    }
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    npm.kill('SIGTERM')
    // Its output ends when nobody is left who could write to it: npm, its shell and the server.
    await once(npm, 'close')
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('has written a line for every request, and no secret or token in any', async () => {
    const lines = second.text.split('\n').filter((line) => line.startsWith('{'))
    const [, token = ''] = /(eyJ\S+)/.exec(second.text) ?? []
    expect(token.split('.')).toHaveLength(3)
    const isOther = (path: unknown) => ['/metrics', '/readyz', '/healthz'].includes(String(path))
    const requests = linesOf(second).filter(({ msg, path }) => msg === 'request' && !isOther(path))
    expect(requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/subscriptions/1', 200],
      ...['/v1/orders/', '/graphql'].flatMap((path) => [
        [path, 401],
        [path, 401],
      ]),
      ['/v1/subscriptions/1', 200],
    ])
    expect(lines.filter((line) => line.includes('Redis does not answer'))).toHaveLength(1)
    for (const secret of [
      'demo-secret',
      'wrong-secret',
      'pass-of-redis',
      metricsToken,
      token.split('.')[2] ?? '',
      'Authorization',
    ]) {
      for (const line of lines) expect(line).not.toContain(secret)
    }
  })
})

/** The lines of its log. */
const linesOf = ({ text }: { text: string }): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  await once(child, 'exit')
  return text
}

/** Sends bytes as they are and answers what comes back first. */
async function raw({ hostname, port }: URL, request: string): Promise<string> {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(request)
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  return String(chunk)
}
