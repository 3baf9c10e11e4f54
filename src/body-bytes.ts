/** Reads the bytes of a request body, and never more than a body may have. */
import { Refusal } from './errors.ts'

/**
 * Reads a whole body.
 *
 * @throws Refusal TOO_LARGE as soon as more has come than is read.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  refuseLonger(request, maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Refuses a body that says itself that it is too long.
 *
 * @throws Refusal TOO_LARGE
 */
export function refuseLonger({ headers }: Request, maxBytes: number): void {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
}

const tooLarge = (maxBytes: number) => new Refusal('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
