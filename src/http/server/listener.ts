/** Listens for HTTP, and refuses malformed and excessive requests before any other code reads them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLimits } from '../../config/limits.ts'
import { batchPerTick } from '../../values/batch-per-tick.ts'
import { createServer } from '../../values/node-http.ts'
import { type TimedWork, TimeLimit } from '../../values/time-limit.ts'
import { receiveBody } from '../body.ts'
import type { HttpRequest, SentAnswer } from '../exchange.ts'
import { clientAddress, networkOf } from './address.ts'
import { NodeRequest, sendAnswer } from './node.ts'
import { type Answered, refuse, refuseBroken, refuseConnect } from './refusals.ts'
import { type Fault, readTarget, type Target } from './target.ts'
import { boundOfUnread, mostUnread } from './unread.ts'

/** The app, as far as the listener calls it. */
type Answering = {
  handle(request: HttpRequest): Promise<SentAnswer>
  /** The most bytes of a body at a path, where that is not the same at all. */
  bodyBytesAt?(path: string): number
  /** Reports an error of the answering itself, which the client is shown as 500. */
  report?(error: unknown): void
  /** Whether the process is about to end: each connection is closed behind its next answer, so that a proxy keeps none of them. */
  isEnding?(): boolean
}

/** Limits of the resources one client may take; times in milliseconds. */
export type ListenerLimits = {
  /** Until the headers have arrived. */
  headers: number
  /** Until the whole request has arrived. */
  request: number
  /** From the start of its processing until the answer has been read. */
  answer: number
  /** Interval at which the first two are checked, and so the longest that a connection may outlive them. */
  checkEvery: number
  /** How long an idle connection is kept: longer than proxies keep theirs, or they would send into a closed one. */
  idle: number
  connections: number
  /** Of one network. Loopback too: a proxy on this machine says so with TRUST_PROXY, and then only `connections` holds. */
  connectionsOfOne: number
  /** Requests of a connection that are not answered yet, the one under way included: the others wait for their turn. */
  sentAhead: number
  /** Bytes of all answers that wait until they are read; see `mostUnread`. */
  unread: number
  /** Bytes of a request body. */
  bodyBytes: number
}

const defaults: ListenerLimits = {
  headers: 10_000,
  request: 30_000,
  answer: 120_000,
  checkEvery: 2_000,
  idle: 65_000,
  connections: 4_096,
  connectionsOfOne: 512,
  sentAhead: 16,
  unread: mostUnread(defaultLimits),
  bodyBytes: defaultLimits.bodyBytes,
}

const maxHeaderFields = 200

/** State of a connection, and the network it belongs to. */
type ClientConnection = Answered & { readonly network: string }

/** Creates the server, which does not listen yet. `proxies` is the number of proxies in front of it; see `clientAddress`. */
export function createListener(app: Answering, proxies: number, given: Partial<ListenerLimits> = {}): Server {
  const limits = { ...defaults, ...given }
  const known = new WeakMap<Socket, ClientConnection>()
  const boundUnread = boundOfUnread(limits.unread)
  const answerLimit = new TimeLimit(limits.answer)
  const connectionOf = (socket: Socket): ClientConnection => {
    const connection = known.get(socket)
    if (connection) return connection
    const made = newConnection(socket)
    known.set(socket, made)
    return made
  }
  const take = (request: IncomingMessage, response: ServerResponse, fault?: Fault) => {
    const { socket } = request
    const connection = connectionOf(socket)
    // After the last answer nothing is processed: its client may repeat all later requests over another connection.
    if (connection.isEnding) return
    const { network } = connection
    const ahead = connection.waiting.filter(({ closed }) => !closed)
    connection.waiting = [...ahead, response]
    const isTooMany = ahead.length >= limits.sentAhead
    // Node drops the rest of a packet that follows a request for another protocol.
    connection.isEnding = isTooMany || request.headers.upgrade !== undefined || app.isEnding?.() === true
    if (connection.isEnding) response.setHeader('Connection', 'close')
    const forwardedFor = request.headers['x-forwarded-for'] as string | undefined
    const address = proxies === 0 ? network : clientAddress(network, forwardedFor, proxies)
    const target = isTooMany ? tooManyAhead(limits.sentAhead) : (fault ?? targetOf(request))
    const bodyBytes = ('path' in target ? app.bodyBytesAt?.(target.path) : undefined) ?? limits.bodyBytes
    const body = receiveBody(request, response, bodyBytes, address)
    let asked: NodeRequest | undefined
    let untilAnswered: TimedWork | undefined
    const endTime = () => untilAnswered && answerLimit.end(untilAnswered)
    response.once('close', () => {
      endTime()
      if (!response.writableEnded) asked?.signal.abort()
      // A request that is answered but still arriving needs no further answer.
      if (request.complete) connection.waiting = connection.waiting.filter((waiting) => waiting !== response)
      // Node ends idle connections when the server closes, but not those that become idle after it.
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
    const begin = () => {
      if (!socket.writable) return
      untilAnswered = answerLimit.begin(() => void socket.destroy())
      if (!('path' in target)) return refuse(response, target)
      asked = new NodeRequest(request, body, target, address)
      void serve(app, asked, response, ({ isOpenEnded }, unread) => {
        if (isOpenEnded) endTime()
        boundUnread(response, unread, address)
      })
    }
    // Sequentially, as HTTP requires of all requests that change something; a client that reads nothing gets one answer at a time.
    const before = ahead.at(-1)
    if (before) before.once('close', AsyncLocalStorage.bind(begin))
    else begin()
  }
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.checkEvery,
      keepAliveTimeout: limits.idle,
      // readTarget refuses it in the contract's shape, and exempts some paths.
      requireHostHeader: false,
    },
    take,
  )
  server.maxConnections = limits.connections
  // Node drops further fields silently; one more than the limit shows that there were too many.
  server.maxHeadersCount = maxHeaderFields + 1
  if (proxies === 0) server.on('connection', boundOfOne(limits.connectionsOfOne))
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    take(request, response, [417, 'The only expectation that is met is 100-continue.'])
  })
  server.on('connect', (_request, socket: Socket) => refuseConnect(socket, connectionOf(socket)))
  server.on('clientError', (error, socket: Socket) => refuseBroken(error, socket, connectionOf(socket)))
  return server
}

