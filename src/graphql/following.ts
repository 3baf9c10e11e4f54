/**
 * One stream of a live operation, which follows a feed: it is read again whenever there may be more, and sends each new record.
 *
 * Its position is the last sequence number that was read, and the next read continues from there with the plan of an ordinary query; so no
 * record is missed or repeated, however often or late the stream is woken.
 */
import type { DocumentNode } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { currentWork, runAs, whileAwaited } from '../db/cancel.ts'
import { EventStream } from '../http/server/sent-stream.ts'
import { reportOf } from '../read/plan/document-fault.ts'
import type { OperationPlan } from '../read/plan/plan.ts'
import { newReading, type Reading, type Values } from '../read/request.ts'
import { runRoots } from '../read/run/operation.ts'
import { badInput } from '../values/errors.ts'
import { hashOf } from '../values/hash.ts'
import { clientError } from './client-error.ts'
import { noRoom, type OpenStream, type Streams, type Why } from './open-streams.ts'
import { priceOf } from './price.ts'
import { refusedIfLate } from './run.ts'

/** One read of a stream: the JSON of its data, and the sequence number it extends to. */
type LivePart = { data: string; count: number; lastSequence: number; hasMore: boolean }

/** A signal that never aborts: a read shared by several streams outlasts each of them. */
const forAll = new AbortController().signal

/** Reads in flight, by plan and by reader: streams of one store with the same position, selection and access share a read. */
const reading = new WeakMap<OperationPlan, Map<string, Promise<LivePart>>>()

/** The pause between two reads of one stream; records written meanwhile are read as one batch. */
const restMilliseconds = 10

/** The points of one read, which do not depend on its result. */
const lookPoints = 1

const chargedOf = (data = '') => priceOf(lookPoints, data.length, 0)

/** The target size of a message, whose records may be large: unread messages occupy the server's memory. */
const messageCharacters = 262_144

/** The records of the first message, before their size is known. */
const firstRecords = 10

/** Transient refusals: the next read may succeed. */
const passing = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT'])

/** The operation that a stream follows. */
type Asked = { document: DocumentNode; plan: OperationPlan; variables: Values; given: Values; requested: number }

export class Following implements OpenStream {
  readonly viewer: Viewer
  readonly stream: EventStream
  place = 0
  private readonly asked: Asked
  /** Identifies the access and the variables of the reader: streams of one name and plan share reads. */
  private readonly name: string
  /** The part of the request's context that outlasts the request. */
  private readonly context: Context
  private readonly streams: Streams
  private readonly holder: string
  private readonly openedAt = performance.now()
  private readonly letGo: () => void
  /** A read that selected no records and was not sent: its position is sent with the next heartbeat. */
  private unsaid: LivePart | undefined
  /** The maximum records of the next message. */
  private most = firstRecords
  private hasBegun = false
  private isWoken = false
  private isBusy = false

  constructor(asked: Asked, context: Context, streams: Streams) {
    const { viewer } = context
    this.asked = asked
    this.streams = streams
    this.viewer = viewer
    this.context = {
      ...context,
      signal: forAll,
      forgetOrigins() {},
      report: reportOf(asked.document, { signal: forAll, report: (error) => streams.report(error) }),
      hasFailed: () => false,
    }
    this.holder = currentWork()?.holder ?? viewer.role
    const { storeId } = viewer as Reading['viewer']
    const who = viewer.role === 'merchant' ? viewer.scopes : [this.holder]
    this.name = `${[storeId, viewer.role, ...who].join(' ')}\n${hashOf(JSON.stringify(asked.given))}`
    this.letGo = streams.add(this)
    this.stream = new EventStream(this.openedAt, (change) => streams.countUnread(change), this.letGo)
  }

  /** Reads from the starting position and sends the result, also where it is empty. */
  async begin(from: number | undefined): Promise<void> {
    try {
      const part = await this.read(from)
      if (this.streams.isFull()) throw noRoom()
      this.stream.onWanted = () => void this.goOn()
      this.emit(part)
      this.hasBegun = true
      this.isWoken ||= part.hasMore
    } catch (error) {
      this.stream.destroy()
      this.letGo()
      throw error
    }
  }

