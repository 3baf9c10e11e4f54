/** Plans a list of parts: the parts held against those given, which are the whole list. Pure. */
import type { ModelName } from '../../db/shape.ts'
import { inWords } from '../../schema/wording.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { WritableTable } from '../../values/writable.ts'
import { complete, differing } from '../../values/written-values.ts'
import type { PartRow, RowChanges } from './row-changes.ts'

export type GivenPart = Readonly<Record<string, unknown>>

/** A kind of part. */
export type Kind = {
  model: ModelName
  /** The column that names the record it is a part of. */
  parent: string
  fields: WritableTable
  /** The field that it is called by, which no other live part of the list has. */
  name: string
  /** The texts that it is matched by where no id is given, the first that finds one; undefined where it lacks one. */
  keys: readonly ((part: GivenPart) => string | undefined)[]
  /** The column that says whether it is archived; without one a part that is left out is deleted. */
  archivedBy?: 'archivedAt' | 'deleted'
  /** Whether a change makes another part, and archives this one. */
  replaces?: (row: PartRow, change: GivenPart) => boolean
}

export type PartPlan = { changes: RowChanges; now: Date }

/** A part as it is after the write: its row, that of before, what was given of it, and its place in the input. */
export type Planned = { row: PartRow; before: PartRow | undefined; given: GivenPart; path: string }

/**
 * Plans a list of parts.
 *
 * @param held the parts that there are, archived ones included.
 *
 * @returns the live parts, in the order of the input; undefined where none are given, and all stay as they are.
 *
 * @throws Refusal BAD_INPUT naming each field at fault by its path, NOT_FOUND for an id that no part has.
 */
export function planList(
  kind: Kind,
  parentId: bigint,
  held: readonly PartRow[],
  given: readonly GivenPart[] | null | undefined,
  path: string,
  plan: PartPlan,
): Planned[] | undefined {
  if (given === undefined) return undefined
  if (given === null) throw badInput(say`${field(path)} must be a list, not null.`)
  const free = new Set([...held.filter((row) => isLive(kind, row)), ...held.filter((row) => !isLive(kind, row))])
  const found = each(given.entries(), ([index, item]) => {
    const before = matching(kind, free, item, `${path}[${index}]`)
    if (before) free.delete(before)
    return { before, given: item, path: `${path}[${index}]` }
  })
  for (const row of free) dismiss(kind, row, plan)
  const planned = each(found, (part) => ({ ...part, row: planPart(kind, parentId, part, plan) }))
  checkNames(kind, planned)
  return planned
}

const isLive = ({ archivedBy }: Kind, row: PartRow): boolean => !archivedBy || !row[archivedBy]

/** The part that an item names by its id, or that it matches by the first key that finds one. */
function matching({ model, keys }: Kind, held: ReadonlySet<PartRow>, item: GivenPart, path: string): PartRow | undefined {
  if (item.id != null) {
    const id = readId(field(`${path}.id`), String(item.id))
    const named = [...held].find((row) => row.id === id)
    if (!named)
      throw new Refusal(
        'NOT_FOUND',
        say`${field(`${path}.id`)} names no ${inWords(model)} of this product, or one that is given twice.`,
      )
    return named
  }
  for (const key of keys) {
    const wanted = key(item)
    const found = wanted === undefined ? undefined : [...held].find((row) => key(row) === wanted)
    if (found) return found
  }
  return undefined
}

/** Archives or deletes a part that is left out. */
function dismiss(kind: Kind, row: PartRow, { changes, now }: PartPlan): void {
  if (!kind.archivedBy) changes.remove(kind.model, row)
  else if (isLive(kind, row)) changes.update(kind.model, row, { [kind.archivedBy]: kind.archivedBy === 'deleted' ? true : now })
}

function planPart(kind: Kind, parentId: bigint, { before, given, path }: Omit<Planned, 'row'>, plan: PartPlan): PartRow {
  const { model, fields, archivedBy, parent, replaces } = kind
  const { changes } = plan
  if (!before) return changes.insert(model, { [parent]: parentId, ...complete(fields, given as object, `${path}.`) })
  const change = differing(fields, before, given as object, undefined, `${path}.`)
  if (replaces?.(before, change)) {
    dismiss(kind, before, plan)
    const own = Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]))
    return changes.insert(model, { [parent]: parentId, ...own, ...change })
  }
  const live = archivedBy && { [archivedBy]: archivedBy === 'deleted' ? false : null }
  return changes.update(model, before, { ...change, ...live })
}

/** Refuses two parts of one name. */
function checkNames({ name, model }: Kind, planned: readonly Planned[]): void {
  const known = new Map<unknown, string>()
  each(planned, ({ row, path }) => {
    const value = row[name]
    const first = value === '' ? undefined : known.get(value)
    if (first !== undefined)
      throw badInput(say`${field(`${path}.${name}`)} is that of ${field(first)} already; each ${inWords(model)} has another.`)
    known.set(value, path)
  })
}
