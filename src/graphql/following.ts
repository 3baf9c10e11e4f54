/**
 * One stream of a live operation, which follows a feed: read again whenever there may be more, and sent as it comes.
 *
 * It has a place, the last number it was read up to, and is read on from there by the very plan that a query has; so it
 * misses nothing and repeats nothing, whatever wakes it, how often, or how late.
 */
import type { DocumentNode } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { currentWork, onBehalfOf, whileAwaited } from '../db/cancel.ts'
import { EventStream } from '../http/sent-stream.ts'
import { reportOf } from '../read/document-fault.ts'
import { runRoots } from '../read/operation.ts'
import type { OperationPlan } from '../read/plan.ts'
import { newReading, type Reading, type Values } from '../read/reading.ts'
import { badInput } from '../values/errors.ts'
import { hashOf } from '../values/hash.ts'
import { clientError } from './client-error.ts'
import { noRoom, type OpenStream, type Streams, type Why } from './open-streams.ts'
import { priceOf } from './price.ts'
import { refusedIfLate } from './run.ts'

/** What was read for a stream: the JSON of its data, and how far it goes. */
type LivePart = { data: string; count: number; lastSequence: number; hasMore: boolean }

/** Nobody hangs up on what several streams read together. */
const forAll = new AbortController().signal

/** What is read just now, by the plan and by who reads what: streams at one place that ask the same of one store read together. */
const reading = new WeakMap<OperationPlan, Map<string, Promise<LivePart>>>()

/** Between two looks of one stream; what is written meanwhile is read together. */
const restMilliseconds = 10

/** What a look costs, whatever it finds. */
const lookPoints = 1

const chargedOf = (data = '') => priceOf(lookPoints, data.length, 0)

/** About as much has a message, whose records may be large: whoever does not read has it wait in the server's memory. */
const messageCharacters = 262_144

/** How many records the first message has, before it is known how large they are. */
const firstRecords = 10

/** What is refused now and may be granted in a moment. */
const passing = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT'])

/** What is listened to. */
type Asked = { document: DocumentNode; plan: OperationPlan; variables: Values; given: Values; requested: number }

export class Following implements OpenStream {
  readonly viewer: Viewer
  readonly stream: EventStream
  place = 0
  private readonly asked: Asked
  /** Who asks for what, by its plan: those of one name read together. */
  private readonly name: string
  /** Of the request only what outlasts it. */
  private readonly context: Context
  private readonly streams: Streams
  private readonly holder: string
  private readonly openedAt = performance.now()
  private readonly letGo: () => void
  /** What was read and not sent, since nothing of it was wanted: how far it goes is told when nothing else is. */
  private unsaid: LivePart | undefined
  /** How many records the next message has at most. */
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

  /** Reads what there is behind the place where it is to begin, and sends it, also where it is nothing. */
  async begin(from: number | undefined): Promise<void> {
    try {
      const part = await this.read(from)
      if (this.streams.isFull()) throw noRoom()
      this.stream.onWanted = () => void this.goOn()
      this.tell(part)
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
    if (this.unsaid) this.tell(this.unsaid)
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

  /** Reads on while there may be more and what was sent is read. */
  private async goOn(): Promise<void> {
    const { isWanted, destroyed, isCompleted } = this.stream
    if (!this.hasBegun || this.isBusy || !this.isWoken || !isWanted || destroyed || isCompleted) return
    // It is woken again when next it is looked whether it has missed something.
    if (this.streams.isFull()) return
    this.isBusy = true
    this.isWoken = false
    const read = async () => {
      const part = await this.read(this.place)
      if (part.count > 0 && this.streams.isFull()) throw noRoom()
      return part
    }
    const part = await onBehalfOf(this.holder, read).catch((error: unknown) => this.fail(error))
    if (part && part.count > 0) this.tell(part)
    else if (part) this.skip(part)
    this.isWoken ||= part?.hasMore === true
    const rest = part?.hasMore ? 0 : restMilliseconds
    setTimeout(() => {
      this.isBusy = false
      void this.goOn()
    }, rest).unref()
  }

  /** Ends it for what will not pass; what may is tried again when next it is looked whether it has missed something. */
  private fail(error: unknown): void {
    const told = clientError(error, this.context.report)
    if (!passing.has(String(told.extensions.code))) this.end(told)
  }

  private skip(part: LivePart): void {
    this.place = part.lastSequence
    this.unsaid = part
  }

  private tell({ data, lastSequence, count }: LivePart): void {
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
