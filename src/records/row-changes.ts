/** The row changes that a write of a product comes to: planned without a database, then done by one statement a table. */
import type { ModelName } from '../db/shape.ts'
import type { Changes } from '../writes/changes.ts'
import type { Write } from '../writes/write.ts'

export type PartRow = Readonly<Record<string, unknown>> & { readonly id: bigint }

type Columns = Record<string, unknown>

/** The changes of the rows of a table. */
type TableChanges = { inserted: PartRow[]; updated: Map<bigint, { row: PartRow; change: Columns }>; removed: PartRow[] }

export class RowChanges {
  readonly tables = new Map<ModelName, TableChanges>()
  /** The last id that stands for one, and the ids of the rows that were written by those that stood for them; shared by the parts of a plan. */
  private readonly ids: { last: bigint; written: Map<unknown, bigint> }

  constructor(ids = { last: 0n, written: new Map<unknown, bigint>() }) {
    this.ids = ids
  }

  /** Changes of one record, which are added to these unless it is refused. */
  part(): RowChanges {
    return new RowChanges(this.ids)
  }

  /** Adds the changes of a record, to be written together with the others. */
  add({ tables }: RowChanges): void {
    for (const [model, { inserted, updated, removed }] of tables) {
      const known = this.of(model)
      known.inserted.push(...inserted)
      known.removed.push(...removed)
      for (const [id, change] of updated) known.updated.set(id, change)
    }
  }

  /** Adds a new row. @returns it with a negative id, which stands for its own until the rows are written. */
  insert(model: ModelName, columns: Columns): PartRow {
    this.ids.last -= 1n
    const row = { ...columns, id: this.ids.last }
    this.of(model).inserted.push(row)
    return row
  }

  /** Changes columns of a row, if any differ. @returns it as it is then. */
  update(model: ModelName, row: PartRow, change: Columns): PartRow {
    const differs = Object.entries(change).filter(([name, value]) => row[name] !== value)
    if (differs.length === 0) return row
    const known = this.of(model).updated.get(row.id)
    const columns = { ...known?.change, ...Object.fromEntries(differs) }
    this.of(model).updated.set(row.id, { row: known?.row ?? row, change: columns })
    return { ...row, ...columns }
  }

  remove(model: ModelName, row: PartRow): void {
    this.of(model).removed.push(row)
  }

  /** The ids of the rows that were written, by those that stood for them. */
  get written(): Map<unknown, bigint> {
    return this.ids.written
  }

  /** The id of a row that was written. */
  idOf(id: unknown): bigint {
    return this.written.get(id) ?? (id as bigint)
  }

  get isEmpty(): boolean {
    return this.tables.size === 0
  }

  private of(model: ModelName): TableChanges {
    const known = this.tables.get(model) ?? { inserted: [], updated: new Map(), removed: [] }
    this.tables.set(model, known)
    return known
  }
}

/** Writes the changes, each kind of a table's by one statement. @param order of the tables: each refers only to those before it. */
export async function writeRows(
  write: Write,
  { tables: changed, written: ids }: RowChanges,
  order: readonly ModelName[],
): Promise<void> {
  const tables = [...changed].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  const counts = new Map(tables.flatMap(([model, { inserted }]) => (inserted.length > 0 ? [[model, inserted.length]] : [])))
  const reserved = await write.reserve(counts)
  for (const [model, { inserted }] of tables)
    inserted.forEach((row, place) => void ids.set(row.id, reserved.get(model)?.[place] as bigint))
  const withIds = (columns: Columns) => mapped(columns, (value, name) => idIn(ids, value, name))
  for (const [model, { removed }] of tables)
    if (removed.length > 0) await write.deleteAll(model, { id: { in: removed.map(({ id }) => id) } })
  for (const [model, { inserted, updated }] of tables) {
    const columns = [...new Set([...updated.values()].flatMap(({ change }) => Object.keys(change)))]
    const rows = [...updated.values()].map(({ row, change }) => {
      const whole = { ...row, ...change } as Columns
      return { id: row.id, ...withIds(Object.fromEntries(columns.map((name) => [name, whole[name]]))) }
    })
    await write.updateAll(model, rows)
    await write.insertAll(model, inserted.map(withIds))
  }
}

/**
 * The changes as the log and events show them: by the name of the table the rows before and after, each with its id.
 *
 * @param except a table that is left out.
 */
export function changesOfRows(
  { tables, written }: RowChanges,
  names: ReadonlyMap<ModelName, string>,
  except: ModelName | undefined,
): Changes {
  const real = (value: unknown, name: string) => idIn(written, value, name)
  const shown = [...tables]
    .filter(([model]) => model !== except)
    .map(([model, { inserted, updated, removed }]) => {
      const changed = [...updated.values()].map(({ row, change }) => ({
        from: { id: row.id, ...mapped(change, (_value, name) => row[name]) },
        to: { id: row.id, ...mapped(change, real) },
      }))
      const from = [...changed.map((each) => each.from), ...removed.map(columnsOf)]
      const to = [...changed.map((each) => each.to), ...inserted.map((row) => mapped(columnsOf(row), real))]
      return [names.get(model) ?? model, { from: from.length > 0 ? from : null, to: to.length > 0 ? to : null }]
    })
  return Object.fromEntries(shown)
}

/** The id of a new record in the place of the number that stood for it; columns of other kinds may have an equal number. */
const idIn = (ids: RowChanges['written'], value: unknown, name: string): unknown =>
  (name === 'id' || name.endsWith('Id') ? ids.get(value) : undefined) ?? value

const mapped = (row: Columns, to: (value: unknown, name: string) => unknown): Columns =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, to(value, name)]))

/** The columns of a row without its relations. */
const columnsOf = (row: Columns): Columns =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => typeof value !== 'object' || value === null || value instanceof Date),
  )
