/** The rows of a write: locked by the visibility condition of reads before they are changed, and remembered for the log. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { columnsToNames } from '../db/names.ts'
import type { ModelName, Shape } from '../db/shape.ts'
import { lockRows, type Tx } from '../db/transaction.ts'
import { all, conditionSql } from '../read/sql/condition.ts'
import { Statement } from '../read/sql/statement.ts'
import { columnSql, ofStore, tableName } from '../read/sql/tables.ts'
import type { WriteCondition } from '../schema/condition.ts'
import type { Registry, Shown } from '../schema/registry.ts'
import { visible } from '../schema/visible.ts'
import { notFound } from '../values/errors.ts'
import { checkCondition } from './condition.ts'
import type { Subject } from './result.ts'
import { checkColumns } from './sent-back.ts'

export type LocksGiven = Pick<Locks, 'tx' | 'context' | 'now'> & {
  registry: Registry | undefined
  /** The kind of the record that the payload shows. */
  recordType: string | undefined
  condition: WriteCondition | undefined
}

/** The columns of a row that name its owners. */
type Remembered = Partial<Record<'id' | 'subscription_id' | 'order_id' | 'customer_id', bigint | null>>

export class Locks {
  /** The write's transaction, for reads. */
  readonly tx: Tx
  readonly context: Context
  readonly viewer: Writer
  /** The time of the store, the same for all decisions and rows of the write; credentials are checked against the context's real time. */
  readonly now: Date
  /** The records that the log entry refers to, also when the write is refused from here on. */
  readonly subject: Subject = {}
  /** Whether the columns that the client sent back were compared. */
  isCompared = false
  /** The condition that the record is to meet, and whether it was compared. */
  readonly condition: WriteCondition | undefined
  isConditionMet = false
  private readonly registry: Registry | undefined
  private readonly recordType: string | undefined
  /** Whether the records of a kind are made by this write alone. */
  private isKindLocked = false
  /** Whether a row was made, which no other write sees yet. */
  protected hasMade = false
  private readonly locked = new Map<object, string>()

  constructor({ tx, context, now, registry, recordType, condition }: LocksGiven) {
    this.tx = tx
    this.context = context
    this.viewer = context.viewer as Writer
    this.now = now
    this.registry = registry
    this.recordType = recordType
    this.condition = condition
  }

  /**
   * Locks a row for the rest of the write; concurrent writes wait.
   *
   * @param values of its columns, such as its id.
   *
   * @param as the resource by whose rules of visibility it is found, where its model has two.
   *
   * @throws Refusal NOT_FOUND for a row that is missing, another store's or another customer's; CONFLICT for one that is not as it was
   *   read; BAD_INPUT where the client sent columns of the record back with other values.
   */
  async lock<M extends ModelName>(model: M, values: Partial<Shape<M>>, as: string = model): Promise<Shape<M>> {
    const row = await this.find(model, values, 'NO KEY UPDATE', as)
    if (!row) throw notFound()
    this.compare(as, row)
    return row
  }

  /** Compares a locked row with the condition, where it is its record, and with the columns that the client sent back. */
  private compare(resource: string, row: object): void {
    const record = this.registry?.shown(resource)
    if (!record) return
    this.compareMark(resource, row, record)
    const { sentBack } = this.context
    if (!sentBack || record.kind !== this.recordType || this.isCompared) return
    this.isCompared = true
    checkColumns(record, this.viewer, row as Readonly<Record<string, unknown>>, sentBack)
  }

  private compareMark(resource: string, row: object, { kind }: Shown): void {
    if (this.condition?.resource !== resource || this.isConditionMet) return
    checkCondition(resource, row, this.condition.changedIn, kind === this.recordType)
    this.isConditionMet = true
  }

  /**
   * Locks a row, or returns undefined where the writer sees none.
   *
   * @param lock the lock's strength: `NO KEY UPDATE` to change it, `KEY SHARE` to refer to it, so that it is not deleted meanwhile.
   */
  async find<M extends ModelName>(
    model: M,
    values: Partial<Shape<M>>,
    lock: 'NO KEY UPDATE' | 'KEY SHARE' = 'NO KEY UPDATE',
    as: string = model,
  ): Promise<Shape<M> | undefined> {
    // Of the texts that find a row by its id there are few: a plan of each is kept.
    const isById = Object.keys(values).join() === 'id'
    const [found] = await this.query(as, values, (alias) => `FOR ${lock} OF ${alias}${isById ? ` ${keptPlan.sql}` : ''}`)
    if (!found) return undefined
    const row = columnsToNames(found) as Shape<M>
    if (lock === 'NO KEY UPDATE') this.locked.set(row, model)
    this.remember(model, found)
    return row
  }

  /**
   * Locks all rows of a condition that the writer sees, in the order of their ids, so that concurrent writes do not deadlock.
   *
   * @param condition as in the rules of visibility: `{ id: { in: ids } }`, `{ pages: { some: { number: 5n } } }`.
   *
   * @throws Refusal CONFLICT or BAD_INPUT as `lock` does.
   */
  async lockAll<M extends ModelName>(model: M, condition: object): Promise<Shape<M>[]> {
    const found = await this.query(model, condition, (alias) => `ORDER BY ${alias}."id" FOR NO KEY UPDATE OF ${alias}`)
    return found.map((columns) => {
      const row = columnsToNames(columns) as Shape<M>
      this.locked.set(row, model)
      this.compare(model, row)
      return row
    })
  }