  wake(): void {
    this.isWoken = true
    void this.goOn()
  }

  tick(now: number): void {
    const { limits } = this.streams
    if (now - this.openedAt >= limits.longest) this.end()
    this.stream.endUnread(now, limits)
    if (!this.stream.isQuiet(now, limits.heartbeat)) return
    if (this.unsaid) this.emit(this.unsaid)
    else this.stream.beat(now)
  }

  get unreadSince(): number | undefined {
    return this.stream.isUnread ? this.stream.sentAt : undefined
  }

  breakOff(): void {
    this.stream.destroy()
  }

  end(why?: Why): void {
    this.stream.complete(
      performance.now(),
      why && JSON.stringify({ errors: [{ message: why.message, extensions: why.extensions }] }),
    )
  }

  /** Reads on while there may be more and the client has consumed all that was sent. */
  private async goOn(): Promise<void> {
    const { isWanted, destroyed, isCompleted } = this.stream
    if (!this.hasBegun || this.isBusy || !this.isWoken || !isWanted || destroyed || isCompleted) return
    // The next periodic check wakes it again.
    if (this.streams.isFull()) return
    this.isBusy = true
    this.isWoken = false
    const read = async () => {
      const part = await this.read(this.place)
      if (part.count > 0 && this.streams.isFull()) throw noRoom()
      return part
    }
    const part = await runAs(this.holder, read).catch((error: unknown) => this.fail(error))
    if (part && part.count > 0) this.emit(part)
    else if (part) this.skip(part)
    this.isWoken ||= part?.hasMore === true
    const rest = part?.hasMore ? 0 : restMilliseconds
    setTimeout(() => {
      this.isBusy = false
      void this.goOn()
    }, rest).unref()
  }

  /** Ends the stream for a permanent error; a transient one is retried at the next periodic check. */
  private fail(error: unknown): void {
    const shown = clientError(error, this.context.report)
    if (!passing.has(String(shown.extensions.code))) this.end(shown)
  }

  private skip(part: LivePart): void {
    this.place = part.lastSequence
    this.unsaid = part
  }

  private emit({ data, lastSequence, count }: LivePart): void {
    this.place = lastSequence
    this.unsaid = undefined
    if (count > 0) this.most = Math.max(1, Math.floor((count * messageCharacters) / data.length))
    const cost = { requested: this.asked.requested, charged: chargedOf(data), ...this.context.account.standing() }
    this.stream.next(`{"data":${data},"extensions":${JSON.stringify({ cost })}}`, lastSequence, performance.now())
  }

  private async read(from: number | undefined): Promise<LivePart> {
    const { account } = this.context
    await account.begin(this.asked.requested)
    let part: LivePart | undefined
    try {
      part = await this.readTogether(from)
      return part
    } finally {
      account.charge(chargedOf(part?.data))
      await account.settle()
    }
  }

  private readTogether(from: number | undefined): Promise<LivePart> {
    const { plan } = this.asked
    const mine = reading.get(plan) ?? new Map<string, Promise<LivePart>>()
    reading.set(plan, mine)
    const name = `${this.name}\n${from} ${this.most}`
    const part = mine.get(name) ?? this.readAlone(from).finally(() => mine.delete(name))
    mine.set(name, part)
    return part
  }

  private async readAlone(from: number | undefined): Promise<LivePart> {
    const { plan, variables, given } = this.asked
    const context = { ...this.context, now: this.context.clock.now() }
    const one: Reading = { ...newReading(context, given, variables), from, most: this.most }
    const { seconds } = context.limits
    const awaitedFor = { milliseconds: seconds * 1_000 }
    const data = await whileAwaited(awaitedFor, () => runRoots(plan.roots(), false, one)).catch((error: unknown) => {
      throw refusedIfLate(error, seconds)
    })
    const [error] = one.errors
    if (error) throw error
    const { lastSequence, count = 0, hasMore = false } = one.answer ?? {}
    if (lastSequence === undefined) throw badInput('A GraphQL subscription asks for one field.')
    return { data: data.join(''), lastSequence, count, hasMore }
  }
}
