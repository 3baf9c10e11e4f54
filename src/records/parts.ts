/** Plans the parts of a record, each list with the lists inside its parts: those held against those given. Pure. */
import { inWords } from '../schema/wording.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { readId } from '../values/id.ts'
import { field, type Sentence, say } from '../values/sentence.ts'
import { complete, differing } from '../values/written-values.ts'
import {
  type GivenList,
  type GivenPart,
  inside,
  isLive,
  type Kind,
  type ListPath,
  type MatchedPart,
  type OnePart,
  type PartKinds,
  type PartPlan,
  type Planned,
  type PlannedTree,
} from './part-kinds.ts'
import type { PartRow } from './row-changes.ts'

/** The rows of a relation of a row; a new one has none. */
export const rowsOf = (row: GivenPart | undefined, relation: string): readonly PartRow[] => (row?.[relation] ?? []) as PartRow[]

/** A list of a part whose items are no parts themselves; undefined where it is left out. */
export function itemsOf({ given, path }: Planned, name: string): readonly GivenPart[] | undefined {
  const items = given[name] as readonly GivenPart[] | null | undefined
  if (items === null) throw badInput(say`${field(inside(path, name))} must be a list, not null.`)
  return items
}

/**
 * Plans lists of parts, and the lists inside their parts.
 *
 * @param root the record at the top.
 *
 * @throws Refusal with the faults of all lists.
 */
export function planLists(lists: PartKinds, owner: Planned, plan: PartPlan, root = owner.row): PlannedTree['lists'] {
  const { row, before, given, path } = owner
  const planned = each(Object.entries(lists), ([name, kind]) => {
    const parts = planList(kind, row.id, rowsOf(before, name), given[name] as GivenList, inside(path, name), plan)
    return [name, planTrees(kind, parts, plan, root)] as const
  })
  return Object.fromEntries(planned)
}

/** Plans what is inside the parts of a list. */
function planTrees({ lists = {}, beside }: Kind, parts: readonly Planned[], plan: PartPlan, root: PartRow): PlannedTree[] {
  return each(parts, (part) => {
    const inner = planLists(lists, part, plan, root)
    beside?.(part, plan, root)
    return { ...part, lists: inner }
  })
}

/**
 * Plans a list of parts.
 *
 * @param held the parts that there are, archived ones included.
 * @param given what is to become of them; undefined where all stay as they are.
 *
 * @returns the live parts after the write, those given in the order of the input, and the one part that is given in any case.
 *
 * @throws Refusal BAD_INPUT naming each field at fault by its path, NOT_FOUND for an id that no part has.
 */
export function planList(
  kind: Kind,
  parentId: bigint,
  held: readonly PartRow[],
  given: GivenList | null | undefined,
  path: ListPath,
  plan: PartPlan,
): Planned[] {
  if (given === null) throw badInput(say`${field(String(path))} must be a list, not null.`)
  if (given && !isWhole(given)) return planOne(kind, parentId, held, given, plan)
  if (!given) return kept(held)
  const found = matched(kind, held, given, path)
  const taken = new Set(found.map(({ before }) => before))
  for (const row of held) if (!taken.has(row)) dismiss(kind, row, plan)
  const planned = each(found, (part) => ({ ...part, row: planPart(kind, parentId, part, !staysArchived(part), plan) }))
  checkNames(kind, planned)
  return planned.filter((part) => !staysArchived(part))
}

/** Whether a part is sent back as archived, and stays so. */
const staysArchived = ({ given }: Pick<MatchedPart, 'given'>): boolean => given.deleted === true

/** Refuses `deleted: true` of a live part, which is archived by leaving it out. */
function checkArchived({ archivedBy, model }: Kind, before: PartRow | undefined, given: GivenPart, path: string): void {
  if (archivedBy && given.deleted === true && (!before || isLive(before)))
    throw badInput(
      say`${field(inside(path, 'deleted'))} is true of archived parts alone: leave the ${inWords(model)} out of the list to archive it.`,
    )
}

/** Live parts that stay as they are. */
const kept = (rows: readonly PartRow[]): Planned[] =>
  rows.filter(isLive).map((row) => ({ row, before: row, given: {}, path: '' }))

/** Plans one part of a list, beside which all others stay. */
function planOne(kind: Kind, parentId: bigint, held: readonly PartRow[], asked: OnePart, plan: PartPlan): Planned[] {
  const { one: given, isGone, onPlanned } = asked
  const part: MatchedPart = { before: undefined, given, path: '' }
  if (given.id != null) part.before = withId(kind, new Map(held.map((row) => [row.id, row])), part)
  const others = kept(held.filter((row) => row !== part.before))
  const row = isGone && part.before ? dismiss(kind, part.before, plan) : planPart(kind, parentId, part, isGone === false, plan)
  const planned = { ...part, row }
  if (isCalledAnew(kind, planned)) checkNames(kind, [planned], others)
  onPlanned?.(planned)
  return [...others, planned]
}

