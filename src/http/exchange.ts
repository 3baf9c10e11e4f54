/** A request and its answer as plain values, independent of their transport: the network, or a test without one. */
import type { Readable } from 'node:stream'
import type { ClientSignal } from '../values/signal.ts'

export type HttpRequest = {
  readonly method: string
  /** The path as a URL has it. */
  readonly path: string
  /** The query string with its question mark, or nothing. */
  readonly search: string
  /** The host that is asked, with its port unless that is the usual one. */
  readonly host: string
  /** The same without its port. */
  readonly hostname: string
  /** The network address it came from. */
  readonly address: string
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined
  readonly body: HttpBody
  /** Aborts when the client has hung up. */
  readonly signal: ClientSignal
}

/** The same request at another path. */
export const requestAt = (request: HttpRequest, path: string): HttpRequest =>
  Object.create(request, { path: { value: path } }) as HttpRequest

export type HttpBody = {
  /** How many parts have come. */
  readonly parts: number
  /** All of its bytes, a promise unless they have come already. @throws Refusal for a body that is too large or breaks off. */
  bytes(): Uint8Array | Promise<Uint8Array>
}

/** The headers of our answers: each has one spelling, so that none is set twice. */
type HeaderName =
  | `Access-Control-${'Allow-Headers' | 'Allow-Methods' | 'Allow-Origin' | 'Expose-Headers' | 'Max-Age'}`
  | `Content-${'Encoding' | 'Length' | 'Security-Policy' | 'Type'}`
  | `Cross-Origin-${'Opener' | 'Resource'}-Policy`
  | `RateLimit-${'Cost' | 'Limit' | 'Remaining' | 'Reset'}`
  | `X-${'Accel-Buffering' | 'Content-Type-Options' | 'Request-Id'}`
  | 'Allow'
  | 'Cache-Control'
  | 'ETag'
  | 'Idempotent-Replayed'
  | 'X-Dry-Run'
  | 'X-Operation'
  | 'Link'
  | 'Location'
  | 'Permissions-Policy'
  | 'Referrer-Policy'
  | 'Retry-After'
  | 'Vary'
  | 'WWW-Authenticate'

export type HttpHeaders = { [Name in HeaderName]?: string } & { 'Set-Cookie'?: string[] }

export type HttpAnswer = {
  status: number
  /** Of this answer alone: middleware adds to them. */
  headers: HttpHeaders
  /** A stream is sent as it arrives; the pieces of a text are sent one after the other, which avoids joining a long one. */
  body: string | readonly string[] | Uint8Array | Readable | undefined
  /** Whether it is a stream that ends by itself if it is not read, and so has no time limit. */
  isOpenEnded?: boolean
  /** Effects of its writes, if it wrote. */
  effects?: Effects | undefined
  /** Set-Cookie headers beside those of its writes. */
  cookies?: readonly string[]
  /** The caller and its store, if one was admitted. */
  by?: { actor: string; storeId: bigint | undefined }
}

/** An answer as it is sent: its body is in one piece. */
export type SentAnswer = Omit<HttpAnswer, 'body'> & { body: Exclude<HttpAnswer['body'], readonly string[]> }

/** Effects of writes on an answer, beside its content. */
export type Effects = {
  cookies: readonly string[]
  /** Whether it contains a secret, and is neither stored for replay nor compressed. */
  hasSecret: boolean
  /** Where the request has an Idempotency-Key: whether it ran first, or replays the answer of the first. */
  key: 'first' | 'replayed' | undefined
  /** Whether a write was refused. */
  isRefused: boolean
}

/** Adds request headers to Vary. */
export function vary(headers: HttpHeaders, names: string): void {
  headers.Vary = headers.Vary === undefined ? names : `${headers.Vary}, ${names}`
}
