/** `tandem listen`, beside a server that runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { listen } from '../../src/cli/listen.ts'
import { promptSecret } from '../../src/cli/secret-prompt.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { receiver, verified } from '../webhooks/receiver.ts'

const store = await openStore()
const { db } = store
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('')
  const { method = 'GET', headers, url = '' } = request
  const answer = await store.fetch(url, { method, headers: headers as Record<string, string>, ...(body && { body }) })
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const key = 'demo:demo-secret'

const note = async (text: string) => {
  await mutate(store, 'updateSubscription', { id: 1, note: text })
  await inSight(() => numberEvents({ db }))
}

/** The output until a piece of work is done, which gets the output so far. */
async function heard(options: object, work: (lines: string[]) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = []
  const ending = new AbortController()
  const written = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((chunk) => lines.push(...String(chunk).trim().split('\n')) > 0)
  try {
    const listening = listen({ url, key, ...options }, ending.signal)
    await Promise.race([listening, work(lines)])
    ending.abort()
    await listening
  } finally {
    written.mockRestore()
  }
  return lines
}

const until = async (isThere: () => boolean) => {
  while (!isThere()) await sleep(5)
}

describe('listen', () => {
  it('shows what happens from now on, a line each, and forwards it as a webhook would be sent it', async () => {
    await note('before')
    const endpoint = await receiver(() => ({ status: 204 }))
    const lines = await heard({ forward: endpoint.url, types: 'subscription.updated' }, async (so) => {
      await until(() => so.length === 2)
      await mutate(store, 'updateProduct', { id: 4, description: 'Other' })
      await note('now')
      await until(() => so.length === 3)
    })
    const secret = /^Signed with (whsec_\S+)$/.exec(lines[0] ?? '')?.[1] ?? ''
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatch(/^3 {2}\S+Z {2}subscription\.updated {2}subscription 1 {2}by key demo {2}→ 204 \d+ ms$/)
    expect(endpoint.heard).toHaveLength(1)
    expect(verified(secret, endpoint.heard[0] as (typeof endpoint.heard)[0])).toMatchObject({ sequence: 3, store_id: 1 })
  })

  it('begins behind the event that it is told, and writes JSON for programs', async () => {
    const remarks = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const lines = await heard({ after: '1', json: true }, (so) => until(() => so.length >= 2))
    remarks.mockRestore()
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([2, 3])
  })

  it.each([
    [{ key: 'demo' }, 'The key must be client id and secret, such as demo:demo-secret.'],
    [{ url: '127.0.0.1:4820' }, '--url must be a url, such as http://127.0.0.1:4000, not 127.0.0.1:4820.'],
    [{ url: 'http://' }, '--url must be a url, such as http://127.0.0.1:4000, not http://.'],
    [{ forward: 'there' }, '--forward must be a url, such as http://127.0.0.1:3000/hook, not there.'],
    [
      { url: 'http://127.0.0.1:9' },
      'No server answers at http://127.0.0.1:9. Start one with npm start, or name another with --url.',
    ],
    [{ after: '99' }, 'after must not be beyond the newest of the events, 3, not 99.'],
    [{ types: 'order.create' }, expect.stringContaining('did you mean order.created?')],
  ])('of %j says in one line what is wrong', async (options, message) => {
    await expect(heard(options, () => sleep(5_000))).rejects.toMatchObject({ message })
  })

  const tandem = (args: string[], env: Record<string, string>) => {
    const file = resolve(import.meta.dirname, '../../src/cli/tandem.js')
    return spawn(process.execPath, [file, 'listen', ...args], { env: { PATH: process.env.PATH, ...env } })
  }

  it('takes its key from the environment', async () => {
    const child = tandem(['--url', url, '--after', '0'], { TANDEM_KEY: key })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk))
    await until(() => out.includes('subscription.updated') || child.exitCode !== null)
    expect(out).toContain('subscription.updated')
    expect(out).toContain('Listening.')
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  it.each([
    [[], 'Give a key with read_events in TANDEM_KEY, such as TANDEM_KEY=demo:demo-secret, or type it on a terminal.'],
    [['--key', key], "error: unknown option '--key'"],
  ])('without a key, given %j, says where it belongs', async (args, sentence) => {
    const child = tandem(args, {})
    child.stdin.end(`${key}\n`)
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    const [code] = await once(child, 'close')
    expect([code, said.trim()]).toEqual([1, sentence])
  })

  it('asks a terminal for its key, and does not show what is typed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const shown: string[] = []
    output.on('data', (chunk) => shown.push(String(chunk)))
    const typed = promptSecret('Key: ', { input, output })
    for (const each of `${key}x\u007f\r`) input.write(each)
    expect(await typed).toBe(key)
    expect(shown.join('')).toBe('Key: \n')
    const ended = promptSecret('Key: ', { input, output })
    input.write('\u0003')
    expect(await ended).toBeUndefined()
  })
})
