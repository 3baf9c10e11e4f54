/** Reads the bytes of a request body, and never more than a body may have. */
import type { Account } from '../budget/account.ts'
import { badInput, Refusal } from '../values/errors.ts'
import type { HttpRequest } from './exchange.ts'

/** What is read has to be checked and taken apart, whatever becomes of it: a megabyte takes some sixty milliseconds. */
const bytesOfPoint = 16_384

/** A body up to here is always read; of larger ones, all together and those of one holder have a bound. */
const smallBytes = 65_536
const mostOfAll = 67_108_864
const holdersAtLeast = 4

/** Parts that are smaller are gathered: to keep one by itself takes some 370 bytes, and a client may send a byte in each. */
const gatheredBytes = 16_384
/** Each part is read by itself, which takes one or two microseconds; those that were joined on their way too. */
const maxParts = 16_384
const partsOfPoint = 512

/** Bodies in more than one part are joined here, one after the other. */
let shared = Buffer.alloc(0)
/** The largest body that is read by default; larger ones get room of their own. */
const sharedBytes = 1_048_576

/** Bytes of large bodies under way: they wait in memory for their ends, and clients choose how long that takes them. */
const ofHolder = new Map<string, number>()
let ofAll = 0

function hold(holder: string, bytes: number): void {
  const held = (ofHolder.get(holder) ?? 0) + bytes
  if (held > 0) ofHolder.set(holder, held)
  else ofHolder.delete(holder)
  ofAll += bytes
}

/**
 * Reads a whole body.
 *
 * @param account of the request, which pays for large ones; one holder never has more than a quarter of what all may have.
 * @param use makes of its bytes what is wanted, and waits for nothing: when it has ended, other bodies are written over them. New
 *   memory for each would take some milliseconds a megabyte, and V8 would look through all of its own for every sixty megabytes.
 * @returns what `use` returns; a promise of it, unless all of the body has come already.
 * @throws what `use` throws; Refusal UNSUPPORTED_MEDIA for a compressed one, TOO_LARGE as soon as more has come than is read, BAD_INPUT
 *   when it ends too early, UNAVAILABLE when the large bodies that are being read hold too much together.
 */
export function readBytes<Made>(
  request: Pick<HttpRequest, 'header' | 'body'>,
  maxBytes: number,
  account: Pick<Account, 'charge' | 'holder'>,
  use: (bytes: Uint8Array) => Made,
): Made | Promise<Made> {
  if (request.header('content-encoding')) throw new Refusal('UNSUPPORTED_MEDIA', 'The body must not be compressed.')
  if (Number(request.header('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const received = new ReceivedBody(maxBytes, account)
  try {
    const reading = request.body.read((chunk, parts) => received.take(chunk, parts), maxBytes)
    if (reading)
      return reading.then(
        () => use(received.end()),
        (error: unknown) => received.fail(error),
      )
  } catch (error) {
    received.fail(error)
  }
  return use(received.end())
}

/** What has come of a body. */
class ReceivedBody {
  length = 0
  private readonly chunks: Uint8Array[] = []
  private gathered: Buffer | undefined
  private parts = 0
  private held = 0
  private readonly maxBytes: number
  private readonly account: Pick<Account, 'charge' | 'holder'>

  constructor(maxBytes: number, account: Pick<Account, 'charge' | 'holder'>) {
    this.maxBytes = maxBytes
    this.account = account
  }

  /** @throws Refusal as `readBytes` does. */
  take(chunk: Uint8Array, parts = 1): void {
    const { maxBytes, account } = this
    const { holder } = account
    this.length += chunk.length
    if (this.length > maxBytes) throw tooLarge(maxBytes)
    if (this.length > smallBytes) {
      hold(holder, this.length - this.held)
      this.held = this.length
      if (isTooMuch(holder, maxBytes))
        throw new Refusal('UNAVAILABLE', 'Too many large bodies arrive at once; try again shortly.')
    }
    this.parts += parts
    if (this.parts > maxParts) throw badInput(`The body comes in more than ${maxParts} parts.`)
    this.keep(chunk)
  }

  /** Most bodies are one part, which is kept as it is. */
  private keep(chunk: Uint8Array): void {
    const last = this.gathered
    if (this.chunks.length === 0 || chunk.length >= gatheredBytes) {
      this.chunks.push(chunk)
      this.gathered = undefined
    } else if (last && last.length + chunk.length <= gatheredBytes) {
      const longer = Buffer.from(last.buffer, last.byteOffset, last.length + chunk.length)
      longer.set(chunk, last.length)
      this.chunks[this.chunks.length - 1] = longer
      this.gathered = longer
    } else {
      const room = Buffer.allocUnsafeSlow(gatheredBytes)
      room.set(chunk)
      this.gathered = room.subarray(0, chunk.length)
      this.chunks.push(this.gathered)
    }
  }

  end(): Uint8Array {
    this.release()
    const { chunks, length } = this
    const [first] = chunks
    return first && chunks.length === 1 ? first : joined(chunks, length)
  }

  fail(error: unknown): never {
    this.release()
    // The stream fails when the client hangs up or is too slow: its doing, and nothing for the log.
    throw error instanceof Refusal ? error : badInput('The body did not arrive as a whole.')
  }

  /** Gives back what it held of what all may have, and has what came paid for. */
  private release(): void {
    if (this.held > 0) hold(this.account.holder, -this.held)
    this.account.charge(Math.floor(this.length / bytesOfPoint) + Math.floor(this.parts / partsOfPoint))
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (length > sharedBytes) return Buffer.concat(chunks)
  if (shared.length === 0) shared = Buffer.allocUnsafeSlow(sharedBytes)
  let at = 0
  for (const chunk of chunks) {
    shared.set(chunk, at)
    at += chunk.length
  }
  return shared.subarray(0, at)
}

/** Whether the large bodies under way hold more than they may, all together or those of one holder. */
function isTooMuch(holder: string, maxBytes: number): boolean {
  const most = Math.max(mostOfAll, holdersAtLeast * maxBytes)
  return ofAll > most || (ofHolder.get(holder) ?? 0) > most / holdersAtLeast
}

const tooLarge = (maxBytes: number) => new Refusal('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
