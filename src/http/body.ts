/** Collects the bodies of requests as they arrive, within the bounds of one body and of all bodies together. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account } from '../budget/account.ts'
import { badInput, Refusal } from '../values/errors.ts'
import type { HttpBody, HttpRequest } from './exchange.ts'

/** A body up to here is always collected; of larger ones, all together and those of one address have a bound. */
const smallBytes = 65_536
const mostOfAll = 67_108_864
const addressesAtLeast = 4

/** Parts of a body: each chunk of any size costs one or two microseconds. */
const maxParts = 16_384

/** Bytes of a refused body that are discarded before its connection is closed, and the time its client has to read the answer first. */
const mostDiscarded = 1_048_576
const millisecondsToRead = 1_000

/** Bytes of large bodies in progress: they stay in memory until they end, and clients choose how long that takes. */
const ofAddress = new Map<string, number>()
let ofAll = 0

function hold(address: string, bytes: number): void {
  const held = (ofAddress.get(address) ?? 0) + bytes
  if (held > 0) ofAddress.set(address, held)
  else ofAddress.delete(address)
  ofAll += bytes
}

const none = new Uint8Array(0)
const leastRoom = 4_096

/** One body: a buffer that grows with what arrives, until it is whole or refused. */
export class ArrivingBody implements HttpBody {
  parts = 0
  private buffer: Uint8Array = none
  private length = 0
  private held = 0
  private isWhole = false
  private isDropped = false
  private fault: Refusal | undefined
  private whenOver: (() => void) | undefined
  private readonly maxBytes: number
  private readonly address: string
  private readonly announced: number

  /** @param announced its length as the client announced it, or 0. */
  constructor(maxBytes: number, address: string, announced = 0) {
    this.maxBytes = maxBytes
    this.address = address
    this.announced = announced
    if (announced > maxBytes) this.fail(() => tooLarge(maxBytes))
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    if (this.fault) throw this.fault
    if (this.isWhole) return this.buffer.subarray(0, this.length)
    return new Promise<void>((resolve) => {
      this.whenOver = resolve
    }).then(() => this.bytes())
  }

  /** Appends the next part. @returns whether more is wanted. */
  take(part: Uint8Array): boolean {
    if (this.isDropped) this.length += part.length
    if (this.fault) return this.isDropped && this.length <= this.maxBytes
    this.parts += 1
    if (this.length + part.length > this.maxBytes) this.fail(() => tooLarge(this.maxBytes))
    else if (this.parts > maxParts) this.fail(tooManyParts)
    else if (this.hold(this.length + part.length)) this.keep(part)
    return !this.fault
  }

  /** Most bodies come in one part, which is kept as it is. */
  private keep(part: Uint8Array): void {
    const length = this.length + part.length
    if (part.length === this.announced) this.buffer = part
    else {
      if (length > this.buffer.length) this.grow(length)
      this.buffer.set(part, this.length)
    }
    this.length = length
  }

  private grow(bytes: number): void {
    const room = Math.max(2 * bytes, Math.min(this.announced, smallBytes), leastRoom)
    const larger = Buffer.allocUnsafeSlow(Math.min(room, this.maxBytes))
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
  }

  end(): void {
    if (this.fault) return
    this.isWhole = true
    this.release()
  }

  /** Ends the body with a fault, which is made only if the body is not over yet: every request closes its body. */
  fail(fault: () => Refusal): void {
    if (this.fault || this.isWhole) return
    this.fault = fault()
    this.buffer = none
    this.release()
  }

  /** Ends the body of a request that is answered: nothing reads it any more, and the rest of it is dropped. */
  drop(): void {
    if (this.fault || this.isWhole) return
    this.isDropped = true
    this.fail(brokenOff)
  }

  /** Counts so many bytes towards the bounds of all bodies. @returns whether they fit. */
  private hold(bytes: number): boolean {
    if (bytes <= smallBytes) return true
    hold(this.address, bytes - this.held)
    this.held = bytes
    if (!isTooMuch(this.address, this.maxBytes)) return true
    this.fail(tooManyBodies)
    return false
  }

  private release(): void {
    if (this.held > 0) hold(this.address, -this.held)
    this.held = 0
    this.whenOver?.()
  }
}

/** Whether the large bodies under way hold more than they may, all together or those of one address. */
function isTooMuch(address: string, maxBytes: number): boolean {
  const most = Math.max(mostOfAll, addressesAtLeast * maxBytes)
  return ofAll > most || (ofAddress.get(address) ?? 0) > most / addressesAtLeast
}

const tooManyParts = () => badInput(`The body comes in more than ${maxParts} parts.`)

const tooManyBodies = () => new Refusal('UNAVAILABLE', 'Too many large bodies arrive at once; try again shortly.')

const tooLarge = (maxBytes: number) => new Refusal('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)

/** The refusal of a body whose client hung up before its end. */
export const brokenOff = () => badInput('The body did not arrive as a whole.')

const noBody: HttpBody = { parts: 0, bytes: () => none }

/** Collects the body of a request from the network, from now on until its answer is sent. */
export function receiveBody(incoming: IncomingMessage, response: ServerResponse, maxBytes: number, address: string): HttpBody {
  const { 'content-length': announced, 'transfer-encoding': coding } = incoming.headers
  if (coding === undefined && (announced === undefined || announced === '0')) return noBody
  const body = new ArrivingBody(maxBytes, address, Number(announced ?? 0))
  let discarded = 0
  let parts = 0
  let isEnding = false
  incoming.on('data', (part: Uint8Array) => {
    if (body.take(part) || isEnding) return
    discarded += part.length
    parts += 1
    isEnding = discarded > mostDiscarded || parts > maxParts
    // Not at once: the connection would be reset, and the answer lost with it.
    if (isEnding) setTimeout(() => incoming.destroy(), millisecondsToRead).unref()
  })
  incoming.once('end', () => body.end())
  incoming.once('close', () => body.fail(brokenOff))
  // Node closes no request that is answered before its end.
  response.once('close', () => body.drop())
  return body
}

/** A body takes time to check and to take apart, also where it is refused later: a point is about a millisecond. */
const bytesOfPoint = 16_384
const partsOfPoint = 512

/**
 * Reads a whole body, for which the account pays if it is large.
 *
 * @throws Refusal UNSUPPORTED_MEDIA for a compressed one, TOO_LARGE beyond `maxBytes`, BAD_INPUT for one that ends too early or comes in
 *   too many parts, UNAVAILABLE when the large bodies under way hold too much together.
 */
export async function readBytes(
  request: Pick<HttpRequest, 'header' | 'body'>,
  maxBytes: number,
  account: Pick<Account, 'charge'>,
): Promise<Uint8Array> {
  if (request.header('content-encoding')) throw new Refusal('UNSUPPORTED_MEDIA', 'The body must not be compressed.')
  const { body } = request
  let length = 0
  try {
    const bytes = await body.bytes()
    length = bytes.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    return bytes
  } finally {
    account.charge(Math.floor(length / bytesOfPoint) + Math.floor(body.parts / partsOfPoint))
  }
}
