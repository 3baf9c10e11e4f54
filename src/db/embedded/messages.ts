/** Messages between the process and the thread of the embedded database. */

/** Where the data are: in a directory, which is empty if it is new, else in memory. */
export type DataLocation = { dataDir?: string; isNew?: boolean }

/** Messages of PostgreSQL's protocol, answered with bytes; a statement without a client; or the order to close. */
export type ThreadRequest = Uint8Array<ArrayBuffer> | { own: string } | 'close'

/** The bytes of many pieces in memory of their own, which can be handed over to another thread. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
