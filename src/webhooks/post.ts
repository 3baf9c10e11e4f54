/** Posts one delivery to an address that was checked before: within five seconds, without redirects, reading little. */
import { lookup, Resolver } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { request as plainRequest } from '../values/node-http.ts'
import { cutText } from '../values/text.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host name. */
type Resolve = (host: string) => Promise<readonly string[]>

type Post = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The resolver, and the addresses it may post to. */
export type Outside = {
  /** Whether private addresses, and plain http, are allowed too. */
  allowsPrivate: boolean
  resolve: Resolve
}

/** The result of a post: the status and the beginning of the answer, or the reason for its absence. */
export type Posted = { status: number; answer: string; milliseconds: number } | { fault: string; milliseconds: number }

const postMilliseconds = 5_000
const connectMilliseconds = 2_000
const answerBytes = 65_536
const keptCharacters = 1_000

/** How the server asks: where private addresses may be asked, names go by the machine's own ways too, such as `localhost`. */
export const outsideOf = (allowsPrivate: boolean): Outside => ({
  allowsPrivate,
  resolve: allowsPrivate ? async (host) => (await lookup(host, { all: true })).map(({ address }) => address) : publicResolver(),
})

/** Resolves names by DNS alone, which can be cancelled; the system's resolver holds a thread for as long as it takes. */
export function publicResolver(): Resolve {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  }
}

/** Posts a body and returns the result; a receiver that does not answer is no error of ours. */
export async function post({ url, headers, body }: Post, outside: Outside): Promise<Posted> {
  const began = performance.now()
  const signal = AbortSignal.timeout(postMilliseconds)
  const milliseconds = () => Math.round(performance.now() - began)
  try {
    const target = new URL(url)
    if (target.protocol !== 'https:' && !outside.allowsPrivate) throw new Error('Only https is asked.')
    const address = await within(signal, addressOf(target, outside))
    const incoming = await within(signal, send({ target, address, headers, body, signal }))
    const answer = await within(signal, readBeginning(incoming))
    return { status: incoming.statusCode ?? 0, answer, milliseconds: milliseconds() }
  } catch (error) {
    const fault = signal.aborted ? `No answer within ${postMilliseconds / 1_000} seconds.` : sentenceOf(error)
    return { fault, milliseconds: milliseconds() }
  }
}

const sentenceOf = (error: unknown): string => cutText(error instanceof Error ? error.message : String(error), keptCharacters)

/** Rejects when the time is up; the work itself cannot be cancelled. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** The one address that is asked. All that the name has are looked at: one that is private shows what the name is for. */
async function addressOf({ hostname }: URL, { allowsPrivate, resolve }: Outside): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await resolve(bare)
  const [first] = addresses
  if (first === undefined) throw new Error(`The host ${bare} has no address.`)
  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new Error(`The host ${bare} is on a private network.`)
  return first
}

type Sent = Pick<Post, 'headers' | 'body'> & { target: URL; address: string; signal: AbortSignal }

/** Connects to the address that was checked, also where the name resolves to another since. */
function send({ target, address, headers, body, signal }: Sent): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, { all }, found) => {
    const family = isIP(address)
    if (all) found(null, [{ address, family }])
    else found(null, address, family)
  }
  const request = target.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body))
    const sent: ClientRequest = request(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Tandem-Webhooks', ...headers, 'Content-Length': length },
      // A new connection each time: a kept one could lead to an address that the name has left.
      agent: false,
      lookup,
      signal,
    })
    const connecting = setTimeout(() => sent.destroy(new Error('No connection within 2 seconds.')), connectMilliseconds)
    const isConnected = () => clearTimeout(connecting)
    sent.once('socket', (socket) => socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', isConnected))
    sent.once('close', isConnected)
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}

/** The beginning of an answer; the rest is not read. */
async function readBeginning(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  incoming.on('error', () => {})
  for await (const part of incoming as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length >= answerBytes) break
  }
  incoming.destroy()
  // PostgreSQL stores no NUL in a text.
  return cutText(Buffer.concat(parts).toString('utf8').replaceAll('\u0000', ''), keptCharacters)
}
