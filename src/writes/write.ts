/**
 * The context of a write: its caller, and its access to rows. A row is locked, by the visibility condition of reads, before it is changed;
 * locked and changed rows are recorded for the log.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { columnsToNames, namesToColumns } from '../db/names.ts'
import type { ModelName, Shape } from '../db/shape.ts'
import { insertRows, lockRows, nextIds, reserveIds, type Tx, updateRows } from '../db/transaction.ts'
import { all, conditionSql } from '../read/sql/condition.ts'
import { Statement } from '../read/sql/statement.ts'
import { columnSql, ofStore, tableName } from '../read/sql/tables.ts'
import type { Registry } from '../schema/registry.ts'
import { visible } from '../schema/visible.ts'
import { notFound } from '../values/errors.ts'
import { inBatches } from './batches.ts'
import { type Changes, changesOf } from './changes.ts'
import type { Emit, EmittedEvent } from './events.ts'
import type { KeyClaim, Subject } from './result.ts'
import { checkColumns } from './sent-back.ts'

type Given = Pick<Write, 'tx' | 'context' | 'claim' | 'isDryRun' | 'now'> & {
  registry: Registry | undefined
  /** The kind of the record that the payload shows. */
  recordType: string | undefined
}

/** Columns of a new row; the store's id is implied. */
type NewRow<M extends ModelName> = Partial<Omit<Shape<M>, 'id' | 'storeId'>>

/** The columns of a row that name its owners. */
type Remembered = Partial<Record<'id' | 'subscription_id' | 'order_id' | 'customer_id', bigint | null>>

/** The methods of Prisma's delegates that all models share. */
type Delegate = {
  create(args: object): Promise<{ id: bigint }>
  update(args: object): Promise<unknown>
  delete(args: object): Promise<unknown>
  deleteMany(args: object): Promise<unknown>
  findMany(args: object): Promise<Record<string, unknown>[]>
}

export class Write {
  /** The write's transaction, for reads. */
  readonly tx: Tx
  readonly context: Context
  readonly viewer: Writer
  /** The time of the store, the same for all decisions and rows of the write; credentials are checked against the context's real time. */
  readonly now: Date
  readonly claim: KeyClaim | undefined
  /** Whether the write is rolled back at the end: then nothing is charged. */
  readonly isDryRun: boolean
  /** The records that the log entry refers to, also when the write is refused from here on. */
  readonly subject: Subject = {}
  /** The changed columns, for the log. */
  changes: Changes = {}
  /** Events beside the write's own. */
  readonly emitted: EmittedEvent[] = []
  /** Other records that the write changed, by the operation under which each has a log entry and an event of its own. */
  readonly others = new Map<string, readonly EmittedEvent[]>()
  /** Whether the columns that the client sent back were compared. */
  isCompared = false
  private readonly registry: Registry | undefined
  private readonly recordType: string | undefined
  /** Whether the records of a kind are made by this write alone. */
  private isKindLocked = false
  private readonly locked = new Map<object, string>()
  private readonly changed = new Map<object, object>()

  constructor({ tx, context, claim, isDryRun, now, registry, recordType }: Given) {
    this.tx = tx
    this.context = context
    this.viewer = context.viewer as Writer
    this.now = now
    this.claim = claim
    this.isDryRun = isDryRun
    this.registry = registry
    this.recordType = recordType
  }

  /** Adds a note to the log entry, whether or not the write succeeds. */
  note(text: string | null | undefined): void {
    this.subject.note = text
  }

  /** Emits an event beside the write's own. */
  readonly emit: Emit = (event) => void this.emitted.push(event)

  /** Logs other records that the write changed, each with an entry and an event of its own. @param operation as the mutation declares it. */
  logOthers(operation: string, records: readonly EmittedEvent[]): void {
    this.others.set(operation, records)
  }

  /**
   * Locks a row for the rest of the write; concurrent writes wait.
   *
   * @param values of its columns, such as its id.
   *
   * @throws Refusal NOT_FOUND for a row that is missing, another store's or another customer's; BAD_INPUT where the client sent
   *   columns of the record back with other values.
   */
  async lock<M extends ModelName>(model: M, values: Partial<Shape<M>>): Promise<Shape<M>> {
    const row = await this.find(model, values)
    if (!row) throw notFound()
    this.compare(model, row)
    return row
  }

