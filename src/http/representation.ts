/** How an answer goes over the wire: compressed if the client likes it so, and not at all if the client still has it. */
import { hash } from 'node:crypto'
import { Response as WireResponse } from '@whatwg-node/server'
import { acceptedEncoding, acceptsPlain, compressed, isCompressible } from './encoding.ts'

/** Below this the headers of a packet are most of it. */
const minBytes = 1_024

/** Characters of a hash in a tag: 132 bits, so that no two answers share one. */
const tagCharacters = 22

/** The tag of a content. A weak one: the same content compressed is other bytes. */
export const tagOf = (content: string | Uint8Array): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, tagCharacters)}"`

// Longer than between two clicks, shorter than anybody waits to see a product they have just changed.
const sharedSeconds = 60

/**
 * Lets an answer be kept: by who asked, who has to ask each time whether it is still good; or, where it is the same for all who
 * send no credential, by any cache for a while.
 */
export function keepable(response: Response, isForAll: boolean): Response {
  const forAll = `public, max-age=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`
  response.headers.set('Cache-Control', isForAll ? forAll : 'private, no-cache')
  response.headers.append('Vary', 'Authorization, Cookie')
  return response
}

/**
 * Makes the answer that is sent: with a tag if it may be kept, as 304 without a body if the client has it, compressed if that
 * is worth it, and with its length.
 *
 * A response that has a tag and need not be compressed is passed on without being read, as long as it may be.
 *
 * @param mayCompress whether the length of what is compressed may be seen.
 */
export async function represented(request: Request, response: Response, mayCompress: boolean): Promise<Response> {
  const { status, headers } = response
  const isHead = request.method === 'HEAD'
  const send = (body: BodyInit | null) => new WireResponse(isHead ? null : body, { status, headers })
  const isKept = (isHead || request.method === 'GET') && status === 200 && !says(headers, 'no-store')
  const codings = request.headers.get('accept-encoding')
  const isFixed = headers.has('content-encoding') || says(headers, 'no-transform') || says(request.headers, 'no-transform')
  if (says(headers, 'public')) for (const name of [...headers.keys()]) if (isAboutAsker(name)) headers.delete(name)
  const isText = isCompressible(headers.get('content-type'))
  if (isText) headers.append('Vary', 'Accept-Encoding')
  const encoding = isText && mayCompress && !isFixed ? acceptedEncoding(codings) : undefined
  if (isKept && headers.has('etag') && !encoding) {
    if (!isKnown(request, headers) && !isHead) return send(response.body)
    void response.body?.cancel()
    return isKnown(request, headers) ? unchanged(headers) : send(null)
  }
  const bytes = await bytesOf(response)
  if (isKept && !headers.has('etag')) headers.set('ETag', tagOf(bytes))
  if (isKept && isKnown(request, headers)) return unchanged(headers)
  if (status === 204) return send(null)
  const isWorthIt = bytes.length >= minBytes || !acceptsPlain(codings)
  const body = encoding && isWorthIt ? await compressed[encoding](bytes) : bytes
  if (encoding && isWorthIt) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return send(body as BodyInit)
}

/** Whether a header tells who asked how their budget stands: nothing for others, whom a shared cache answers with it. */
const isAboutAsker = (name: string): boolean => name.startsWith('ratelimit-')

const says = (headers: Headers, directive: string): boolean =>
  headers.get('cache-control')?.toLowerCase().includes(directive) ?? false

async function bytesOf(response: Response): Promise<Buffer> {
  const read: ArrayBuffer | Buffer = await response.arrayBuffer()
  return Buffer.isBuffer(read) ? read : Buffer.from(read)
}

/** Whether the client has what would be sent; tags are compared weakly (RFC 9110, section 13.1.2). */
function isKnown(request: Request, headers: Headers): boolean {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  const tag = bare(headers.get('etag') ?? '')
  // No tag of ours has a comma; a part of one that has is none of ours.
  return known.trim() === '*' || known.split(',').some((each) => bare(each.trim()) === tag)
}

const bare = (tag: string): string => tag.replace(/^W\//, '')

/** An answer that says that nothing has changed: all that is told of what would be sent but what describes its bytes. */
function unchanged(headers: Headers): Response {
  for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding', 'Link']) headers.delete(name)
  return new WireResponse(null, { status: 304, headers })
}
