/**
 * Joins the small chunks of a body that come together. To keep one by itself takes some 400 bytes and to hand it on as long as a
 * kilobyte, and a client may send a byte in each: in six bytes on the wire.
 */
import type { IncomingMessage } from 'node:http'

/** Larger chunks are handed on as they are, behind those before them. */
const smallBytes = 1_024

/** So much is joined. */
const roomBytes = 16_384

/** When as much has come, a small chunk counted as `smallBytes`, the connection is not read again until somebody reads the body. */
const mostHeld = 65_536

export class JoinedChunks {
  private readonly incoming: IncomingMessage
  /** Hands a part on to who reads the body; answers whether there is room for more. */
  private readonly push: (part: Uint8Array | null) => boolean
  private room: Buffer | undefined
  /** How much is in the room. */
  private joinedBytes = 0
  /** Chunks that have come and are not counted yet. */
  private chunks = 0
  private held = 0
  private isStopped = false

  /** Takes the place of `push`, by which Node's parser hands on each chunk, and reads on if it answers true. */
  constructor(incoming: IncomingMessage) {
    this.incoming = incoming
    this.push = incoming.push.bind(incoming)
    incoming.push = (part: Uint8Array | null) => this.take(part)
  }

  /** How many chunks have come since this was last asked. */
  takeCount(): number {
    const { chunks } = this
    this.chunks = 0
    return chunks
  }

  /** Forgets what comes from now on, which is no more than has been read of the connection: it is not read again. */
  stop(): void {
    this.isStopped = true
    this.room = undefined
  }

  private take(part: Uint8Array | null): boolean {
    if (part === null) {
      this.handOnJoined()
      this.room = undefined
      return this.push(null)
    }
    if (this.isStopped) return false
    this.chunks += 1
    this.held += Math.max(part.length, smallBytes)
    if (part.length >= smallBytes) {
      this.handOnJoined()
      return this.push(part) && this.hasRoom()
    }
    if (this.joinedBytes + part.length > roomBytes) this.handOnJoined()
    this.join(part)
    return this.hasRoom()
  }

  private join(part: Uint8Array): void {
    this.room ??= Buffer.allocUnsafeSlow(roomBytes)
    // What comes in one packet is given one after the other, in one turn.
    if (this.joinedBytes === 0) setImmediate(() => this.handOnJoined())
    this.room.set(part, this.joinedBytes)
    this.joinedBytes += part.length
  }

  private handOnJoined(): void {
    const { room, joinedBytes } = this
    if (!room || joinedBytes === 0) return
    this.joinedBytes = 0
    // The room is used again.
    this.push(Buffer.from(room.subarray(0, joinedBytes)))
  }

  private hasRoom(): boolean {
    if (this.incoming.readableFlowing === true) this.held = 0
    return !this.isStopped && this.held <= mostHeld
  }
}
