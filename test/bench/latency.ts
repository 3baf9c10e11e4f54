/** `npm run bench -- latency`: how long after a write is answered its event has reached a listener and a webhook. */
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned, percentile } from './figures.ts'
import { within } from './options.ts'
import { rehearse } from './rehearsal.ts'
import { startServer } from './server.ts'

type Options = { writes: number; pause: number }

/** The limit for 95 of 100. */
const wantedMilliseconds = 100

export const latencyCommand = new Command('latency')
  .description(
    `Measures how long after a write is answered its event has reached a listener over SSE and a webhook on this machine. Over the \
embedded database and, when DATABASE_URL is set, over PostgreSQL. Ends with 1 when 95 of 100 take longer than ${wantedMilliseconds} ms.`,
  )
  .option('--writes <number>', 'how many are measured', within(20, 10_000), 200)
  .option('--pause <milliseconds>', 'how long after each', within(0, 1_000), 50)
  .action(main)

async function main(options: Options): Promise<void> {
  const { database } = readConfig()
  const databases: BenchDatabase[] = [embeddedDatabase(5)]
  if (database.kind === 'postgres') databases.push(await postgresDatabase(database.url, 20))
  const rows = [['database', 'reaches', 'p50 ms', 'p95 ms', 'most ms']]
  for (const each of databases) {
    for (const [name, times] of await onCopy(each, (copy) => measure(copy, options))) {
      rows.push([each.name, name, ...[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0))])
      if (percentile(times, 0.95) > wantedMilliseconds) process.exitCode = 1
    }
  }
  process.stdout.write(`${aligned(rows, 2).join('\n')}\n`)
}

/** When events of notes were heard, by the note. */
type Heard = Map<string, number>

async function measure(copy: BenchDatabase, { writes, pause }: Options): Promise<[name: string, times: number[]][]> {
  const { headers, sample } = await rehearse(copy, [], async () => {})
  const server = await startServer(copy.environment, { settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  const endpoint = await receive()
  try {
    const ask = async (method: string, path: string, body: object) => {
      const answer = await fetch(server.address + path, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    }
    await ask('POST', '/v1/webhooks/', { url: endpoint.url, types: ['subscription.updated'] })
    const listener = await listen(server.address, headers)
    const written: Heard = new Map()
    for (let each = 0; each < writes; each += 1) {
      const note = `latency ${each}`
      await ask('PUT', `/v1/subscriptions/${sample.subscriptionIds[each % sample.subscriptionIds.length]}/`, { note })
      written.set(note, performance.now())
      await sleep(pause)
    }
    const ways = { listener: listener.heard, webhook: endpoint.heard }
    await Promise.race([sleep(10_000), allHeard(Object.values(ways), writes)])
    listener.end()
    return Object.entries(ways).map(([name, heard]) => {
      if (heard.size < writes) throw new Error(`Of ${writes} events the ${name} heard ${heard.size}.`)
      return [name, [...written].map(([note, at]) => Math.max(0, (heard.get(note) as number) - at))]
    })
  } finally {
    endpoint.server.close()
    await server.stop()
  }
}

async function allHeard(ways: Heard[], writes: number): Promise<void> {
  while (ways.some(({ size }) => size < writes)) await sleep(20)
}

/** An endpoint on this machine, and when it heard of which note. */
async function receive(): Promise<{ url: string; heard: Heard; server: HttpServer }> {
  const heard: Heard = new Map()
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    response.end()
    noteIn(body, heard)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard, server }
}

/** Listens to events over SSE, once it is begun, and notes when it heard of which note. */
async function listen(address: string, headers: Record<string, string>): Promise<{ heard: Heard; end: () => void }> {
  const heard: Heard = new Map()
  const ending = new AbortController()
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { events(types: [subscription_updated]) { nodes { changes } } }' }),
    signal: ending.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`The stream was answered with ${answer.status}.`)
  const read = async (body: ReadableStream<Uint8Array>) => {
    for await (const chunk of body) noteIn(Buffer.from(chunk).toString(), heard)
  }
  void read(answer.body).catch(() => {})
  return { heard, end: () => ending.abort() }
}

/** Notes when the notes in a text were heard of. */
function noteIn(text: string, heard: Heard): void {
  const now = performance.now()
  for (const [note] of text.matchAll(/latency \d+/g)) if (!heard.has(note)) heard.set(note, now)
}