/** Whether a live part is called what it was not called before. */
const isCalledAnew = ({ names }: Kind, { row, before }: Planned): boolean =>
  !before || (isLive(row) && (!isLive(before) || names.some((name) => row[name] !== before[name])))

const isWhole = (given: GivenList): given is readonly GivenPart[] => Array.isArray(given)

/** Finds the part of each item: first by ids, then by each key in turn, so that no item takes what a surer one names. */
function matched(kind: Kind, held: readonly PartRow[], items: readonly GivenPart[], path: ListPath): MatchedPart[] {
  const pathOf = typeof path === 'string' ? (index: number) => `${path}[${index}]` : path
  const found = items.map((given, index): MatchedPart => ({ before: undefined, given, path: pathOf(index) }))
  // Live parts are found before archived ones, and of these the latest first.
  const rows = [...held.filter((row) => !isLive(row)), ...held.filter(isLive).reverse()]
  const free = new Map(rows.map((row) => [row.id, row]))
  each(found, (part) => {
    if (part.given.id == null) return
    part.before = withId(kind, free, part)
    free.delete(part.before.id)
  })
  for (const key of kind.keys) {
    const left = Map.groupBy(free.values(), (row) => key(row, true))
    each(found, (part) => {
      const wanted = part.before || part.given.id != null ? undefined : key(part.given, false)
      const fitting = wanted === undefined ? undefined : left.get(wanted)
      if (kind.chosenBy && fitting?.slice(-2).filter(isLive).length === 2)
        throw badInput(
          say`${field(inside(part.path, kind.names[0]))} fits several of the product's; ${field(kind.chosenBy)} chooses one.`,
        )
      const row = fitting?.pop()
      if (!row) return
      part.before = row
      free.delete(row.id)
    })
  }
  return found
}

function withId({ model }: Kind, rows: ReadonlyMap<bigint, PartRow>, { given, path }: MatchedPart): PartRow {
  const at = field(inside(path, 'id'))
  const row = rows.get(readId(at, String(given.id)))
  if (row) return row
  throw new Refusal('NOT_FOUND', say`${at} names no ${inWords(model)} of this product, or one that is given twice.`)
}

/** Archives or deletes a part. @returns it as it is then. */
function dismiss({ model, archivedBy }: Kind, row: PartRow, { changes, now }: PartPlan): PartRow {
  if (!archivedBy) changes.remove(model, row)
  else if (isLive(row)) return changes.update(model, row, { [archivedBy]: archivedBy === 'deleted' ? true : now })
  return row
}

/** Plans a part. @param isRestored whether it is live afterwards in any case. */
function planPart(
  kind: Kind,
  parentId: bigint,
  { before, given, path }: MatchedPart,
  isRestored: boolean,
  plan: PartPlan,
): PartRow {
  const { model, fields, archivedBy, parent, replaces } = kind
  const { changes } = plan
  const prefix = inside(path, '')
  plan.check(model, before, path)
  checkArchived(kind, before, given, path)
  if (!before) return changes.insert(model, { [parent]: parentId, ...complete(fields, given as object, prefix) })
  const live = archivedBy && isRestored ? { [archivedBy]: archivedBy === 'deleted' ? false : null } : {}
  const change = differing(fields, before, given as object, undefined, prefix)
  if (!replaces?.(before, change)) return changes.update(model, before, { ...change, ...live })
  if (!isRestored && !isLive(before)) {
    const name = field(inside(path, kind.names.at(-1) as string))
    throw badInput(say`${name} of an archived ${inWords(model)} that is subscribed to stays; make another one.`)
  }
  dismiss(kind, before, plan)
  const names = [...Object.keys(fields), ...(archivedBy ? [archivedBy] : [])]
  const own = Object.fromEntries(names.map((name) => [name, before[name]]))
  return changes.insert(model, { [parent]: parentId, ...own, ...change, ...live })
}

/** Refuses two live parts that are called the same. @param others those that the input leaves alone. */
function checkNames({ names, model }: Kind, planned: readonly Planned[], others: readonly Planned[] = []): void {
  const calledOf = ({ row }: Planned) => (row[names[0]] === '' ? undefined : JSON.stringify(names.map((name) => row[name])))
  const known = new Map(others.map((part) => [calledOf(part), part]))
  each(planned, (part) => {
    const called = isLive(part.row) ? calledOf(part) : undefined
    if (called === undefined) return
    const first = known.get(called)
    if (first) throw badInput(sameName(names, part, first, inWords(model)))
    known.set(called, part)
  })
}

function sameName(names: Kind['names'], { path }: Planned, first: Planned, called: string): Sentence {
  const [one, other] = names.map((name) => field(inside(path, name)))
  const which = other ? say`${one ?? ''} and ${other} are those` : say`${one ?? ''} is that`
  const whose = first.path === '' ? say`another ${called}` : say`${field(first.path)}`
  return [...which, ' of ', ...whose, ' already; each ', called, ' has another.']
}