  /** Counts the rows of a condition that the writer sees, without a lock. */
  async count(model: ModelName, condition: object): Promise<number> {
    const { from, values } = this.seen(model, condition)
    const [row] = await this.tx.$queryRawUnsafe<{ count: number }[]>(`SELECT count(*)::int AS count ${from}`, ...values)
    return row?.count ?? 0
  }

  /** Locks rows like `lockAll`, but reads no more of them than their ids, for `changeMany`. */
  async lockIds(model: ModelName, condition: object): Promise<bigint[]> {
    const { alias, from, values } = this.seen(model, condition)
    const locked = `SELECT ${alias}."id" ${from} ORDER BY ${alias}."id" FOR NO KEY UPDATE OF ${alias}`
    const text = `SELECT coalesce(array_agg(locked."id"), '{}') AS ids FROM (${locked}) locked`
    const [row] = await this.tx.$queryRawUnsafe<{ ids: bigint[] }[]>(text, ...values)
    return row?.ids ?? []
  }

  /** Reads the rows of a condition that the writer sees, without a lock: another write may change them meanwhile. */
  async read<M extends ModelName>(model: M, condition: object, as: string = model): Promise<Shape<M>[]> {
    const found = await this.query(as, condition, (alias) => `ORDER BY ${alias}."id"`)
    return found.map((columns) => columnsToNames(columns) as Shape<M>)
  }

  /** Has other writes of several records of a model wait until this one ends, so that each record is made once. */
  async lockKind(model: ModelName): Promise<void> {
    this.isKindLocked = true
    await this.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`records ${this.viewer.storeId} ${model}`}, 0))`
  }

  /** Reads the rows of a condition that the writer sees. @param end the end of the statement: its order and its lock. */
  private query(model: string, condition: object, end: (alias: string) => string): Promise<object[]> {
    const { alias, columns, from, values } = this.seen(model, condition)
    return this.tx.$queryRawUnsafe<object[]>(`SELECT ${columns} ${from} ${end(alias)}`, ...values)
  }

  /** The rows of a condition that the writer sees: their columns and their part of a statement, and its values. */
  private seen(model: string, condition: object): Record<'alias' | 'columns' | 'from', string> & { values: readonly unknown[] } {
    if (!this.registry) throw new Error('The write has no rows to lock.')
    const resource = this.registry.of(model)
    const statement = new Statement(this.viewer.storeId)
    const alias = 't0'
    const seen = { AND: [condition, visible(resource, this.viewer)] }
    const where = all([ofStore(resource.model, alias), conditionSql(seen, resource.model, alias, statement)])
    const columns = [...resource.model.columns.keys()].map((name) => columnSql(alias, name)).join(', ')
    return { alias, columns, from: `FROM ${tableName(resource.model)} ${alias} WHERE ${where}`, values: statement.values }
  }

  /**
   * Keeps rows from being deleted for the rest of the write, so that others may refer to them.
   *
   * @returns the ids of those that the writer sees.
   */
  async findAll(model: ModelName, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
    if (ids.length === 0) return new Set()
    const { alias, from, values } = this.seen(model, { id: { in: ids } })
    const text = `SELECT ${alias}."id" ${from} ORDER BY ${alias}."id" FOR KEY SHARE OF ${alias}`
    const found = await this.tx.$queryRawUnsafe<{ id: bigint }[]>(text, ...values)
    return new Set(found.map(({ id }) => id))
  }

  /**
   * Locks the writer's store, so that concurrent writes cannot exceed a limit together; reads continue meanwhile.
   *
   * @param alone whether records that belong to the store alone, such as those of its catalogue, wait before they are inserted.
   */
  async lockStore({ alone = false } = {}): Promise<Shape<'Store'>> {
    const { storeId } = this.viewer
    const which = alone ? Prisma.sql`"id" = ${storeId} FOR UPDATE` : Prisma.sql`"id" = ${storeId} FOR NO KEY UPDATE`
    const [row] = await lockRows(this.tx, 'Store', which)
    if (!row) throw notFound(`There is no store ${storeId}.`)
    this.locked.set(row, 'Store')
    this.compare('Store', row)
    return row
  }

  /** Records the subscription, the order and the customer of a row for the log entry. */
  protected remember(model: ModelName, row: Remembered): void {
    const customerId = model === 'Customer' ? row.id : row.customer_id
    if (customerId) this.subject.customerId = customerId
    const subscriptionId = model === 'Subscription' ? row.id : row.subscription_id
    const orderId = model === 'Order' ? row.id : row.order_id
    if (subscriptionId) this.subject.subscriptionId = subscriptionId
    if (orderId) this.subject.orderId = orderId
  }

  protected checkLocks(): void {
    if (this.locked.size === 0 && !this.isKindLocked && !this.hasMade)
      throw new Error('A write makes and deletes only what belongs to a row that it has locked or made.')
  }

  protected modelOf(row: object): string {
    const model = this.locked.get(row)
    if (!model) throw new Error('A write changes only rows that it has locked.')
    return model
  }
}