/**
 * Writing wakes the reading process, which takes as much processor time as a small request: answers that are written one after the other
 * find the client, or a proxy, awake. `{ __typename }`: half as many requests again a second.
 */
const atEndOfTick = batchPerTick()

/** @param sent called when the answer was handed to Node, with the number of its bytes that are not sent yet. */
async function serve(
  app: Answering,
  request: HttpRequest,
  response: ServerResponse,
  sent: (answer: SentAnswer, unread: number) => void,
): Promise<void> {
  // The app handles its own errors; this catches errors of that handling.
  const fail = (error: unknown) => {
    app.report?.(error)
    if (!response.headersSent) refuse(response, [500, 'Internal error'])
  }
  try {
    const answer = await app.handle(request)
    atEndOfTick(() => {
      try {
        sent(answer, sendAnswer(response, answer))
      } catch (error) {
        fail(error)
      }
    })
  } catch (error) {
    fail(error)
  }
}

const newConnection = ({ remoteAddress = '' }: Socket): ClientConnection => ({
  network: networkOf(remoteAddress),
  waiting: [],
  isEnding: false,
})

const tooManyAhead = (limit: number): Fault => [400, `At most ${limit} requests may be sent ahead on one connection.`]

/** Fields of which Node would silently keep the first, or join two into one that means neither. */
const onlyOnce = new Map(
  ['Authorization', 'Content-Encoding', 'Content-Type', 'Host', 'Idempotency-Key'].map((name) => [name.toLowerCase(), name]),
)
const onlyOnceLengths = new Set([...onlyOnce.keys()].map(({ length }) => length))

/** The target of a request that Node's parser accepted, or the fault in it. */
function targetOf(request: IncomingMessage): Target | Fault {
  if (request.rawHeaders.length > maxHeaderFields * 2) return [431, `At most ${maxHeaderFields} header fields are read.`]
  const twice = givenTwice(request.rawHeaders)
  if (twice) return [400, `The header ${twice} is given twice.`]
  const coding = request.headers['transfer-encoding']
  // Node would pass on the bytes of another coding unchanged.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return [501, 'The only transfer coding that is read is chunked.']
  if (request.method === 'TRACE') return [405, 'TRACE is not answered here.', { Allow: 'GET, POST, PUT, PATCH, DELETE, OPTIONS' }]
  return readTarget(request)
}

/** Names and values alternate. Most names differ in their length, which costs less than their lower-case spelling. */
function givenTwice(rawHeaders: string[]): string | undefined {
  const seen: string[] = []
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const given = rawHeaders[place] as string
    const name = onlyOnceLengths.has(given.length) ? onlyOnce.get(given.toLowerCase()) : undefined
    if (name && seen.includes(name)) return name
    if (name) seen.push(name)
  }
  return undefined
}

/** Closes the connections of a network that has too many. */
function boundOfOne(limit: number): (socket: Socket) => void {
  const counts = new Map<string, number>()
  return (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (count > limit) socket.destroy()
  }
}
