/** A local server that speaks Stripe's wire format, with its keys, its lists and its faults. It holds its books in memory. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import qs from 'qs'
import { type Answer, Books, refused } from './books.ts'
import { newId, type Params } from './objects.ts'
import { routeOf } from './routes.ts'

/** A call as it arrives. */
export type Call = { method: string; path: string; key: string | undefined; params: Params }

/** The fault of a call: before it has an effect, or after. */
export type Fault = `${'hangs' | 'is cut' | 'fails with 500'} ${'before' | 'after'}` | 'is limited' | 'finds its key in use'

type Kept = { call: Pick<Call, 'path' | 'params'>; answer: Answer; at: Date }

const keyMilliseconds = 86_400_000

export class LocalStripe {
  readonly books = new Books()
  /** The secret keys that it knows. */
  readonly secrets = new Set(['sk_test_local'])
  /** Every call, in turn. */
  readonly calls: Call[] = []
  readonly #keys = new Map<string, Kept>()
  /** The fault of a call, if any. */
  fault: (call: Call) => Fault | undefined = () => undefined
  /** Runs before a call has its effect, and after it. */
  before: (call: Call) => unknown = () => {}
  after: (call: Call) => unknown = () => {}
  readonly #server = createServer((request, response) => void this.#serve(request, response).catch(() => response.destroy()))

  /** @returns its address, for the library. */
  async listen(): Promise<{ host: string; port: number; protocol: 'http' }> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port, protocol: 'http' }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Is well again, and forgets its calls. */
  reset(): void {
    this.fault = () => undefined
    this.before = () => {}
    this.after = () => {}
    this.calls.length = 0
    this.books.refundStatus = 'succeeded'
  }

  /** The calls of a kind, such as `POST /v1/refunds`. */
  callsOf(start: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    let body = ''
    for await (const chunk of request) body += chunk
    const method = request.method ?? ''
    const params = qs.parse(method === 'POST' ? body : query) as Params
    const key = request.headers['idempotency-key']
    const call: Call = { method, path, params, key: typeof key === 'string' ? key : undefined }
    this.calls.push(call)
    const secret = (request.headers.authorization ?? '').replace('Bearer ', '')
    const answer = this.secrets.has(secret)
      ? await this.#answer(call, response)
      : refused('Invalid API Key provided', undefined, 401)
    if (answer) reply(response, answer)
  }

  async #answer(call: Call, response: ServerResponse): Promise<Answer | undefined> {
    const fault = this.fault(call)
    if (fault === 'is limited') return refused('Too many requests', 'rate_limit', 429)
    if (fault === 'finds its key in use') return refused('There is another request with this key', 'idempotency_key_in_use', 409)
    if (fault === 'hangs before') return undefined
    if (fault === 'is cut before') return void response.destroy()
    if (fault === 'fails with 500 before') return this.#keep(call, failed)
    await this.before(call)
    const answer = this.#once(call)
    await this.after(call)
    if (fault === 'hangs after') return undefined
    if (fault === 'is cut after') return void response.destroy()
    return fault === 'fails with 500 after' ? this.#keep(call, failed) : answer
  }

  /** Answers a repeated key as before, errors included, for a day. */
  #once(call: Call): Answer {
    const { key, path, params } = call
    const kept = key === undefined ? undefined : this.#keys.get(key)
    if (kept && this.books.now.getTime() - kept.at.getTime() < keyMilliseconds) {
      if (isDeepStrictEqual(kept.call, { path, params })) return kept.answer
      return {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message: 'Keys for idempotent requests can only be used with the same parameters.',
          },
        },
      }
    }
    const answer = routeOf(this.books, call)
    return answer.status === 400 ? answer : this.#keep(call, answer)
  }

  #keep({ key, path, params }: Call, answer: Answer): Answer {
    // As it is now: what is kept does not change with the object.
    const kept = { call: { path, params }, answer: structuredClone(answer), at: this.books.now }
    if (key !== undefined) this.#keys.set(key, kept)
    return answer
  }
}

const failed: Answer = { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred.' } } }

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') })
  response.end(JSON.stringify(body))
}
