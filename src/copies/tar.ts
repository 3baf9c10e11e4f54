/** Archives in the format of tar (POSIX ustar), of directories and files alone: the little of it that a backup needs. */

/** A directory or a file of an archive; of a file as many bytes as it says. */
export type ArchiveEntry = { name: string; size: number; isDirectory: boolean }

/** An entry with its content, which has to be read before the next one comes. */
export type ReadEntry = ArchiveEntry & { content: AsyncIterable<Buffer> }

/** Bytes are no archive, or one that is damaged. */
export class NoArchive extends Error {}

const tooEarly = 'it ends too early'
const block = 512
const ends = Buffer.alloc(2 * block)

// Where the fields of a header are, and how long.
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const
const magic = 'ustar\x0000'
const sumAt = fields.sum[0]
const sumLength = fields.sum[1]
const types = { file: '0', directory: '5' }

const filled = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** The sum of a header's bytes, of which those of the sum itself count as blanks. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= sumAt && at < sumAt + sumLength ? 32 : byte), 0)

function headerOf({ name, size, isDirectory }: ArchiveEntry, seconds: number): Buffer {
  const header = Buffer.alloc(block)
  const put = (field: keyof typeof fields, text: string) => header.write(text, fields[field][0], 'latin1')
  const octal = (field: keyof typeof fields, value: number) => put(field, value.toString(8).padStart(fields[field][1] - 1, '0'))
  const path = isDirectory ? `${name}/` : name
  if (path.length > fields.name[1]) throw new RangeError(`The name ${name} is too long for an archive.`)
  put('name', path)
  octal('mode', isDirectory ? 0o700 : 0o600)
  octal('owner', 0)
  octal('group', 0)
  octal('size', size)
  octal('time', seconds)
  put('type', isDirectory ? types.directory : types.file)
  put('magic', magic)
  put('sum', `${sumOf(header).toString(8).padStart(6, '0')}\0 `)
  return header
}

/** The bytes of an archive; content that is shorter than its entry says is filled with zeros, and longer content cut. */
export async function* archived(
  entries: AsyncIterable<ArchiveEntry & { content?: AsyncIterable<Buffer> }>,
): AsyncGenerator<Buffer> {
  const seconds = Math.floor(Date.now() / 1_000)
  for await (const entry of entries) {
    yield headerOf(entry, seconds)
    let left = entry.size
    for await (const chunk of entry.content ?? []) {
      if (left > 0) yield chunk.subarray(0, left)
      left -= Math.min(left, chunk.length)
    }
    if (left > 0) yield Buffer.alloc(left)
    yield filled(entry.size)
  }
  yield ends
}

/** Reads bytes in pieces of the lengths that are asked for. */
class Pieces {
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]()
  }

  /** At most so many bytes, and none at the end. */
  async some(most: number): Promise<Buffer> {
    while (this.rest.length === 0) {
      const { value, done } = await this.chunks.next()
      if (done) return this.rest
      this.rest = value
    }
    const piece = this.rest.subarray(0, most)
    this.rest = this.rest.subarray(most)
    return piece
  }

  /** @throws NoArchive when there are fewer. */
  async exactly(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.stream(length)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** Passes over so many bytes, or all that are left. */
  async skip(length = Number.POSITIVE_INFINITY): Promise<void> {
    for (let left = length; left > 0; ) {
      const { length: passed } = await this.some(left)
      if (passed === 0 && Number.isFinite(length)) throw new NoArchive(tooEarly)
      if (passed === 0) return
      left -= passed
    }
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const piece = await this.some(left)
      if (piece.length === 0) throw new NoArchive(tooEarly)
      left -= piece.length
      yield piece
    }
  }
}

/**
 * Reads the entries of an archive to its end.
 *
 * @throws NoArchive
 */
export async function* entriesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const pieces = new Pieces(bytes)
  for (;;) {
    const header = await pieces.exactly(block)
    if (header.every((byte) => byte === 0)) return pieces.skip()
    const text = (field: keyof typeof fields) => {
      const [at, length] = fields[field]
      return (
        header
          .toString('latin1', at, at + length)
          .split('\0', 1)[0]
          ?.trim() ?? ''
      )
    }
    if (text('magic') !== 'ustar' || Number.parseInt(text('sum'), 8) !== sumOf(header)) throw new NoArchive('it is no archive')
    const isDirectory = text('type') === types.directory
    if (!isDirectory && text('type') !== types.file) throw new NoArchive('it has an entry that is neither a file nor a directory')
    const size = Number.parseInt(text('size'), 8)
    if (!Number.isSafeInteger(size)) throw new NoArchive('it is no archive')
    let unread = size
    const stream = pieces.stream(size)
    const content = (async function* () {
      for await (const piece of stream) {
        unread -= piece.length
        yield piece
      }
    })()
    yield { name: text('name').replace(/\/$/, ''), size, isDirectory, content }
    await pieces.skip(unread + filled(size).length)
  }
}
