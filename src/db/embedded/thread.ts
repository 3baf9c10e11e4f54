/** One life of the embedded database's thread: from the opening of the data until it is closed, is ended, or fails. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ThreadEnded } from './errors.ts'
import type { DataLocation, ThreadRequest } from './messages.ts'

const worker = new URL('./worker.ts', import.meta.url)

/** PostgreSQL as the first thread compiled it; with it the next ones open in a third of the time. */
let program: WebAssembly.Module | undefined

// Of its JavaScript alone: the database's own memory is not counted.
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** The message PostgreSQL ends each answer with, and what it says in it while no transaction is open. */
const ready = Buffer.from('Z\0\0\0\x05')
const idle = 'I'.charCodeAt(0)

export class Thread {
  /** Whether the statements that come belong to a transaction. */
  isInTransaction = false
  private readonly worker: Worker
  private readonly waiting: PromiseWithResolvers<unknown>[] = []
  private readonly listeners = new Set<(error: ThreadEnded) => void>()
  private readonly ended: Promise<unknown>
  private cause: unknown
  private end: ThreadEnded | undefined

  private constructor(place: DataLocation) {
    // Neither the flags of the process nor its environment are meant for it.
    this.worker = new Worker(worker, { workerData: { ...place, program }, resourceLimits, execArgv: [], env: {} })
    this.worker.on('error', (error) => {
      this.cause ??= error
    })
    this.worker.on('message', (answer: unknown) => this.waiting.shift()?.resolve(answer))
    this.worker.on('exit', (code) => this.hasEnded(new ThreadEnded(this.cause ?? new Error(`it ended with ${code}`))))
    this.ended = once(this.worker, 'exit').catch(() => {})
  }

  /**
   * Opens the data in a thread of its own, making it if need be.
   *
   * @param milliseconds how long that may take.
   * @throws ThreadEnded, with what went wrong as its cause.
   */
  static async open(place: DataLocation, milliseconds: number): Promise<Thread> {
    const thread = new Thread(place)
    const timer = setTimeout(() => thread.stop(`it was not open within ${milliseconds / 1_000} seconds`), milliseconds)
    try {
      program = (await thread.answer()) as WebAssembly.Module
      return thread
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Sends messages of the protocol and answers what comes back.
   *
   * @throws ThreadEnded when it ends first.
   */
  async ask(messages: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const bytes = (await this.send(messages, [messages.buffer])) as Uint8Array
    if (!ready.equals(bytes.subarray(-1 - ready.length, -1))) {
      // Of a failure of its own, such as a log that cannot be written, it says what it is, and nothing more ever after.
      this.stop('it failed in the middle of a statement')
      await this.ended
      throw this.end
    }
    this.isInTransaction = bytes.at(-1) !== idle
    return bytes
  }

  /** Runs a statement without a client. */
  async run(own: string): Promise<void> {
    await this.send({ own })
  }

  /** Undoes the transaction that is open. */
  async rollBack(): Promise<void> {
    await this.run('ROLLBACK')
    this.isInTransaction = false
  }

  /** Calls a listener when the thread has ended; what comes of it ends the listening. */
  onEnd(listener: (error: ThreadEnded) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Closes the database in order; done when the thread has ended, within so many milliseconds. */
  async close(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.stop('it was not closed in time'), milliseconds)
    this.worker.postMessage('close')
    await this.ended
    clearTimeout(timer)
  }

  /** Ends the thread at once, also while a statement runs; to the data that is a crash, after which the next one mends them. */
  stop(why: string): void {
    this.cause ??= new Error(why)
    void this.worker.terminate()
  }

  private send(asked: ThreadRequest, handedOver: ArrayBuffer[] = []): Promise<unknown> {
    const answer = this.answer()
    this.worker.postMessage(asked, handedOver)
    return answer
  }

  private answer(): Promise<unknown> {
    const waiting = Promise.withResolvers<unknown>()
    if (this.end) waiting.reject(this.end)
    else this.waiting.push(waiting)
    return waiting.promise
  }

  private hasEnded(error: ThreadEnded): void {
    this.end = error
    this.isInTransaction = false
    for (const { reject } of this.waiting.splice(0)) reject(error)
    for (const listener of this.listeners) listener(error)
  }
}
