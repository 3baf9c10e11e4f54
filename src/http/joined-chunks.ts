/**
 * Joins the small chunks of a body that come together. To keep one by itself takes some 400 bytes and to hand it on as long as a
 * kilobyte, and a client may send a byte in each: in six bytes on the wire.
 */
import type { IncomingMessage } from 'node:http'

/** Larger chunks are handed on as they are. */
const smallBytes = 1_024

/** So much is joined. */
const roomBytes = 16_384

/** As much is taken before somebody reads, a small chunk for `smallBytes`; then the connection waits. */
const mostUnread = 65_536

export class JoinedChunks {
  private readonly incoming: IncomingMessage
  /** Hands a part on to who reads the body; answers whether there is room for more. */
  private readonly push: (part: Uint8Array | null) => boolean
  private room: Buffer | undefined
  /** Bytes in the room. */
  private joined = 0
  /** Chunks that have come and are not counted yet. */
  private chunks = 0
  private unread = 0
  private isStopped = false

  /** Takes the place of `push`, by which Node's parser hands on each chunk, and reads on if it answers true. */
  constructor(incoming: IncomingMessage) {
    this.incoming = incoming
    this.push = incoming.push.bind(incoming)
    incoming.push = (part: Uint8Array | null) => this.take(part)
  }

  /** How many chunks have come since this was last asked. */
  counted(): number {
    const { chunks } = this
    this.chunks = 0
    return chunks
  }

  /** Has the connection not be read any further, and what was read of it be forgotten. */
  stop(): void {
    this.isStopped = true
  }

  private take(part: Uint8Array | null): boolean {
    if (part === null) {
      this.handOnJoined()
      return this.push(null)
    }
    if (this.isStopped) return false
    this.chunks += 1
    this.unread += Math.max(part.length, smallBytes)
    if (part.length >= smallBytes) {
      this.handOnJoined()
      return this.push(part) && this.hasRoom()
    }
    if (this.joined + part.length > roomBytes) this.handOnJoined()
    this.join(part)
    return this.hasRoom()
  }

  private join(part: Uint8Array): void {
    this.room ??= Buffer.allocUnsafeSlow(roomBytes)
    // What comes in one packet is given one after the other, in one turn.
    if (this.joined === 0) setImmediate(() => this.handOnJoined())
    this.room.set(part, this.joined)
    this.joined += part.length
  }

  private handOnJoined(): void {
    const { room, joined } = this
    if (!room || joined === 0) return
    this.joined = 0
    // The room is used again.
    this.push(Buffer.from(room.subarray(0, joined)))
  }

  private hasRoom(): boolean {
    if (this.incoming.readableFlowing === true) this.unread = 0
    return !this.isStopped && this.unread <= mostUnread
  }
}
