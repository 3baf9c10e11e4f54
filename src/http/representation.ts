/** Chooses the representation of an answer: compressed if the client prefers that, 304 if the client still has it. */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { acceptedEncoding, acceptsPlain, compressed, type Encoding, isCompressible } from './encoding.ts'
import { type HttpAnswer, type HttpHeaders, type HttpRequest, type SentAnswer, vary } from './exchange.ts'

/** Smaller bodies fit into the packet of their headers. */
const minBytes = 1_024

/** Characters from which a text is encoded once, from its pieces: V8 would copy it for its tag, its length and its headers. */
const longText = 4_096

/** Buffer for encoding, which takes less time than counting the bytes first; a character has three at most. */
const draft = Buffer.allocUnsafeSlow(524_288)
const draftedText = draft.length / 3

/** The whole of a body that is not a stream. */
function wholeOf(body: Exclude<HttpAnswer['body'], Readable>): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  const pieces = typeof body === 'string' ? [body] : body
  const characters = pieces.reduce((sum, { length }) => sum + length, 0)
  if (characters < longText) return pieces.join('')
  if (characters <= draftedText) return Buffer.from(written(pieces, draft))
  return written(pieces, Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)))
}

function written(pieces: readonly string[], bytes: Buffer): Buffer {
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at)
  // The written part alone: the rest of the uncleared memory must not be sent.
  return bytes.subarray(0, at)
}

/** Characters of a hash in a tag: 132 bits, so that no two answers share one. */
const tagCharacters = 22

/**
 * The entity tag of a content. It is weak, since the compressed content has other bytes. It protects no secret, and SHA-256 takes three
 * times as long: a sixth of the time of a page of REST.
 */
export const tagOf = (content: string | Uint8Array): string => `W/"${hash('sha1', content, 'base64url').slice(0, tagCharacters)}"`

// Longer than between two clicks, shorter than a merchant waits to see a changed product.
const sharedSeconds = 60

/**
 * Sets Cache-Control: private answers are revalidated each time; answers that are the same for all callers without a credential may be kept
 * by any cache for a while.
 */
export function letKeep(headers: HttpHeaders, isForAll: boolean): void {
  const forAll = `public, max-age=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`
  headers['Cache-Control'] = isForAll ? forAll : 'private, no-cache'
  vary(headers, 'Authorization, Cookie')
}

/**
 * Builds the answer to send: with a tag if it may be kept, as 304 without a body if the client has it, compressed if that is worth it, and
 * with its length. A stream, which has its tag and its coding, is passed on unread.
 *
 * @param mayCompress whether the compressed length may be visible.
 */
export function represented(request: HttpRequest, answer: HttpAnswer, mayCompress: boolean): SentAnswer | Promise<SentAnswer> {
  const { status, headers } = answer
  const body = answer.body instanceof Readable ? answer.body : wholeOf(answer.body)
  const isHead = request.method === 'HEAD'
  const isKept = (isHead || request.method === 'GET') && status === 200 && !says(headers['Cache-Control'], 'no-store')
  if (says(headers['Cache-Control'], 'public')) for (const name of aboutAsker) delete headers[name]
  const isText = isCompressible(headers['Content-Type'])
  if (isText) vary(headers, 'Accept-Encoding')
  if (isKept && !(body instanceof Readable)) headers.ETag ??= tagOf(body ?? '')
  const isUnchanged = isKept && isKnown(request, headers.ETag)
  if (body instanceof Readable) {
    if (isHead || isUnchanged) body.destroy()
    const { isOpenEnded = false } = answer
    return isUnchanged ? unchanged(headers) : { status, headers, body: isHead ? undefined : body, isOpenEnded }
  }
  if (isUnchanged) return unchanged(headers)
  if (status === 204) return { status, headers, body: undefined }
  const sized = (sent: string | Uint8Array = '') => {
    headers['Content-Length'] = String(Buffer.byteLength(sent))
    return { status, headers, body: isHead ? undefined : sent }
  }
  const encoding = isText && mayCompress ? encodingOf(request, headers, body) : undefined
  if (!encoding || body === undefined) return sized(body)
  headers['Content-Encoding'] = encoding
  return compressed[encoding](body).then(sized)
}

/** The coding to compress a text with, if any. */
function encodingOf(request: HttpRequest, headers: HttpHeaders, body: string | Uint8Array = ''): Encoding | undefined {
  const codings = request.header('accept-encoding')
  if (codings === undefined || headers['Content-Encoding'] !== undefined) return undefined
  if (Buffer.byteLength(body) < minBytes && acceptsPlain(codings)) return undefined
  const isFixed = says(headers['Cache-Control'], 'no-transform') || says(request.header('cache-control'), 'no-transform')
  return isFixed ? undefined : acceptedEncoding(codings)
}

/** Headers about the caller's budget: dropped from answers that a shared cache gives to others. */
const aboutAsker = ['RateLimit-Cost', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const says = (header: string | undefined, directive: string): boolean => header?.toLowerCase().includes(directive) ?? false

/** Whether the client has the current representation; tags are compared weakly (RFC 9110, section 13.1.2). */
function isKnown(request: HttpRequest, tag = ''): boolean {
  const known = request.header('if-none-match')
  if (known === undefined) return false
  // No tag of ours has a comma, so a fragment of one that has matches none.
  return known.trim() === '*' || known.split(',').some((each) => bare(each.trim()) === bare(tag))
}

const bare = (tag: string): string => tag.replace(/^W\//, '')

/** A 304: the headers of the full answer without those that describe its bytes. */
function unchanged(headers: HttpHeaders): SentAnswer {
  for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding', 'Link'] as const) delete headers[name]
  return { status: 304, headers, body: undefined }
}
