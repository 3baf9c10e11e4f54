/** Reads multipart forms, of which every part and every byte of a part's headers costs time. */
import { isUtf8 } from 'node:buffer'
import { MIMEType } from 'node:util'
import { badInput } from '../values/errors.ts'
import { shown } from '../values/text.ts'
import { notUtf8 } from './json-body.ts'

/** Bytes of the headers of all parts together: what 200 fields with long names have. */
const maxHeaderBytes = 65_536

/** As RFC 2046 has it. To look for one of thousands of characters takes the body's length times the boundary's. */
const maxBoundary = 70

/**
 * Reads the fields of a body.
 *
 * @param type its Content-Type, which names the text that stands between two parts.
 * @throws Refusal BAD_INPUT for what is no multipart body, is not UTF-8 whatever its parts call it, has more than `maxParts`, a
 *   boundary or headers that are too long, or a file in it.
 */
export async function readMultipart(bytes: Uint8Array, type: string, maxParts: number): Promise<[name: string, value: string][]> {
  const { boundary, contentType } = readType(type)
  if (boundary.length > maxBoundary)
    throw badInput(`The boundary of a multipart body may have at most ${maxBoundary} characters.`)
  checkParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `--${boundary}`, maxParts)
  const form = await new Response(bytes as BodyInit, { headers: { 'Content-Type': contentType } }).formData().catch(unreadable)
  const fields = [...form].map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw badInput(`${shown(name)} is a file; no file is taken here.`)
    return [name, value]
  })
  // What has read the parts has made other characters of it.
  if (!isUtf8(bytes)) throw notUtf8()
  return fields
}

/** The boundary and, so that nobody reads another one out of it, the Content-Type in its plainest form. */
function readType(type: string): { boundary: string; contentType: string } {
  try {
    const mimeType = new MIMEType(type)
    return { boundary: mimeType.params.get('boundary') ?? unreadable(), contentType: mimeType.toString() }
  } catch {
    return unreadable()
  }
}

function checkParts(bytes: Buffer, delimiter: string, maxParts: number): void {
  let delimiters = 0
  let headerBytes = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last one has no part behind it.
    delimiters += 1
    if (delimiters > maxParts + 1) throw badInput(`The multipart body has more than ${maxParts} parts.`)
    const value = bytes.indexOf('\r\n\r\n', at)
    headerBytes += (value < 0 ? bytes.length : value) - at
    if (headerBytes > maxHeaderBytes) throw badInput(`The headers of the multipart body have more than ${maxHeaderBytes} bytes.`)
  }
}

function unreadable(): never {
  throw badInput('The multipart body cannot be read.')
}
