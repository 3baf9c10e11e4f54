/** The context of a write: its caller, and the rows that it locks, changes, inserts and deletes, which are recorded for the log. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import { namesToColumns } from '../db/names.ts'
import type { ModelName, Shape } from '../db/shape.ts'
import { deleteRows, insertRows, nextIds, reserveIds, updateRows } from '../db/transaction.ts'
import { movingColumns } from '../movements/record.ts'
import { withTagKeys } from '../values/tags.ts'
import { inBatches } from './batches.ts'
import { type Changes, changesOf, changesOfNew } from './changes.ts'
import type { Emit, EmittedEvent } from './events.ts'
import { Locks, type LocksGiven } from './locks.ts'
import type { KeyClaim, Written } from './result.ts'

type Given = LocksGiven & Pick<Write, 'claim' | 'isDryRun'>

/** Columns of a new row; the store's id is implied. */
type NewRow<M extends ModelName> = Partial<Omit<Shape<M>, 'id' | 'storeId'>>

const moving: ReadonlySet<string> = new Set(movingColumns)

/** The methods of Prisma's delegates that all models share. */
type Delegate = {
  create(args: object): Promise<{ id: bigint }>
  update(args: object): Promise<unknown>
  delete(args: object): Promise<unknown>
  deleteMany(args: object): Promise<unknown>
  findMany(args: object): Promise<Record<string, unknown>[]>
}

export class Write extends Locks {
  readonly claim: KeyClaim | undefined
  /** Whether the write is rolled back at the end: then nothing is charged. */
  readonly isDryRun: boolean
  /** The changed columns, for the log. */
  changes: Changes = {}
  /** Events beside the write's own. */
  readonly emitted: EmittedEvent[] = []
  /** Other records that the write changed, by the operation under which each has a log entry and an event of its own. */
  readonly others = new Map<string, readonly EmittedEvent[]>()
  /** The subscriptions whose change may move figures. */
  readonly movedIds = new Set<bigint>()
  /** When what the write does became so, where that is before it is written: a worker may be late. */
  since: Date | undefined
  private readonly changed = new Map<object, object>()

  constructor({ claim, isDryRun, ...given }: Given) {
    super(given)
    this.claim = claim
    this.isDryRun = isDryRun
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

  /** Changes columns of a locked row, except those with equal values, and records the changes for the log. */
  async change<Row extends object>(row: Row, change: Partial<Row>): Promise<void> {
    // The row object is immutable; a repeated change is compared with the row's latest values.
    const changes = changesOf({ ...row, ...this.changed.get(row) }, change)
    if (Object.keys(changes).length === 0) return
    const model = this.modelOf(row)
    await this.delegate(model).update({ where: this.keyOf(model, row), data: withTagKeys(change), select: { id: true } })
    this.noteMove(model, row, changes)
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
      return withTagKeys({ id: row.id, ...Object.fromEntries(columns.map((name) => [name, after[name as keyof Row]])) })
    })
    for (const [row, each] of changed) this.noteMove(this.modelOf(row), row, each)
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
    Object.assign(this.changes, changesOfNew(row))
    this.remember(model, namesToColumns({ ...row, id }))
    this.hasMade = true
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

  /** Deletes rows that link records of this write to others. @param rows the columns that name both. */
  async deleteLinks(model: ModelName, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return
    this.checkLocks()
    await deleteRows(this.tx, model, this.viewer.storeId, rows)
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

  /** Notes a subscription of which a column changes that figures depend on. */
  private noteMove(model: string, row: object, changes: Changes): void {
    if (model === 'Subscription' && Object.keys(changes).some((name) => moving.has(name)))
      this.movedIds.add((row as { id: bigint }).id)
  }

  /** The subscriptions that moved, and when; undefined where none did. */
  get moved(): Written['moved'] {
    return this.movedIds.size === 0 ? undefined : { subscriptionIds: [...this.movedIds], at: this.since ?? this.now }
  }

  private ofStore = (values: object) => ({ ...withTagKeys(values), storeId: this.viewer.storeId })

  private keyOf(model: string, row: object) {
    const { id } = row as { id: bigint }
    return model === 'Store' ? { id } : { storeId_id: { storeId: this.viewer.storeId, id } }
  }

  private delegate(model: string): Delegate {
    return (this.tx as unknown as Record<string, Delegate>)[model.charAt(0).toLowerCase() + model.slice(1)] as Delegate
  }
}
