/** Reads the bytes of a request body, and never more than a body may have. */
import type { Account } from '../budget/account.ts'
import { badInput, Refusal } from '../errors.ts'

/** What is read has to be checked and taken apart, whatever becomes of it: a megabyte takes some sixty milliseconds. */
const bytesOfPoint = 16_384

/** All that is being read at once: bodies wait in memory for their ends, and clients choose how long that takes them. */
const mostUnderWay = 67_108_864
const mostLargestUnderWay = 4
let underWay = 0

/**
 * Reads a whole body.
 *
 * @param account of the request, which pays for large ones.
 * @throws Refusal UNSUPPORTED_MEDIA for a compressed one, TOO_LARGE as soon as more has come than is read, BAD_INPUT when it ends
 * too early, UNAVAILABLE when the bodies that are being read hold too much together.
 */
export async function readBytes(request: Request, maxBytes: number, account: Pick<Account, 'charge'>): Promise<Uint8Array> {
  if (request.headers.get('content-encoding')) throw new Refusal('UNSUPPORTED_MEDIA', 'The body must not be compressed.')
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const most = Math.max(mostUnderWay, mostLargestUnderWay * maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      underWay += chunk.length
      if (underWay > most) throw new Refusal('UNAVAILABLE', 'Too many large bodies arrive at once; try again shortly.')
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    // The stream fails when the client hangs up or is too slow: its doing, and nothing for the log.
    throw error instanceof Refusal ? error : badInput('The body did not arrive as a whole.')
  } finally {
    underWay -= length
    account.charge(Math.floor(length / bytesOfPoint))
  }
  return Buffer.concat(chunks)
}

const tooLarge = (maxBytes: number) => new Refusal('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
