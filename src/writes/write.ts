/**
 * What a write is given: who asks, and the one way to rows. What is changed was held before, by the condition that reads of it
 * carry; what is held and changed is what the log tells.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { columnsToNames, namesToColumns } from '../db/names.ts'
import type { ModelName, Shape } from '../db/shape.ts'
import { insertRows, lockRows, type Tx } from '../db/transaction.ts'
import { all, conditionSql } from '../read/condition.ts'
import { Statement } from '../read/statement.ts'
import { ofStore, tableName } from '../read/tables.ts'
import { type FirstOutcome, type Outcome, userErrorOf } from '../schema/outcome.ts'
import type { Registry } from '../schema/registry.ts'
import { visible } from '../schema/visible.ts'
import { notFound, type Refusal } from '../values/errors.ts'
import { faultsOf } from '../values/faults.ts'
import { type Changes, changesOf } from './changes.ts'
import type { Tell, ToldEvent } from './events.ts'

/** Makes out one idempotency key: in which store, whose it is, and what the client calls it. */
export type KeyClaim = {
  storeId: bigint
  credential: string
  key: string
  /** The payment that was made for the key and given up; the request goes on with it. */
  paymentId?: bigint
}

/** The records and the remark that a log entry is kept on, and whom its events concern. */
export type Subject = { subscriptionId?: bigint; orderId?: bigint; customerId?: bigint; note?: string | null | undefined }

/** What a write did: the record it is about, and what is to be remembered of it beside what was held and changed. */
export type Written = Subject & {
  /** Id of the record the payload shows; none after a deletion. */
  id?: bigint
  /** What changed, where it is told otherwise than by the columns that were changed. */
  changes?: Changes
  /** What it amounts to, where that is not the first type of event that it declares. */
  tells?: readonly ToldEvent[]
  /** Values the payload shows this once and nothing keeps: secrets and tokens. */
  shownOnce?: Readonly<Record<string, string>>
  /** A Set-Cookie header for this answer; like the above, a repeat of the request does not get it. */
  cookie?: string
  /** What it costs beside its size, for what is done of it afterwards; a repeat of the request does not pay it again. */
  points?: number
  /** Whether nothing was to be done after all, of which the log needs no entry. */
  isNothing?: true
  /** When it happened, where that is not the write's own time: a new store may have a clock that stands elsewhere. */
  createdAt?: Date
  /** A refusal that left something behind, such as a declined payment and its failed transaction. */
  refusal?: Refusal
}

/** What a repeat of a request will hear of what it wrote. */
export const outcomeOf = ({ id, refusal }: Pick<Written, 'id' | 'refusal'>): Outcome => ({
  id: id === undefined ? null : String(id),
  userErrors: refusal ? faultsOf(refusal).map(userErrorOf) : [],
})

/** Stores what a write did, in the transaction that did it, and makes its answer. */
export type Finish = (tx: Tx, written: Written) => Promise<FirstOutcome>

/**
 * A write that stops half-way to have a payment taken: what it reserved is committed first, so that a crash leaves a record
 * to clear up by. `complete` does the rest in transactions of its own, and settles the keys the payment was made for.
 */
export type Charging = { complete: (finish: Finish) => Promise<FirstOutcome> }

type Given = Pick<Write, 'tx' | 'context' | 'claim' | 'isDryRun' | 'now'> & { registry: Registry | undefined }

/** Columns of a row that is to be made; of its own store it is anyway. */
type NewRow<M extends ModelName> = Partial<Omit<Shape<M>, 'id' | 'storeId'>>

/** What a row says of the records that it belongs to. */
type Remembered = Partial<Record<'id' | 'subscription_id' | 'order_id' | 'customer_id', bigint | null>>

/** As much of Prisma as all models have. */
type Delegate = {
  create(args: object): Promise<{ id: bigint }>
  update(args: object): Promise<unknown>
  delete(args: object): Promise<unknown>
  deleteMany(args: object): Promise<unknown>
}

export class Write {
  /** The transaction it works in, to read by. */
  readonly tx: Tx
  readonly context: Context
  readonly viewer: Writer
  /** The one time of all that it writes and decides in its store; credentials go by the context's, which is real. */
  readonly now: Date
  readonly claim: KeyClaim | undefined
  /** Whether everything is undone at the end: then nobody is charged. */
  readonly isDryRun: boolean
  /** What the log entry is kept on, also when the write is refused from here on. */
  readonly subject: Subject = {}
  /** The columns that were changed, for the log. */
  changes: Changes = {}
  /** What happened beside what the write is about. */
  readonly told: ToldEvent[] = []
  private readonly registry: Registry | undefined
  private readonly held = new Map<object, string>()
  private readonly changed = new Map<object, object>()

  constructor({ tx, context, claim, isDryRun, now, registry }: Given) {
    this.tx = tx
    this.context = context
    this.viewer = context.viewer as Writer
    this.now = now
    this.claim = claim
    this.isDryRun = isDryRun
    this.registry = registry
  }

  /** Puts a remark beside the log entry, whatever comes of the write. */
  note(text: string | null | undefined): void {
    this.subject.note = text
  }

  /** Tells of what happened beside what the write is about. */
  readonly tell: Tell = (told) => void this.told.push(told)

  /**
   * Holds a row for the rest of the write; whoever else wants it waits.
   *
   * @param values what its columns have, such as its id.
   * @throws Refusal NOT_FOUND for one that is missing, another store's or another customer's.
   */
  async hold<M extends ModelName>(model: M, values: Partial<Shape<M>>): Promise<Shape<M>> {
    const row = await this.find(model, values)
    if (!row) throw notFound()
    return row
  }

