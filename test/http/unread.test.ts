/** Answers that nobody reads: all of them together are bounded, whoever asks, and those who read lose nothing. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HttpRequest, SentAnswer } from '../../src/http/exchange.ts'
import { connections, host, last, lines, listen, open, send } from './wire.ts'

/** More than the operating system takes at once; sent without being copied. */
const large = Buffer.alloc(16 * 1_048_576, 'x')
const unread = 3.5 * large.length

const to = await listen(
  {
    async handle({ path }: HttpRequest): Promise<SentAnswer> {
      const body = path === '/large' ? large : Buffer.from('little')
      return { status: 200, headers: { 'Content-Length': String(body.length) }, body }
    },
  },
  { unread },
  1,
)

const asking = (path: string, client: string, ...more: string[]) =>
  lines(`GET ${path} HTTP/1.1`, host, `X-Forwarded-For: ${client}`, ...more)

/** Asks and reads no more than what comes by itself. */
async function askAndLeave(client: string, times = 1): Promise<Socket> {
  const socket = open(to)
  onTestFinished(() => void socket.destroy())
  socket.write(asking('/large', client).repeat(times))
  await sleep(30)
  return socket
}

/** How much comes of the answer to somebody who reads it. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0
  for await (const chunk of socket) bytes += chunk.length
  return bytes
}

/** Bytes that still come to each. */
const readAll = (sockets: Socket[]) => Promise.all(sockets.map((socket) => read(socket).catch(() => 0)))

/** Whether an answer of it was lost: those that are whole are followed by what ends the connection. */
async function wholes(sockets: Socket[]): Promise<boolean[]> {
  for (const socket of sockets) socket.write(asking('/little', 'last', last))
  return (await readAll(sockets)).map((bytes) => bytes > large.length)
}

it('Those of which nothing was read for longest are broken off when more wait together than may', async () => {
  const sockets: Socket[] = []
  for (let count = 0; count < 8; count++) sockets.push(await askAndLeave('192.0.2.1'))
  expect(await wholes(sockets)).toEqual([false, false, false, false, false, true, true, true])
})

it('Of the client with most of them, one after the other; who has fewer keeps an older one', async () => {
  const other = await askAndLeave('192.0.2.2')
  const sockets: Socket[] = []
  for (let count = 0; count < 6; count++) sockets.push(await askAndLeave('192.0.2.1'))
  expect(await wholes([other, ...sockets])).toEqual([true, false, false, false, false, true, true])
})

it('drops pipelined requests of a client that disconnects before reading', async () => {
  for (let count = 0; count < 3; count++) {
    const gone = await askAndLeave(`198.51.100.${count}`, 3)
    gone.destroy()
    await expect.poll(() => connections(to)).toBe(0)
  }
  const others = [await askAndLeave('192.0.2.2'), await askAndLeave('192.0.2.2'), await askAndLeave('192.0.2.2')]
  expect(await wholes(others)).toEqual([true, true, true])
})

describe('Requests sent ahead', () => {
  const paths = ['/a', '/b', '/c', '/d']
  const ahead = paths.map((path) => asking(path, '192.0.2.1', ...(path === '/d' ? [last] : []))).join('')

  it('are done one after the other, each by itself', async () => {
    const told: string[] = []
    const by = new AsyncLocalStorage<string>()
    const slow = await listen({
      async handle({ path }) {
        told.push(`${path} of ${by.getStore() ?? 'nobody'}`)
        by.enterWith(path)
        await sleep(20)
        told.push(`${path} is done`)
        return { status: 200, headers: {}, body: path }
      },
    })
    expect((await send(slow, ahead)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(told).toEqual(paths.flatMap((path) => [`${path} of nobody`, `${path} is done`]))
  })

  it('by who reads nothing, or hangs up, are not done', async () => {
    const done: string[] = []
    const slow = await listen({
      async handle({ path }) {
        done.push(path)
        return { status: 200, headers: { 'Content-Length': String(large.length) }, body: large }
      },
    })
    const socket = open(slow).pause()
    socket.write(ahead)
    await sleep(100)
    expect(done).toEqual(['/a'])
    socket.destroy()
    await expect.poll(() => connections(slow)).toBe(0)
    expect(done).toEqual(['/a'])
    const reader = open(slow)
    reader.write(ahead)
    expect(await read(reader)).toBeGreaterThan(4 * large.length)
    expect(done).toEqual(['/a', ...paths])
  })
})

it('keeps the answer of a slow reader when unread answers are dropped', async () => {
  const reader = await askAndLeave('192.0.2.1')
  const left = [await askAndLeave('192.0.2.1'), await askAndLeave('192.0.2.1')]
  // A piece of it, and then one more makes too many.
  let bytes = 0
  while (bytes < large.length / 2) {
    bytes += reader.read()?.length ?? 0
    await sleep(1)
  }
  left.push(await askAndLeave('192.0.2.1'))
  reader.write(asking('/little', 'last', last))
  expect(bytes + (await read(reader))).toBeGreaterThan(large.length)
  expect(await wholes(left)).toEqual([false, true, true])
})

it('an answer that was read frees its place among the waiting ones', async () => {
  const reads = Array.from({ length: 3 }, async () => {
    const bytes: number[] = []
    for (let count = 0; count < 4; count++) {
      const socket = open(to)
      socket.write(asking('/large', '192.0.2.3', last))
      bytes.push(await read(socket))
    }
    return bytes
  })
  for (const bytes of (await Promise.all(reads)).flat()) expect(bytes).toBeGreaterThan(large.length)
  expect(await wholes([await askAndLeave('192.0.2.1'), await askAndLeave('192.0.2.1')])).toEqual([true, true])
})
