/** Answers of the listener itself, in the contract's shape, to requests that no other code may read. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '../../values/node-http.ts'
import { addBrowserHeaders } from '../browser-headers.ts'
import type { HttpHeaders } from '../exchange.ts'
import type { Fault } from './target.ts'

const answerHeaders: HttpHeaders = { 'Content-Type': 'application/json; charset=utf-8' }
addBrowserHeaders(answerHeaders)

const rawHeaders = Object.entries(answerHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const bodyOf = (sentence: string): string => JSON.stringify({ errors: [sentence] })

/** Answers a request with its fault. */
export function refuse(response: ServerResponse, [status, sentence, headers]: Fault): void {
  const body = bodyOf(sentence)
  response.writeHead(status, { ...answerHeaders, 'Content-Length': Buffer.byteLength(body), ...headers }).end(body)
}

const brokenRequest: Record<string, Fault> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** The answers of a connection. */
export type Answered = {
  /** Answers not sent yet, in the order of their requests. */
  waiting: readonly ServerResponse[]
  /** Whether it closes after these: no more requests are read from it. */
  isEnding: boolean
}

/** Answers a request that Node's parser refuses, unless the answer would be taken for that to another request. */
export function refuseBroken({ code = '' }: NodeJS.ErrnoException, socket: Socket, connection: Answered): void {
  // Emitted again for every further packet of the refused request.
  if (socket.writableEnded) return
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  if (connection.isEnding) return
  const { waiting } = connection
  const last = waiting.findLast(({ closed, req }) => req.complete && !closed)
  if (last) {
    // Requests before the malformed one are answered as if nothing followed.
    connection.isEnding = true
    return void last.prependOnceListener('close', () => endSoon(socket))
  }
  const [first] = waiting
  if (first && (first.headersSent || first.req.complete)) return void socket.destroy()
  const [status, sentence] = brokenRequest[code] ?? [400, 'The request is not valid HTTP.']
  answerRaw(socket, status, sentence)
}

/** Answers a CONNECT, for which Node gives up its HTTP handling of the connection. */
export function refuseConnect(socket: Socket, { waiting }: Answered): void {
  const open = waiting.filter(({ closed }) => !closed)
  if (open.length === 0) answerRaw(socket, 405, 'CONNECT is not answered here.')
  else socket.destroy()
  // Node has detached the requests that had no turn yet: they are not notified otherwise.
  for (const response of open) response.emit('close')
}

/** Writes an answer to the socket directly and closes the connection. */
function answerRaw(socket: Socket, status: number, sentence: string): void {
  const body = bodyOf(sentence)
  endSoon(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${rawHeaders}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const lastWordMilliseconds = 1_000

/** Writes the last bytes and closes the connection. */
function endSoon(socket: Socket, lastWord = ''): void {
  socket.on('error', () => {})
  socket.end(lastWord)
  // Bytes that still arrive are read and discarded for a moment: closing at once would reset the connection and lose the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), lastWordMilliseconds).unref()
}
