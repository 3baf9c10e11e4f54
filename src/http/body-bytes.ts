/** Reads the bytes of a request body, and never more than a body may have. */
import type { Account } from '../budget/account.ts'
import { badInput, Refusal } from '../errors.ts'

/** What is read has to be checked and taken apart, whatever becomes of it: a megabyte takes some sixty milliseconds. */
const bytesOfPoint = 16_384

/** A body up to here is always read; of larger ones, all together and those of one holder have a bound. */
const smallBytes = 65_536
const mostOfAll = 67_108_864
const holdersAtLeast = 4

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
 * @throws Refusal UNSUPPORTED_MEDIA for a compressed one, TOO_LARGE as soon as more has come than is read, BAD_INPUT when it ends
 * too early, UNAVAILABLE when the large bodies that are being read hold too much together.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  account: Pick<Account, 'charge' | 'holder'>,
): Promise<Uint8Array> {
  if (request.headers.get('content-encoding')) throw new Refusal('UNSUPPORTED_MEDIA', 'The body must not be compressed.')
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const most = Math.max(mostOfAll, holdersAtLeast * maxBytes)
  const chunks: Uint8Array[] = []
  const body = request.body?.[Symbol.asyncIterator]()
  let length = 0
  let held = 0
  try {
    for (let next = await body?.next(); next && !next.done; next = await body?.next()) {
      length += next.value.length
      if (length > maxBytes) throw tooLarge(maxBytes)
      const large = length > smallBytes ? length : 0
      hold(account.holder, large - held)
      held = large
      if (large > 0 && (ofAll > most || (ofHolder.get(account.holder) ?? 0) > most / holdersAtLeast))
        throw new Refusal('UNAVAILABLE', 'Too many large bodies arrive at once; try again shortly.')
      chunks.push(next.value)
    }
  } catch (error) {
    if (body) void readAway(body, maxBytes)
    // The stream fails when the client hangs up or is too slow: its doing, and nothing for the log.
    throw error instanceof Refusal ? error : badInput('The body did not arrive as a whole.')
  } finally {
    hold(account.holder, -held)
    account.charge(Math.floor(length / bytesOfPoint))
  }
  return Buffer.concat(chunks)
}

/** Who leaves a body unread never sees the answer: the connection is closed while they still send. */
async function readAway(body: AsyncIterator<Uint8Array>, maxBytes: number): Promise<void> {
  let length = 0
  try {
    for (let next = await body.next(); !next.done && length < maxBytes; next = await body.next()) length += next.value.length
    await body.return?.()
  } catch {
    // The client has hung up.
  }
}

const tooLarge = (maxBytes: number) => new Refusal('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
