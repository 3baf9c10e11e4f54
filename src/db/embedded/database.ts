/**
 * The embedded database, kept open: it runs one statement after the other, each in bounded time. A statement that takes longer is stopped
 * with its thread, and the data are reopened, as after a crash.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, type ThreadEnded } from './errors.ts'
import type { Thread } from './thread.ts'

/** A connection's view of the database: what it began, it goes on with in the same life of the thread or not at all. */
export type EmbeddedSession = {
  ask(messages: Uint8Array<ArrayBuffer>, milliseconds: number): Promise<Uint8Array>
  onEnd(listener: (error: ThreadEnded) => void): () => void
}

type EmbeddedDatabaseOptions = {
  /** Opens the data in a new thread. */
  open(): Promise<Thread>
  /** Whether there is room to write, and for so many bytes more; answers soon, whatever the disk does. */
  hasSpace(bytes?: number): Promise<boolean>
  /** Called with a sentence for the operator. */
  warn(sentence: string): void
  /** Is called when the data could not be opened anew for so long; nothing is tried after that. */
  giveUp(sentence: string): void
  silenceMilliseconds?: number
}

/** A statement nobody waits for any more may run on for as long since it began: to open the data anew takes time from everybody. */
const abandonedMilliseconds = 2_000
const closingMilliseconds = 5_000
const silenceMilliseconds = 60_000
const pauseMilliseconds = 1_000

type Running = { thread: Thread; since: number; timer: NodeJS.Timeout }

export class EmbeddedDatabase {
  private readonly options: EmbeddedDatabaseOptions
  private thread: Promise<Thread>
  private turn: Promise<unknown> = Promise.resolve()
  private running: Running | undefined
  private silence: NodeJS.Timeout | undefined
  /** The thread whose transactions only read just now, if it is one. */
  private readOnly: Thread | undefined
  private isOver = false

  private constructor(options: EmbeddedDatabaseOptions, thread: Thread) {
    this.options = options
    this.thread = Promise.resolve(this.watched(thread))
  }

  /** @throws ThreadEnded when the data cannot be opened. */
  static async open(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(options, await options.open())
  }

  /** Waits until the database is open. */
  async connect(): Promise<EmbeddedSession> {
    const thread = await this.thread
    return {
      ask: (messages, milliseconds) => this.inTurn(() => this.ask(thread, messages, milliseconds)),
      onEnd: (listener) => thread.onEnd(listener),
    }
  }

  /** Has the statement that runs end soon: nobody waits for it any more. */
  abandon(): void {
    if (!this.running) return
    const { thread, since, timer } = this.running
    clearTimeout(timer)
    this.stopLater(thread, since, abandonedMilliseconds)
  }

  hasSpace(bytes: number): Promise<boolean> {
    return this.options.hasSpace(bytes)
  }

  /** Closes the data when what runs has ended. */
  async close(): Promise<void> {
    this.isOver = true
    await this.turn
    clearTimeout(this.silence)
    const thread = await this.thread.catch(() => undefined)
    await thread?.close(closingMilliseconds)
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => {})
    return done
  }

  private async ask(thread: Thread, messages: Uint8Array<ArrayBuffer>, milliseconds: number): Promise<Uint8Array> {
    this.stopLater(thread, performance.now(), milliseconds)
    try {
      if (!thread.isInTransaction) await this.allowWrites(thread)
      return await thread.ask(messages)
    } finally {
      clearTimeout(this.running?.timer)
      this.running = undefined
    }
  }

  private stopLater(thread: Thread, since: number, milliseconds: number): void {
    const stop = () => {
      const seconds = Math.round((performance.now() - since) / 1_000)
      this.startSilence()
      thread.stop(`a statement was stopped after ${seconds} seconds`)
    }
    this.running = { thread, since, timer: setTimeout(stop, Math.max(0, since + milliseconds - performance.now())) }
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
