/** Stands in for a network connection of `pg`: a stream of its protocol to and from the embedded database. */
import { Duplex } from 'node:stream'
import type { EmbeddedDatabase, EmbeddedSession } from './database.ts'
import { joined } from './messages.ts'

const terminateMessage = 'X'.charCodeAt(0)

export class Wire extends Duplex {
  private readonly database: EmbeddedDatabase
  private readonly statementMilliseconds: number
  private session: EmbeddedSession | undefined
  private stopListening = () => {}

  constructor(database: EmbeddedDatabase, statementMilliseconds: number) {
    super()
    this.database = database
    this.statementMilliseconds = statementMilliseconds
  }

  connect(): this {
    this.database.connect().then(
      (session) => {
        if (this.destroyed) return session.end()
        this.session = session
        this.stopListening = session.onEnd((error) => this.destroy(error))
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  // `pg` sends what belongs together in one turn; the database is to have it in one piece.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const messages = joined(chunks.map(({ chunk }) => chunk))
    done()
    if (!this.session || messages[0] === terminateMessage) return
    this.session.ask(messages, this.statementMilliseconds).then(
      (answer) => void this.push(answer),
      (error: Error) => this.destroy(error),
    )
  }

  override _read(): void {}

  /** Cancels its statement that runs, whose client has disconnected. */
  abandon(): void {
    this.session?.abandon()
  }

  override _final(done: () => void): void {
    this.session?.end()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.stopListening()
    this.session?.end()
    done(error)
  }

  // Methods of a socket that `pg` calls; there is no network here.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}
