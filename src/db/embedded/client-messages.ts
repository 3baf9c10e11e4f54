/** Reads the messages of a client of PostgreSQL's protocol out of the bytes that come, and finds what goes to the database in one piece. */
import { joined } from './messages.ts'

/** Packets before the first message have no type, but a code in the place of the version. */
const codeOf = { cancel: 80_877_102, encrypt: 80_877_103, encryptByGss: 80_877_104 }
const encryptions = [codeOf.encrypt, codeOf.encryptByGss]

const [query, sync, call, terminate] = ['Q', 'S', 'F', 'X'].map((letter) => letter.charCodeAt(0))
const [parse, bind, describe, execute, close] = ['P', 'B', 'D', 'E', 'C'].map((letter) => letter.charCodeAt(0))

/** Types that end a piece, after which the database says that it is ready, and types before them. */
const last: readonly (number | undefined)[] = [query, sync, call]
const before: readonly (number | undefined)[] = [parse, bind, describe, execute, close]

const longestMessage = 67_108_864

/** A client asks for something that it cannot have; the message says why. */
export class NotTaken extends Error {}

/** Messages for the database, the first of which give the program's name, a question whether to encrypt, or the end. */
export type SentByClient = { messages: Uint8Array<ArrayBuffer>; program?: string } | 'encrypt' | 'end'

export class ClientMessages {
  private bytes = Buffer.alloc(0)
  private hasBegun = false
  private piece: Buffer[] = []

  /** Takes bytes, and answers what is whole by now. @throws NotTaken */
  read(chunk: Buffer): SentByClient[] {
    this.bytes = Buffer.concat([this.bytes, chunk])
    const sent: SentByClient[] = []
    for (let packet = this.next(); packet; packet = this.next()) {
      const read = this.hasBegun ? this.message(packet) : this.first(packet)
      if (read) sent.push(read)
    }
    return sent
  }

  /** The next whole packet: a length that counts itself, and behind the beginning a type in front of it. */
  private next(): Buffer | undefined {
    const typed = this.hasBegun ? 1 : 0
    if (this.bytes.length < typed + 4) return undefined
    const length = this.bytes.readUInt32BE(typed)
    if (length < 4 || length > longestMessage) throw new NotTaken('a message is too long, or none at all')
    if (this.bytes.length < typed + length) return undefined
    const packet = this.bytes.subarray(0, typed + length)
    this.bytes = this.bytes.subarray(typed + length)
    return packet
  }

  private first(packet: Buffer): SentByClient {
    const code = packet.length < 8 ? 0 : packet.readUInt32BE(4)
    if (encryptions.includes(code)) return 'encrypt'
    // The database is one thread, which takes no message while it works.
    if (code === codeOf.cancel) return 'end'
    this.hasBegun = true
    const parameters = packet.toString('utf8', 8).split('\0')
    const at = parameters.findIndex((name, place) => place % 2 === 0 && name === 'application_name')
    return { messages: joined([packet]), program: parameters[at + 1] ?? '' }
  }

  private message(packet: Buffer): SentByClient | undefined {
    const [type] = packet
    if (type === terminate) return 'end'
    // All connections have one session, in which a name is everybody's.
    if (type === parse && packet[5] !== 0) throw new NotTaken('statements with a name are not kept')
    const isLast = last.includes(type)
    if (!isLast && !before.includes(type))
      throw new NotTaken(`messages of the type ${packet.toString('latin1', 0, 1)} are not taken`)
    if ((type === query || type === parse) && readsFromClient(packet)) throw new NotTaken('COPY … FROM STDIN is not taken')
    this.piece.push(packet)
    if (!isLast) return undefined
    return { messages: joined(this.piece.splice(0)) }
  }
}

/** Whether a statement would wait for data, for which the database, asked as it is, ends itself. */
function readsFromClient(packet: Buffer): boolean {
  const words = packet.toString('utf8').toLowerCase().split(/\W+/)
  return words.includes('copy') && words.some((word, at) => word === 'from' && words[at + 1] === 'stdin')
}
