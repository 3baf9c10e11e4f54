/** The kinds of parts that a record has, as they are declared: fields, what they are matched by, and what becomes of those left out. */
import type { ModelName } from '../db/shape.ts'
import type { WritableTable } from '../values/writable.ts'
import type { PartRow, RowChanges } from './row-changes.ts'

export type GivenPart = Readonly<Record<string, unknown>>

/** The parts given of a list: all of them, so that those left out go; or one, beside which all others stay. */
export type GivenList = readonly GivenPart[] | OnePart

/** One part of a list. */
export type OnePart = Readonly<{
  one: GivenPart
  /** Whether it is archived afterwards, or deleted where its kind is not archived; as it was unless given. */
  isGone?: boolean
  /** Is given the part once it is planned. */
  onPlanned?: (part: Planned) => void
}>

/** The text that a part is matched by, or undefined where it lacks one. @param isHeld whether it is a row, or what is given. */
export type MatchKey = (part: GivenPart, isHeld: boolean) => string | undefined

/** A kind of part. */
export type Kind = {
  model: ModelName
  /** The column that names the record it is a part of. */
  parent: string
  fields: WritableTable
  /** The fields that it is called by, all of which no other live part of the list has. */
  names: readonly [string, ...string[]]
  /** The keys that match it where no id is given; an earlier one finds its part before a later one. */
  keys: readonly MatchKey[]
  /** The field that chooses one where a key finds several live parts; without one the first is taken. */
  chosenBy?: string
  /** The column that says whether it is archived; without one a part that is left out is deleted. */
  archivedBy?: 'archivedAt' | 'deleted'
  /** Whether a change makes another part, and archives this one. */
  replaces?: (row: PartRow, change: GivenPart) => boolean
  /** The lists of parts inside it. */
  lists?: PartKinds
  /** Plans what belongs to it and is no list of parts, such as prices. */
  beside?: (part: Planned, plan: PartPlan, root: PartRow) => void
}

/** Lists of parts by their names in the input, which are those of their relations. */
export type PartKinds = Readonly<Record<string, Kind>>

export type PartPlan = {
  changes: RowChanges
  now: Date
  /** Checks what was sent back of a part beside its input fields; undefined stands for a new part. Throws a Refusal. */
  check: (model: ModelName, row: PartRow | undefined, path: string) => void
}

/** A part, or the record itself, as it is after the write: its row, that of before, what was given of it, and its place in the input. */
export type Planned = { row: PartRow; before: PartRow | undefined; given: GivenPart; path: string }

/** A part with the parts inside it. */
export type PlannedTree = Planned & { lists: Readonly<Record<string, readonly PlannedTree[]>> }

/** A part as it is matched: the row that was found, if one was. */
export type MatchedPart = Omit<Planned, 'row'>

/** The path of a list, or of each of its items where it is made of several lists. */
export type ListPath = string | ((index: number) => string)

/** The path of a field of a part; the one part that an input is about has the empty path. */
export const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Whether a part is not archived. */
export const isLive = ({ archivedAt, deleted }: GivenPart): boolean => !archivedAt && deleted !== true
