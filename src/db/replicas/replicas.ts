/**
 * Sends reads to replicas. One that has replayed the last commit of a store answers for it, and all others while none has been noted; else the
 * primary does. A replica that is gone, or later than a second, is left out until it is back.
 */
import { emit } from '../../observe/observe.ts'
import { currentWork } from '../cancel.ts'
import type { ReadRows } from '../connection.ts'
import type { Ask } from '../statements.ts'
import { committed, mayWrite } from './commits.ts'
import { type CommitMarks, type LogPosition, logPosition } from './marks.ts'
import { isFaultOfReplica, type LeftOut, type Replica } from './replica.ts'

const lookMilliseconds = 250
const mostLateMilliseconds = 1_000

/** Lists of changes end below the oldest open transaction, which the primary alone knows. */
const ofPrimary = /oldest_open_transaction|pg_current_snapshot|"changed_in" ?[<>=]/

/** A change of a replica, for the log. */
type ReplicaNews = { replica: string; leftOut: LeftOut | undefined }

type ReplicasOptions = {
  /** Asks the primary. */
  primary: { ask: Ask; rows: ReadRows }
  replicas: readonly Replica[]
  marks: CommitMarks
  report: (news: ReplicaNews) => void
}

export class Replicas {
  private readonly options: ReplicasOptions
  private readonly looks: NodeJS.Timeout
  /** The commits of the primary at each look of the last second, and at the one before. */
  private written: { at: number; position: LogPosition }[] = []
  private isPrimaryAway = false
  private isLooking = false
  private turn = 0

  constructor(options: ReplicasOptions) {
    this.options = options
    this.looks = setInterval(() => void this.look(), lookMilliseconds).unref()
  }

  /** Looks at the primary and at each replica. */
  async look(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    const { primary, replicas, report } = this.options
    const at = performance.now()
    try {
      const { rows } = await primary.ask({ text: committed })
      this.written.push({ at, position: logPosition(String(rows[0]?.lsn)) })
      while (this.written[1] && this.written[1].at <= at - mostLateMilliseconds) this.written.shift()
      this.isPrimaryAway = false
    } catch {
      this.isPrimaryAway = true
    }
    // The first is at least a second old, once there are as many looks.
    const [before] = this.written
    const each = async (replica: Replica) => {
      const was = replica.leftOut
      await replica.look(before?.position ?? '')
      if (replica.leftOut !== was) report({ replica: replica.name, leftOut: replica.leftOut })
    }
    await Promise.all(replicas.map(each)).finally(() => {
      this.isLooking = false
    })
  }

  /** Reads rows of a store, all from one database; from the primary where the replica fails. */
  readerOf(storeId: bigint): ReadRows {
    const { primary } = this.options
    let chosen: Promise<Replica | undefined> | undefined
    return async (text, values, bound) => {
      const isForPrimary = ofPrimary.test(text)
      chosen ??= isForPrimary ? undefined : this.choose(String(storeId))
      const replica = isForPrimary ? undefined : await chosen
      emit({ kind: 'read-from', database: replica ? 'replica' : 'primary' })
      if (!replica) return primary.rows(text, values, bound)
      try {
        return await replica.rows(text, values, bound)
      } catch (error) {
        if (!isFaultOfReplica(error)) throw error
        chosen = Promise.resolve(undefined)
        return primary.rows(text, values, bound)
      }
    }
  }

  /** Asks a replica what a request reads beside its records, such as credentials, while the primary does not answer. */
  askInstead(text: string): Ask | undefined {
    if (!this.isPrimaryAway || !currentWork()?.facts || mayWrite(text)) return undefined
    const last = this.written.at(-1)?.position ?? ''
    return this.usable().find(({ replayed }) => replayed >= last)?.ask
  }

  /** Whether reads are answered though the primary is away. */
  readsGoOn(): boolean {
    return this.usable().length > 0
  }

  /** The replicas by their names, for metrics. */
  states(): { name: string; leftOut: LeftOut | undefined }[] {
    return this.options.replicas.map(({ name, leftOut }) => ({ name, leftOut }))
  }

  async close(): Promise<void> {
    clearInterval(this.looks)
    await Promise.all(this.options.replicas.map((replica) => replica.close()))
  }

  private usable(): Replica[] {
    return this.options.replicas.filter(({ leftOut }) => leftOut === undefined)
  }

  /** The next replica in turn that has replayed what is required for a store. */
  private async choose(storeId: string): Promise<Replica | undefined> {
    if (this.usable().length === 0) return undefined
    const required = await this.options.marks.required(storeId, this.isPrimaryAway)
    if (required === undefined) return undefined
    const usable = this.usable()
    this.turn += 1
    const inTurn = usable.map((_, place) => usable[(place + this.turn) % usable.length] as Replica)
    const ready = inTurn.find(({ replayed }) => replayed >= required)
    if (ready) return ready
    // It may have replayed the commit since the last look.
    const [next] = inTurn
    await next?.look(this.written[0]?.position ?? '')
    return next && next.leftOut === undefined && next.replayed >= required ? next : undefined
  }
}
