/**
 * The embedded database, kept open: it runs one statement after the other, each in bounded time. A statement that takes longer is stopped
 * with its thread, and the data are reopened, as after a crash.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BackupUnderWay, messageOf, ThreadEnded } from './errors.ts'
import type { Thread } from './thread.ts'
import { Turns } from './turns.ts'

/** A connection's view of the database: what it began, it goes on with in the same life of the thread or not at all. */
export type EmbeddedSession = {
  ask(messages: Uint8Array<ArrayBuffer>, milliseconds: number): Promise<Uint8Array>
  /** Cancels its statement that runs or waits for its turn, whose client has disconnected. */
  abandon(): void
  /** Undoes what it has not committed, and lets others go on. */
  end(): void
  onEnd(listener: (error: ThreadEnded) => void): () => void
}

/**
 * The purpose of a connection of another process. It may leave in the one session what it likes, which is put right after each turn. While
 * one makes a backup, the log is not shortened.
 */
type Guest = 'command' | 'backup'

type EmbeddedDatabaseOptions = {
  /** Opens the data in a new thread. */
  open(): Promise<Thread>
  /** Whether there is room to write, and for so many bytes more; answers soon, even if the disk does not. */
  hasSpace(bytes?: number): Promise<boolean>
  /** Called with a sentence for the operator. */
  warn(sentence: string): void
  /** Is called when the data could not be opened anew for so long; nothing is tried after that. */
  giveUp(sentence: string): void
  silenceMilliseconds?: number
}

/** Time a statement whose client has disconnected may run from its start: to open the data anew delays all other clients. */
const abandonedMilliseconds = 2_000
const closingMilliseconds = 5_000
const silenceMilliseconds = 60_000
const pauseMilliseconds = 1_000

// The settings of a guest that outlast its transaction, and all else that a session ends with.
const ownSettings = 'RESET ALL'
const endOfBackup = 'SELECT pg_backup_stop(false)'
const endOfGuest = 'UNLISTEN *; CLOSE ALL; DISCARD TEMP; SELECT pg_advisory_unlock_all()'

type Running = { by: object; thread: Thread; since: number; timer: NodeJS.Timeout }

export class EmbeddedDatabase {
  private readonly options: EmbeddedDatabaseOptions
  private thread: Promise<Thread>
  private readonly turns = new Turns()
  private running: Running | undefined
  private silence: NodeJS.Timeout | undefined
  /** The thread whose transactions only read just now, if it is one. */
  private readOnly: Thread | undefined
  /** The connection that makes a backup. */
  private backup: object | undefined
  private isOver = false

  private constructor(options: EmbeddedDatabaseOptions, thread: Thread) {
    this.options = options
    this.thread = Promise.resolve(this.watched(thread))
  }

  /** @throws ThreadEnded when the data cannot be opened. */
  static async open(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(options, await options.open())
  }

  /**
   * Waits until the database is open.
   *
   * @throws BackupUnderWay for a second backup.
   */
  async connect(guest?: Guest): Promise<EmbeddedSession> {
    const thread = await this.thread
    const by = {}
    if (guest === 'backup' && this.backup) throw new BackupUnderWay()
    if (guest === 'backup') this.backup = by
    let isOver = false
    let isAbandoned = false
    let waiting = 0
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      waiting += 1
      return this.turns.take(by, work, () => {
        waiting -= 1
        return thread.isInTransaction
      })
    }
    return {
      ask: (messages, milliseconds) =>
        inTurn(async () => {
          if (isOver) throw new ThreadEnded(new Error('the connection has ended'))
          const most = isAbandoned ? Math.min(milliseconds, abandonedMilliseconds) : milliseconds
          isAbandoned = false
          const answer = await this.ask(by, thread, messages, most)
          if (guest && !thread.isInTransaction) await this.forgetSettings(thread)
          return answer
        }),
      abandon: () => {
        if (this.running?.by === by) this.abandon(this.running)
        else isAbandoned = waiting > 0
      },
      end: () => {
        if (isOver) return
        isOver = true
        // One that is under way may be the beginning of a transaction.
        if (guest || waiting > 0 || this.turns.isHolder(by)) inTurn(() => this.cleanUp(by, thread, guest)).catch(() => {})
      },
      onEnd: (listener) => thread.onEnd(listener),
    }
  }

  isBackedUp(): boolean {
    return this.backup !== undefined
  }

  hasSpace(bytes: number): Promise<boolean> {
    return this.options.hasSpace(bytes)
  }

  /** Closes the data when what runs has ended. */
  async close(): Promise<void> {
    this.isOver = true
    await this.turns.idle()
    clearTimeout(this.silence)
    const thread = await this.thread.catch(() => undefined)
    await thread?.close(closingMilliseconds)
  }

  private abandon({ by, thread, since, timer }: Running): void {
    clearTimeout(timer)
    this.stopLater(by, thread, since, abandonedMilliseconds)
  }

  /** Ends what a connection has left open. */
  private async cleanUp(by: object, thread: Thread, guest: Guest | undefined): Promise<void> {
    if (this.backup === by) this.backup = undefined
    if (thread.isInTransaction) await thread.rollBack()
    if (!guest) return
    if (guest === 'backup') await thread.run(endOfBackup)
    await thread.run(endOfGuest)
    await this.forgetSettings(thread)
  }

  private async forgetSettings(thread: Thread): Promise<void> {
    this.readOnly = undefined
    await thread.run(ownSettings)
  }

  private async ask(by: object, thread: Thread, messages: Uint8Array<ArrayBuffer>, milliseconds: number): Promise<Uint8Array> {
    this.stopLater(by, thread, performance.now(), milliseconds)
    try {
      if (!thread.isInTransaction) await this.allowWrites(thread)
      return await thread.ask(messages)
    } finally {
      clearTimeout(this.running?.timer)
      this.running = undefined
    }
  }

  private stopLater(by: object, thread: Thread, since: number, milliseconds: number): void {
    const stop = () => {
      const seconds = Math.round((performance.now() - since) / 1_000)
      this.startSilence()
      thread.stop(`a statement was stopped after ${seconds} seconds`)
    }
    this.running = { by, thread, since, timer: setTimeout(stop, Math.max(0, since + milliseconds - performance.now())) }
  }

  /** Makes new transactions read-only while there is no room to write; those in progress may end. */
  private async allowWrites(thread: Thread): Promise<void> {
    const isReadOnly = !(await this.options.hasSpace())
    if (isReadOnly === (this.readOnly === thread)) return
    await thread.run(`SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    this.readOnly = isReadOnly ? thread : undefined
  }

  private watched(thread: Thread): Thread {
    thread.onEnd(({ cause }) => {
      this.turns.free()
      if (this.isOver) return
      this.options.warn(`The embedded database is opened anew: ${messageOf(cause)}.`)
      this.startSilence()
      this.thread = this.reopened()
      // Callers that connect receive the rejection; there may be none.
      this.thread.catch(() => {})
    })
    return thread
  }

  private async reopened(): Promise<Thread> {
    for (;;) {
      try {
        const thread = this.watched(await this.options.open())
        clearTimeout(this.silence)
        this.silence = undefined
        return thread
      } catch (error) {
        if (this.isOver) throw error
        await sleep(pauseMilliseconds)
      }
    }
  }

  private startSilence(): void {
    this.silence ??= setTimeout(() => {
      this.isOver = true
      this.options.giveUp('The embedded database does not answer, and could not be opened anew.')
    }, this.options.silenceMilliseconds ?? silenceMilliseconds)
  }
}
