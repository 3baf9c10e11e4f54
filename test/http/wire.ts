/** Speaks to a listener of the test's own in bytes, as no well-behaved client does. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { HttpRequest, SentAnswer } from '../../src/http/exchange.ts'
import { createListener, type ListenerLimits } from '../../src/http/server/listener.ts'
import type { App } from '../../src/start/app.ts'

/** Times so short that a test can wait for their end; the answer has more than the request, whose end it awaits. */
export const impatient: Partial<ListenerLimits> = { headers: 1_500, request: 2_000, answer: 4_000, checkEvery: 50 }

export type Listening = { server: Server; port: number }

/** Opens a listener for the tests of one file, and closes it after them. */
export async function listen(
  app: Pick<App, 'handle'> | Fetching,
  limits: Partial<ListenerLimits> = {},
  proxies = 0,
): Promise<Listening> {
  const server = createListener('handle' in app ? app : { handle: (request) => handled(app, request) }, proxies, limits)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => server.close().closeAllConnections())
  return { server, port: (server.address() as AddressInfo).port }
}

/** Stands in for the app, in the web's words. */
export type Fetching = Pick<App, 'fetch'>

async function handled(app: Fetching, request: HttpRequest): Promise<SentAnswer> {
  const { method, host, path, search, address } = request
  const gone = new AbortController()
  request.signal.addEventListener('abort', () => gone.abort())
  const body = new ReadableStream({
    async start(controller) {
      try {
        controller.enqueue(await request.body.bytes())
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
  })
  const init = { method, signal: gone.signal, ...(method === 'POST' && { body, duplex: 'half' }) }
  const response = await app.fetch(new Request(`http://${host}${path}${search}`, init as RequestInit), address)
  return { status: response.status, headers: {}, body: new Uint8Array(await response.arrayBuffer()) }
}

export const open = ({ port }: Listening): Socket => connect(port, '127.0.0.1').on('error', () => {})

/** Sends parts one after the other, and answers all that comes until the server closes the connection. */
export async function send(to: Listening, ...parts: string[]): Promise<Answer[]> {
  const socket = open(to)
  const closed = once(socket, 'close')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  for (const part of parts) {
    socket.write(part)
    await sleep(5)
  }
  await closed
  return text
    .split(/(?=HTTP\/1\.1 \d)/)
    .filter(Boolean)
    .map((answer) => ({
      line: answer.split('\r\n')[0] ?? '',
      status: Number(answer.slice(9, 12)),
      body: answer.split('\r\n\r\n')[1] ?? '',
    }))
}

export type Answer = { line: string; status: number; body: string }

export const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`
export const host = 'Host: localhost'
export const last = 'Connection: close'

export const connections = ({ server }: Listening) =>
  new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
