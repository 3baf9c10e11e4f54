/** Reads multipart forms (RFC 7578), of which every part and every byte of a part's headers costs time. */
import { isUtf8 } from 'node:buffer'
import { MIMEType } from 'node:util'
import { badInput } from '../values/errors.ts'
import { shown } from '../values/text.ts'
import { notUtf8 } from './json-body.ts'

/** Bytes of the headers of all parts together: what 200 fields with long names have. */
const maxHeaderBytes = 65_536

/** As RFC 2046 has it. To look for one of thousands of characters takes the body's length times the boundary's. */
const maxBoundary = 70

/** A field: its name and its value. */
export type FormPair = [name: string, value: string]

/**
 * Reads the fields of a body.
 *
 * A parser from a package (busboy) reads whatever alphabet a part names, and leaves out parts that it cannot read: here all are UTF-8,
 * and none is lost.
 *
 * @param type its Content-Type, which names the text that stands between two parts.
 * @throws Refusal BAD_INPUT for what is no multipart body, is not UTF-8 whatever its parts call it, has more than `maxParts`, a
 *   boundary or headers that are too long, or a file in it.
 */
export function readMultipart(bytes: Uint8Array, type: string, maxParts: number): FormPair[] {
  const boundary = boundaryOf(type)
  if (boundary.length > maxBoundary)
    throw badInput(`The boundary of a multipart body may have at most ${maxBoundary} characters.`)
  const parts = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), boundary, maxParts)
  const fields = parts.map(({ headers, value }): FormPair => {
    const { name, filename } = fieldOf(headers)
    if (filename !== undefined) throw badInput(`${shown(name)} is a file; no file is taken here.`)
    return [name, value.toString()]
  })
  // Decoding has made other characters of what is none. Last, so that a file of any bytes is called a file.
  if (!isUtf8(bytes)) throw notUtf8()
  return fields
}

function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') || unreadable(noBoundary)
  } catch {
    return unreadable(noBoundary)
  }
}

const noBoundary = 'its Content-Type names no boundary'
const noEnd = 'its last line is missing: two hyphens, its boundary, two hyphens'

type FormPart = { headers: string; value: Buffer }

/** The parts between the lines that are the boundary; what stands before the first line and behind the last is nobody's. */
function partsOf(bytes: Buffer, boundary: string, maxParts: number): FormPart[] {
  // As Node gives headers: a character for each byte.
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const first = delimiter.subarray(2)
  const behind = (at: number) => (at < 0 ? unreadable(noEnd) : at + delimiter.length)
  let at = bytes.subarray(0, first.length).equals(first) ? first.length : behind(bytes.indexOf(delimiter))
  const parts: FormPart[] = []
  let headerBytes = 0
  while (!isLast(bytes, at)) {
    if (!isAt(bytes, at, '\r\n')) return unreadable('behind its boundary must come the end of the line, CR and LF')
    if (parts.length === maxParts) throw badInput(`The multipart body has more than ${maxParts} parts.`)
    const blank = bytes.indexOf('\r\n\r\n', at)
    headerBytes += (blank < 0 ? bytes.length : blank) - at
    if (headerBytes > maxHeaderBytes) throw badInput(`The headers of the multipart body have more than ${maxHeaderBytes} bytes.`)
    const end = bytes.indexOf(delimiter, at)
    if (end < 0) return unreadable(noEnd)
    if (blank < 0 || end < blank + 4) return unreadable('a part has no blank line behind its headers')
    parts.push({ headers: bytes.toString('utf8', at + 2, blank), value: bytes.subarray(blank + 4, end) })
    at = behind(end)
  }
  return parts
}

const isAt = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/** Whether no part follows the line whose boundary ends at a place. */
const isLast = (bytes: Buffer, at: number) => isAt(bytes, at, '--') && (at + 2 === bytes.length || isAt(bytes, at + 2, '\r\n'))

/** The name of a header, and a parameter of one as browsers write it; older curls put a backslash before a quotation mark. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const parameter = /\s*;\s*([\w*-]+)=(?:"([^"\r\n]*)"|([^\s;"]+))/y

/** Parts of forms are not encoded (RFC 7578, section 4.7). */
const plainly = ['7bit', '8bit', 'binary']

/** What the headers of a part say of it. */
function fieldOf(headers: string): { name: string; filename: string | undefined } {
  const said = onceEach(
    headers.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim()]
    }),
  )
  for (const name of said.keys()) if (!headerName.test(name)) return unreadable('a line among the headers of a part is none')
  if (!plainly.includes((said.get('content-transfer-encoding') ?? 'binary').toLowerCase()))
    return unreadable('a part is encoded; its value must stand there as it is')
  const parameters = onceEach(parametersOf(said.get('content-disposition') ?? unreadable(noField)))
  const name = parameters.get('name')
  // Of a field that has no name nothing would come, and a backslash stands for itself or for what follows, as programs differ.
  if (!name) return unreadable('a part has no name')
  if (name.includes('\\')) return unreadable('the name of a part has a backslash; a quotation mark is written %22')
  if (parameters.has('name*')) return unreadable('a part has a name*; a name is written in UTF-8')
  return { name, filename: parameters.get('filename') ?? parameters.get('filename*') }
}

function parametersOf(disposition: string): [name: string, value: string][] {
  const kind = 'form-data'
  if (disposition.slice(0, kind.length).toLowerCase() !== kind) return unreadable(noField)
  const parameters: [string, string][] = []
  for (parameter.lastIndex = kind.length; parameter.lastIndex < disposition.length; ) {
    const [, name = '', quoted, plain = ''] =
      parameter.exec(disposition) ?? unreadable('a Content-Disposition has what is no parameter')
    parameters.push([name, quoted === undefined ? plain : unescaped(quoted)])
  }
  return parameters
}

/** By their names in small letters; of two of a name nobody could say which is meant. */
function onceEach(pairs: [name: string, value: string][]): Map<string, string> {
  const found = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  return found.size === pairs.length ? found : unreadable('a part says twice what it may say once')
}

/** As the standard of HTML has what a name cannot have between quotes. */
const unescaped = (text: string) => text.replace(/%(?:0A|0D|22)/gi, decodeURIComponent)

const noField = 'a part does not say Content-Disposition: form-data'

function unreadable(fault: string): never {
  throw badInput(`The multipart body cannot be read: ${fault}.`)
}