  /** Compares the columns that the client sent back with the row of the record that the payload shows. */
  private compare(model: ModelName, row: object): void {
    const { sentBack } = this.context
    const resource = this.registry?.of(model)
    if (!sentBack || !resource || resource.kind !== this.recordType || this.isCompared) return
    this.isCompared = true
    checkColumns(resource, this.viewer, row as Readonly<Record<string, unknown>>, sentBack)
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
  ): Promise<Shape<M> | undefined> {
    // Of the texts that find a row by its id there are few: a plan of each is kept.
    const isById = Object.keys(values).join() === 'id'
    const [found] = await this.query(model, values, (alias) => `FOR ${lock} OF ${alias}${isById ? ` ${keptPlan.sql}` : ''}`)
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
   * @throws Refusal BAD_INPUT where the client sent columns of the record back with other values.
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
  async read<M extends ModelName>(model: M, condition: object): Promise<Shape<M>[]> {
    const found = await this.query(model, condition, (alias) => `ORDER BY ${alias}."id"`)
    return found.map((columns) => columnsToNames(columns) as Shape<M>)
  }

  /** Has other writes of several records of a model wait until this one ends, so that each record is made once. */
  async lockKind(model: ModelName): Promise<void> {
    this.isKindLocked = true
    await this.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`records ${this.viewer.storeId} ${model}`}, 0))`
  }

  /** Reads the rows of a condition that the writer sees. @param end the end of the statement: its order and its lock. */
  private query(model: ModelName, condition: object, end: (alias: string) => string): Promise<object[]> {
    const { alias, columns, from, values } = this.seen(model, condition)
    return this.tx.$queryRawUnsafe<object[]>(`SELECT ${columns} ${from} ${end(alias)}`, ...values)
  }

  /** The rows of a condition that the writer sees: their columns and their part of a statement, and its values. */
  private seen(
    model: ModelName,
    condition: object,
  ): Record<'alias' | 'columns' | 'from', string> & { values: readonly unknown[] } {
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
    return row
  }

  /** Records the subscription, the order and the customer of a row for the log entry. */
  private remember(model: ModelName, row: Remembered): void {
    const customerId = model === 'Customer' ? row.id : row.customer_id
    if (customerId) this.subject.customerId = customerId
    const subscriptionId = model === 'Subscription' ? row.id : row.subscription_id
    const orderId = model === 'Order' ? row.id : row.order_id
    if (subscriptionId) this.subject.subscriptionId = subscriptionId
    if (orderId) this.subject.orderId = orderId
  }

  /** Changes columns of a locked row, except those with equal values, and records the changes for the log. */
  async change<Row extends object>(row: Row, change: Partial<Row>): Promise<void> {
    // The row object is immutable; a repeated change is compared with the row's latest values.
    const changes = changesOf({ ...row, ...this.changed.get(row) }, change)
    if (Object.keys(changes).length === 0) return
    const model = this.modelOf(row)
    await this.delegate(model).update({ where: this.keyOf(model, row), data: change, select: { id: true } })
    Object.assign(this.changes, changes)
    this.changed.set(row, { ...this.changed.get(row), ...change })
  }

  /**
   * Changes columns of locked rows of one model by one statement; the log is left to the write.
   *
   * @param changes of each row; a column that one lacks and another has stays as it is in the first.
   *
   * @returns what changed of each row; of a row in which nothing did, nothing is written.
   */
  async changeAll<Row extends { id: bigint }>(changes: ReadonlyMap<Row, Partial<Row>>): Promise<Map<Row, Changes>> {
    const found = [...changes].map(([row, change]) => [row, changesOf<object>(row, change)] as const)
    const changed = found.filter(([, each]) => Object.keys(each).length > 0)
    const [first] = changed
    if (!first) return new Map()
    const columns = [...new Set(changed.flatMap(([, each]) => Object.keys(each)))]
    const rows = changed.map(([row]) => {
      const after = { ...row, ...changes.get(row) }
      return { id: row.id, ...Object.fromEntries(columns.map((name) => [name, after[name as keyof Row]])) }
    })
    for (const [row] of changed) this.modelOf(row)
    await updateRows(this.tx, this.modelOf(first[0]) as ModelName, this.viewer.storeId, rows)
    return new Map(changed)
  }

  /**
   * Changes columns of thousands of rows of one model in batches, and answers other requests in between; the log is left to the write.
   *
   * @param ids from `lockIds`.
   *
   * @param change the columns to change in a row.
   *
   * @returns what changed of each row, as `changeAll` does.
   */
  async changeMany<M extends ModelName>(
    model: M,
    ids: readonly bigint[],
    change: (row: Shape<M>) => Partial<Shape<M>>,
  ): Promise<Map<Shape<M>, Changes>> {
    const changed = new Map<Shape<M>, Changes>()
    await inBatches(ids.length, async (from, to) => {
      const rows = await this.lockAll(model, { id: { in: ids.slice(from, to) } })
      const planned = new Map(rows.map((row) => [row as Shape<M> & { id: bigint }, change(row) as object]))
      for (const [row, changes] of await this.changeAll(planned)) changed.set(row, changes)
    })
    return changed
  }

  /** Deletes a locked row. */
  async delete(row: object): Promise<void> {
    const model = this.modelOf(row)
    await this.delegate(model).delete({ where: this.keyOf(model, row), select: { id: true } })
  }

  /**
   * Inserts a row that belongs to a locked one.
   *
   * @returns its id.
   */
  async insert<M extends ModelName>(model: M, row: NewRow<M>): Promise<bigint> {
    this.checkLocks()
    const { id } = await this.delegate(model).create({ data: this.ofStore(row), select: { id: true } })
    return id
  }

  /**
   * Inserts a row that belongs to the store alone, or to locked rows that its columns name, and records its columns for the log.
   *
   * @param beside columns that the log omits.
   *
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

  /** Inserts several rows like `create`; the log is left to the write. @returns their ids, in order. */
  async createAll<M extends ModelName>(model: M, rows: readonly NewRow<M>[]): Promise<bigint[]> {
    if (rows.length === 0) return []
    const ids = (await this.reserve(new Map([[model, rows.length]]))).get(model) ?? []
    await insertRows(
      this.tx,
      model,
      rows.map((row, place) => this.ofStore({ ...row, id: ids[place] })),
    )
    return ids
  }

  /** Inserts rows that link records of this write to others. */
  async insertLinks(model: ModelName, rows: readonly object[]): Promise<void> {
    if (rows.length > 0) await insertRows(this.tx, model, rows.map(this.ofStore))
  }

  /** Inserts the writer's store, for which only an id is reserved yet. */
  async insertStore(row: Omit<Prisma.StoreCreateInput, 'id'>): Promise<bigint> {
    const { id } = await this.tx.store.create({ data: { ...row, id: this.viewer.storeId }, select: { id: true } })
    return id
  }

  /** Takes ids for rows that are inserted together, and that others of the same write refer to. */
  readonly nextIds = (model: ModelName, count: number): Promise<bigint[]> => nextIds(this.tx, model, count)

  /** Inserts rows that belong to a locked one. @param rows with an id where `nextIds` took it. */
  async insertAll<M extends ModelName>(model: M, rows: readonly (NewRow<M> & { id?: bigint })[]): Promise<void> {
    if (rows.length === 0) return
    this.checkLocks()
    await insertRows(this.tx, model, rows.map(this.ofStore))
  }

  /** Takes ids for rows of models that are to be inserted. */
  reserve(counts: ReadonlyMap<ModelName, number>): Promise<Map<ModelName, bigint[]>> {
    return reserveIds(this.tx, counts)
  }

  /** Changes columns of rows that belong to a locked one. @param rows each with its id and the same columns. */
  async updateAll(model: ModelName, rows: readonly { id: bigint }[]): Promise<void> {
    if (rows.length === 0) return
    this.checkLocks()
    await updateRows(this.tx, model, this.viewer.storeId, rows)
  }

  /** Deletes the rows of a model that belong to a locked one. */
  async deleteAll<M extends ModelName>(model: M, where: object & { [Name in keyof Shape<M>]?: unknown }): Promise<void> {
    this.checkLocks()
    await this.delegate(model).deleteMany({ where: this.ofStore(where) })
  }

  /** The rows that link a locked record to others, such as a coupon to its products. @param owner the column that names the record. */
  async linksOf(model: ModelName, owner: object): Promise<Readonly<Record<string, unknown>>[]> {
    this.checkLocks()
    return this.delegate(model).findMany({ where: this.ofStore(owner) })
  }

  /**
   * Links a record of this write to others, and records the change for the log.
   *
   * @param owner the column that names the record.
   * @param column that names the others.
   * @param ids the ids of the others before and after, and the name of the change.
   */
  async relink(
    model: ModelName,
    owner: object,
    column: string,
    { name, before, after }: { name: string; before: readonly bigint[]; after: readonly bigint[] },
  ): Promise<void> {
    const [gone, added] = [before.filter((id) => !after.includes(id)), after.filter((id) => !before.includes(id))]
    if (gone.length > 0) await this.delegate(model).deleteMany({ where: this.ofStore({ ...owner, [column]: { in: gone } }) })
    const rows = added.map((id) => this.ofStore({ ...owner, [column]: id }))
    if (rows.length > 0) await insertRows(this.tx, model, rows)
    Object.assign(this.changes, changesOf<object>({ [name]: before }, { [name]: after }))
  }

  private ofStore = (values: object) => ({ ...values, storeId: this.viewer.storeId })

  private keyOf(model: string, row: object) {
    const { id } = row as { id: bigint }
    return model === 'Store' ? { id } : { storeId_id: { storeId: this.viewer.storeId, id } }
  }

  private delegate(model: string): Delegate {
    return (this.tx as unknown as Record<string, Delegate>)[model.charAt(0).toLowerCase() + model.slice(1)] as Delegate
  }

  private checkLocks(): void {
    if (this.locked.size === 0 && !this.isKindLocked)
      throw new Error('A write makes and deletes only what belongs to a row that it has locked.')
  }

  private modelOf(row: object): string {
    const model = this.locked.get(row)
    if (!model) throw new Error('A write changes only rows that it has locked.')
    return model
  }
}
