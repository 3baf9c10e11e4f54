/**
 * Lends the one session of the embedded database to its connections: to each for one answer, in the order in which they ask, or from the
 * beginning of its transaction until the end of it.
 */

/** Asks the database for a connection; answers whether its transaction is open then. */
type TurnWork = () => Promise<boolean>

type Turn = { by: object; work: TurnWork }

export class Turns {
  private readonly waiting: Turn[] = []
  private isTaken = false
  /** The connection whose transaction is open. */
  private holder: object | undefined
  private whenIdle: (() => void)[] = []

  /** Runs work when it is the connection's turn. */
  take<T>(by: object, work: () => Promise<T>, isOpenAfter: () => boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.waiting.push({
      by,
      work: async () => {
        await work().then(resolve, reject)
        return isOpenAfter()
      },
    })
    this.next()
    return promise
  }

  /** Whether the connection has an open transaction. */
  isHolder(by: object): boolean {
    return this.holder === by
  }

  /** Lets others go on: the transaction that was open has ended with the thread. */
  free(): void {
    this.holder = undefined
    this.next()
  }

  /** Answers when nothing runs and nothing has its turn. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.whenIdle.push(resolve)
    this.next()
    return promise
  }

  private next(): void {
    if (this.isTaken) return
    const place = this.holder ? this.waiting.findIndex(({ by }) => by === this.holder) : 0
    const [turn] = place < 0 ? [] : this.waiting.splice(place, 1)
    if (turn) void this.run(turn)
    else for (const tell of this.whenIdle.splice(0)) tell()
  }

  private async run({ by, work }: Turn): Promise<void> {
    this.isTaken = true
    this.holder = (await work()) ? by : undefined
    this.isTaken = false
    this.next()
  }
}