  /**
   * Holds a row, or answers undefined where the writer sees none.
   *
   * @param lock how it is locked: `NO KEY UPDATE` to change it, `KEY SHARE` to refer to it, so that it is not deleted meanwhile.
   */
  async find<M extends ModelName>(
    model: M,
    values: Partial<Shape<M>>,
    lock: 'NO KEY UPDATE' | 'KEY SHARE' = 'NO KEY UPDATE',
  ): Promise<Shape<M> | undefined> {
    if (!this.registry) throw new Error('The write has no rows to hold.')
    const resource = this.registry.of(model)
    const seen = visible(resource, this.viewer)
    const statement = new Statement(this.viewer.storeId)
    const alias = 't0'
    const where = all([ofStore(resource.model, alias), conditionSql({ AND: [values, seen] }, resource.model, alias, statement)])
    const text = `SELECT ${alias}.* FROM ${tableName(resource.model)} ${alias} WHERE ${where} FOR ${lock} OF ${alias}`
    const [found] = await this.tx.$queryRawUnsafe<object[]>(text, ...statement.values)
    if (!found) return undefined
    const row = columnsToNames(found) as Shape<M>
    if (lock === 'NO KEY UPDATE') this.held.set(row, model)
    this.remember(model, found)
    return row
  }

  /** Holds the writer's store, so that of several who do so at once none slips past a limit; reading goes on meanwhile. */
  async holdStore(): Promise<Shape<'Store'>> {
    const { storeId } = this.viewer
    const which = Prisma.sql`"id" = ${storeId} FOR NO KEY UPDATE`
    const [row] = await lockRows(this.tx, 'Store', which)
    if (!row) throw notFound(`There is no store ${storeId}.`)
    this.held.set(row, 'Store')
    return row
  }

  /** The records that a log entry can be kept on: a subscription, an order, and those that what is held belongs to. */
  private remember(model: ModelName, row: Remembered): void {
    const customerId = model === 'Customer' ? row.id : row.customer_id
    if (customerId) this.subject.customerId = customerId
    const subscriptionId = model === 'Subscription' ? row.id : row.subscription_id
    const orderId = model === 'Order' ? row.id : row.order_id
    if (subscriptionId) this.subject.subscriptionId = subscriptionId
    if (orderId) this.subject.orderId = orderId
  }

  /** Changes columns of a row that is held, unless they have these values already, and notes for the log which have not. */
  async change<Row extends object>(row: Row, change: Partial<Row>): Promise<void> {
    // The row stays as it was found; what is changed again is compared with what it has come to be.
    const changes = changesOf({ ...row, ...this.changed.get(row) }, change)
    if (Object.keys(changes).length === 0) return
    const model = this.modelOf(row)
    await this.delegate(model).update({ where: this.keyOf(model, row), data: change, select: { id: true } })
    Object.assign(this.changes, changes)
    this.changed.set(row, { ...this.changed.get(row), ...change })
  }

  /** Deletes a row that is held. */
  async remove(row: object): Promise<void> {
    const model = this.modelOf(row)
    await this.delegate(model).delete({ where: this.keyOf(model, row), select: { id: true } })
  }

  /**
   * Makes a row beside one that is held.
   *
   * @returns its id.
   */
  async make<M extends ModelName>(model: M, row: NewRow<M>): Promise<bigint> {
    this.checkHolding()
    const { id } = await this.delegate(model).create({ data: this.ofStore(row), select: { id: true } })
    return id
  }

  /**
   * Makes a row that belongs to nothing but the store, or to rows that its columns name and that were held before, and notes its
   * columns for the log.
   *
   * @param beside columns that the log need not show.
   * @returns its id.
   */
  async create<M extends ModelName>(model: M, row: NewRow<M>, beside: NewRow<M> = {}): Promise<bigint> {
    const data = this.ofStore({ ...row, ...beside })
    const { id } = await this.delegate(model).create({ data, select: { id: true } })
    const nothing = Object.fromEntries(Object.keys(row).map((name) => [name, null]))
    Object.assign(this.changes, changesOf<object>(nothing, row))
    this.remember(model, namesToColumns({ ...row, id }))
    return id
  }

  /** Makes the writer's store, of which there is nothing but the id yet. */
  async makeStore(row: Omit<Prisma.StoreCreateInput, 'id'>): Promise<bigint> {
    const { id } = await this.tx.store.create({ data: { ...row, id: this.viewer.storeId }, select: { id: true } })
    return id
  }

  /** Makes rows beside one that is held. */
  async makeAll<M extends ModelName>(model: M, rows: readonly NewRow<M>[]): Promise<void> {
    this.checkHolding()
    if (rows.length > 0) await insertRows(this.tx, model, rows.map(this.ofStore))
  }

  /** Deletes the rows of a model that belong to one that is held. */
  async removeAll<M extends ModelName>(model: M, where: object & { [Name in keyof Shape<M>]?: unknown }): Promise<void> {
    this.checkHolding()
    await this.delegate(model).deleteMany({ where: this.ofStore(where) })
  }

  private ofStore = (values: object) => ({ ...values, storeId: this.viewer.storeId })

  private keyOf(model: string, row: object) {
    const { id } = row as { id: bigint }
    return model === 'Store' ? { id } : { storeId_id: { storeId: this.viewer.storeId, id } }
  }

  private delegate(model: string): Delegate {
    return (this.tx as unknown as Record<string, Delegate>)[model.charAt(0).toLowerCase() + model.slice(1)] as Delegate
  }

  private checkHolding(): void {
    if (this.held.size === 0) throw new Error('A write makes and deletes only what belongs to a row that it holds.')
  }

  private modelOf(row: object): string {
    const model = this.held.get(row)
    if (!model) throw new Error('A write changes only rows that it holds.')
    return model
  }
}
