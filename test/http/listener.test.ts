/** Requests over the wire: the limits of one client, and what reaches the app. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HttpRequest, SentAnswer } from '../../src/http/exchange.ts'
import { createListener } from '../../src/http/server/listener.ts'
import type { App } from '../../src/start/app.ts'
import { connections, type Fetching, host, impatient, last, lines, listen, open, send } from './wire.ts'

const app: Fetching = { fetch: async () => Response.json({}) }

const statuses = async (...given: Parameters<typeof send>) => (await send(...given)).map(({ status }) => status)

describe('An error of the answering itself', () => {
  it.each<[string, () => Promise<SentAnswer>]>([
    ['before there is an answer', () => Promise.reject(new Error('a fault of ours'))],
    ['in writing the answer', async () => ({ status: 200, headers: { 'Content-Type': 'a\nb' }, body: 'x' })],
  ])('%s is 500, and reported', async (_when, handle) => {
    const reported: unknown[] = []
    const server = createListener({ handle, report: (error) => reported.push(error) }, 0)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500)
    expect(reported).toHaveLength(1)
  })
})

describe('A connection', () => {
  const get = lines('GET /healthz HTTP/1.1', host)
  const getLast = lines('GET /healthz HTTP/1.1', host, last)

  it('answers requests that are sent ahead, in their order', async () => {
    const echo = await listen({ fetch: async ({ url }) => Response.json(new URL(url).pathname) })
    const ahead = ['/a', '/b', '/c'].map((path) => lines(`GET ${path} HTTP/1.1`, host, ...(path === '/c' ? [last] : [])))
    expect((await send(echo, ahead.join(''))).map(({ body }) => /\/./.exec(body)?.[0])).toEqual(['/a', '/b', '/c'])
  })

  it('answers 16 pipelined requests, then 400', async () => {
    expect(await statuses(await listen(app), get.repeat(1_000))).toEqual([...Array(16).fill(200), 400])
  })

  it('is closed behind the answers to what came before something broken', async () => {
    const slow = await listen({ fetch: () => sleep(100).then(() => Response.json({ slow: true })) })
    expect(await statuses(slow, get, 'GARBAGE\r\n\r\n', get)).toEqual([200])
    expect(await statuses(slow, get + getLast + get)).toEqual([200, 200])
  })

  it('has nothing more done behind its last answer, whenever that comes', async () => {
    const done: string[] = []
    const slow = await listen({
      async fetch({ url }) {
        done.push(new URL(url).pathname)
        await sleep(20)
        return Response.json({})
      },
    })
    const socket = open(slow)
    socket.write(get.repeat(17))
    await expect.poll(() => done.length).toBeGreaterThan(4)
    socket.write(lines('GET /late HTTP/1.1', host))
    await once(socket.resume(), 'close')
    expect(done).toEqual(Array(16).fill('/healthz'))
  })

  it('ends behind a request for another protocol, which is answered in this one', async () => {
    const other = lines('GET /healthz HTTP/1.1', host, 'Upgrade: h2c', 'Connection: Upgrade')
    expect(await statuses(await listen(app), get + other + get)).toEqual([200, 200])
  })

  it('aborts pipelined requests when a CONNECT follows', async () => {
    const done: string[] = []
    const gone: string[] = []
    const slow = await listen({
      async fetch({ url, signal }) {
        const { pathname } = new URL(url)
        done.push(pathname)
        signal.addEventListener('abort', () => gone.push(pathname))
        await sleep(50)
        return Response.json({})
      },
    })
    const ahead = ['/a', '/b', '/c'].map((path) => lines(`GET ${path} HTTP/1.1`, host)).join('')
    expect(await statuses(slow, ahead + lines('CONNECT x:1 HTTP/1.1', 'Host: x:1'))).toEqual([])
    await sleep(200)
    expect({ done, gone }).toEqual({ done: ['/a'], gone: ['/a'] })
    expect(await statuses(slow, lines('CONNECT x:1 HTTP/1.1', 'Host: x:1'))).toEqual([405])
  })

  it('keeps a stream that is read, though a request was sent ahead behind it', async () => {
    const streaming: Pick<App, 'handle'> = {
      async handle() {
        const body = Readable.from(beats(), { objectMode: false })
        return { status: 200, headers: {}, body, isOpenEnded: true }
      },
    }
    async function* beats() {
      for (let count = 0; count < 8; count++) yield await sleep(100, Buffer.from('beat '))
    }
    const to = await listen(streaming, { answer: 300 })
    const [first] = await send(to, get + getLast)
    expect(first?.body.match(/beat/g)).toHaveLength(8)
  })

  it('leaves each request its whole time from its turn on', async () => {
    const slow = await listen({ fetch: () => sleep(500).then(() => Response.json({})) }, { answer: 1_400 })
    expect(await statuses(slow, get + get + getLast)).toEqual([200, 200, 200])
  })

  it('is closed behind the answer under way when a body sent ahead had to wait too long', async () => {
    const done: string[] = []
    const slow = await listen(
      {
        async fetch({ method }) {
          await sleep(method === 'GET' ? 900 : 0)
          done.push(method)
          return Response.json({})
        },
      },
      { headers: 300, request: 300, checkEvery: 50 },
    )
    // The rest of the body never comes.
    expect(await statuses(slow, `${get}${lines('POST /healthz HTTP/1.1', host, 'Content-Length: 100')}begun`)).toEqual([200])
    expect(done).toEqual(['GET'])
  })

  it('is closed when the answer is not read', async () => {
    const body = 'x'.repeat(20_000_000)
    const large = await listen({ fetch: async () => new Response(body) }, impatient)
    const socket = open(large).pause()
    socket.write(get)
    await once(large.server, 'request')
    await expect.poll(() => connections(large), { timeout: 10_000 }).toBe(0)
    socket.destroy()
  })

  it('of one client leaves those of others alone: beside fifty that stall, each in another place', async () => {
    const reading = await listen({ fetch: async (request) => new Response(await request.text().catch(() => '')) }, impatient)
    const half = lines('POST / HTTP/1.1', host, 'Content-Length: 20')
    const stalled = Array.from({ length: 50 }, (_none, place) => {
      const socket = open(reading)
      socket.write(['GET /hea', half.slice(0, -2), `${half}{"note"`][place % 3] ?? '')
      return socket.resume()
    })
    const others = await Promise.all(Array.from({ length: 20 }, () => statuses(reading, getLast)))
    expect(others.flat()).toEqual(Array(20).fill(200))
    await expect.poll(() => stalled.filter(({ closed }) => !closed).length, { timeout: 10_000 }).toBe(0)
  })

  it('is one of at most so many of one address, unless proxies stand in front', async () => {
    const holds = async (held: number, proxies: number) => {
      const to = await listen(app, { connectionsOfOne: 5 }, proxies)
      const sockets = Array.from({ length: 9 }, () => open(to).resume())
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(held)
      await sleep(100)
      expect(sockets.filter(({ closed }) => !closed)).toHaveLength(held)
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => connections(to)).toBe(0)
      expect(await statuses(to, getLast)).toEqual([200])
    }
    await holds(5, 0)
    await holds(9, 1)
  })

  it('closes connections over the limit', async () => {
    const to = await listen(app, { connections: 3 }, 1)
    const sockets = Array.from({ length: 6 }, () => open(to).resume())
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(3)
    for (const socket of sockets) socket.destroy()
  })
})

describe('What the app is told', () => {
  async function told(proxies: number, ...headers: string[]) {
    const heard: (string | undefined)[] = []
    const to = await listen(
      {
        async fetch(_request, address) {
          heard.push(address)
          return new Response()
        },
      },
      {},
      proxies,
    )
    await send(to, lines('GET / HTTP/1.1', host, last, ...headers))
    return heard
  }

  it('is the address of the connection, or what trusted proxies say', async () => {
    const forwarded = ['X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For: 203.0.113.7']
    expect(await told(0, ...forwarded)).toEqual(['127.0.0.1'])
    expect(await told(1, ...forwarded)).toEqual(['203.0.113.7'])
    expect(await told(2, ...forwarded)).toEqual(['10.0.0.1'])
    expect(await told(3, ...forwarded)).toEqual(['127.0.0.1'])
  })

  /** The URL the app is asked for by a request line and a Host. */
  async function urlOf(request: string, ...headers: string[]) {
    const urls: string[] = []
    const to = await listen({
      async fetch({ url }) {
        urls.push(url)
        return new Response()
      },
    })
    await send(to, lines(request, ...headers, last))
    return urls[0]
  }

  it('is the host of a whole address as target, whatever the Host says', async () => {
    const shop = 'Host: other.example:81'
    expect(await urlOf('GET http://shop.example:8080/v1/orders/?a=b HTTP/1.1', shop)).toBe(
      'http://shop.example:8080/v1/orders/?a=b',
    )
    expect(await urlOf('GET HTTPS://shop.example?a=b HTTP/1.1', shop)).toBe('http://shop.example/?a=b')
    expect(await urlOf('GET http://shop.example HTTP/1.1', shop)).toBe('http://shop.example/')
    expect(await urlOf('GET http://[::1]:80/a HTTP/1.0')).toBe('http://[::1]/a')
    expect(await urlOf('GET //shop.example/a HTTP/1.1', shop)).toBe('http://other.example:81//shop.example/a')
  })

  it('is what load balancers ask for in HTTP/1.0 without a Host', async () => {
    for (const path of ['/healthz', '/readyz']) expect(await urlOf(`GET ${path} HTTP/1.0`)).toBe(`http://localhost${path}`)
    expect(await urlOf('GET /healthz HTTP/1.0', 'Host: shop.example')).toBe('http://shop.example/healthz')
  })

  it.each(['GET', 'POST'])("aborts the request's signal when the client disconnects: %s", async (method) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>()
    const to = await listen({
      async fetch(request) {
        if (method === 'POST') await request.text()
        begin(request.signal)
        await once(request.signal, 'abort')
        return new Response()
      },
    })
    const socket = open(to)
    socket.write(lines(`${method} / HTTP/1.1`, host, 'Content-Length: 0'))
    const signal = await begun
    expect(signal.aborted).toBe(false)
    socket.destroy()
    await expect.poll(() => signal.aborted).toBe(true)
  })

  it('aborts the signal and cancels the response stream when the client disconnects', async () => {
    const body = new Readable({ read() {} })
    const app = {
      handle: async ({ signal }: HttpRequest): Promise<SentAnswer> => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', resolve))
        return { status: 200, headers: {}, body, isOpenEnded: true }
      },
    }
    const server = createListener(app, 0)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close().closeAllConnections())
    const socket = open({ server, port: (server.address() as AddressInfo).port })
    socket.write(lines('GET / HTTP/1.1', host))
    await once(server, 'request')
    socket.destroy()
    await expect.poll(() => body.destroyed).toBe(true)
  })

  it('is not that the client has hung up when it has its answer', async () => {
    const signals: AbortSignal[] = []
    const to = await listen({
      async fetch({ signal }) {
        signals.push(signal)
        return new Response('{}')
      },
    })
    await send(to, lines('GET / HTTP/1.1', host, last))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })
})
