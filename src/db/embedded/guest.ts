/** A connection of another process to the embedded database, over the socket in its directory. */
import type { Socket } from 'node:net'
import { ClientMessages, NotTaken, type SentByClient } from './client-messages.ts'
import type { EmbeddedDatabase, EmbeddedSession } from './database.ts'
import { BackupUnderWay, messageOf, ThreadEnded } from './errors.ts'

/** In milliseconds, how long a statement and a transaction may take: everybody else waits meanwhile. */
export type GuestLimits = { statement: number; transaction: number }

/** The name by which the program that makes a backup connects. */
export const backupProgram = 'tandem backup'

/** The code of errors that end a connection, and the beginning of their messages, which are for the operator. */
export const guestCode = 'GUEST'
export const guestSentences = {
  transaction: 'A transaction beside a running server took too long, and was undone',
  reopened: 'The database was opened anew by its server while the command ran',
  backup: new BackupUnderWay().message,
  ended: 'The server of the database has ended while the command ran',
  refused: 'The database of a running server takes no such message',
}

const idle = 'I'.charCodeAt(0)
const noEncryption = 'N'

/** Serves a connection until either side ends it; answers what ends it. */
export function serveGuest(socket: Socket, database: EmbeddedDatabase, limits: GuestLimits): () => void {
  const messages = new ClientMessages()
  let session: Promise<EmbeddedSession> | undefined
  let timer: NodeJS.Timeout | undefined

  function end(sentence?: string): void {
    if (socket.destroyed) return
    if (sentence) socket.write(fatal(sentence))
    socket.destroySoon()
  }

  async function connected(program: string | undefined): Promise<EmbeddedSession> {
    const opened = await database.connect(program === backupProgram ? 'backup' : 'command')
    opened.onEnd(({ cause }) => end(`${guestSentences.reopened}: ${messageOf(cause)}.`))
    return opened
  }

  async function ask(bytes: Uint8Array<ArrayBuffer>, program?: string): Promise<void> {
    session ??= connected(program)
    try {
      const answer = await (await session).ask(bytes, limits.statement)
      if (answer.at(-1) === idle) {
        clearTimeout(timer)
        timer = undefined
      } else {
        timer ??= setTimeout(
          () => end(`${guestSentences.transaction}: it may take ${limits.transaction / 1_000} seconds.`),
          limits.transaction,
        )
      }
      if (socket.writable) socket.write(answer)
    } catch (error) {
      const isOpened = error instanceof ThreadEnded
      end(isOpened ? `${guestSentences.reopened}: ${messageOf(error.cause)}.` : `${messageOf(error)}.`)
    }
  }

  function take(sent: SentByClient): void {
    if (sent === 'end') end()
    else if (sent === 'encrypt') socket.write(noEncryption)
    else void ask(sent.messages, sent.program)
  }

  socket.on('data', (chunk) => {
    try {
      for (const sent of messages.read(chunk)) take(sent)
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error
      end(`${guestSentences.refused}: ${error.message}.`)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    session?.then(
      (opened) => {
        opened.abandon()
        opened.end()
      },
      () => {},
    )
  })
  return () => end(`${guestSentences.ended}.`)
}

/** An error message of the protocol after which the connection ends. */
function fatal(sentence: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${guestCode}\0M${sentence}\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeUInt32BE(4 + fields.length, 1)
  return Buffer.concat([header, fields])
}
