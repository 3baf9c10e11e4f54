/**
 * Reads a statement for the tables that it takes rows of without saying of which store: where `store_id` is in no condition of
 * theirs, or, where rows are added, not among their columns.
 */
import { readFileSync } from 'node:fs'
import { isPart, isWord, type Part, readSql, type Token } from './sql-parts.ts'

const models = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8').split(/^(?=model )/m)

/** The tables whose rows belong to a store. */
export const storeTables: ReadonlySet<string> = new Set(
  models.filter((model) => /^ {2}storeId /m.test(model)).map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? ''),
)

/** The tables of one SELECT, UPDATE, DELETE or INSERT by their aliases, and its conditions on their stores. */
type Level = {
  tables: Map<string, string>
  said: Set<string>
  /** The names in `said` whose store is a value of the statement, or of the rows that it adds. */
  given: Set<string>
  /** The names that the table of stores has. */
  stores: Set<string>
  equal: [string, string][]
  /** More names of which one store is that of the other: the store's own row, and the only table of a query. */
  same: [string, string][]
  others: Level[]
}

const newLevel = (): Level => ({
  tables: new Map(),
  said: new Set(),
  given: new Set(),
  stores: new Set(),
  equal: [],
  same: [],
  others: [],
})

const beginnings = new Set(['select', 'update', 'delete', 'insert', 'with'])
const tablesFollow = new Set(['from', 'join', 'update', 'into'])
const othersFollow = new Set(['select', 'set', 'group', 'order', 'limit', 'returning', 'values', 'having', 'do', 'for'])
const words = new Set(['from', 'join', 'using', 'into', 'where', 'on', 'and', 'or', 'as', 'lateral', 'only'])
const noAlias = new Set([...othersFollow, 'on', 'left', 'inner', 'cross', 'join', 'using', 'where', 'default'])

/** The name at a place, with the last of `a.b.c` as its own and the one before it as its owner. */
function nameAt(part: Part, at: number): { owner?: string; name: string; end: number } | undefined {
  const first = part[at]
  if (isPart(first) || !first || !/^\w+$/.test(first.text)) return undefined
  let [end, owner, name]: [number, string | undefined, string] = [at, undefined, first.text]
  for (let next = part[end + 2]; isWord(part[end + 1], '.') && next && !isPart(next); next = part[end + 2]) {
    ;[owner, name] = [name, next.text]
    end += 2
  }
  return { ...(owner !== undefined && { owner }), name, end }
}

function readLevel(part: Part): Level {
  const level = newLevel()
  readPart(part, level, 'other')
  return level
}

type Clause = 'tables' | 'condition' | 'columns' | 'other'

const beforeConditions = new Set(['where', 'on', 'and', 'or', 'not', 'using', 'in', 'any', 'exists'])

/** Whether what follows in parentheses is what a function is given. */
const isCall = (item: Token | Part | undefined): boolean =>
  !isPart(item) && item !== undefined && !item.isName && /^\w+$/.test(item.text) && !beforeConditions.has(item.text)

function readPart(part: Part, level: Level, clause: Clause): void {
  let now = clause
  for (let at = 0; at < part.length; at += 1) {
    const item = part[at]
    if (isPart(item)) {
      readPair(part, at, level)
      const [first] = item
      if (!isPart(first) && first && !first.isName && beginnings.has(first.text)) readOther(part, at, item, level)
      else readPart(item, level, now === 'condition' && isCall(part[at - 1]) ? 'other' : now)
      if (now === 'columns') now = 'other'
      continue
    }
    if (!item) continue
    if (!item.isName) {
      if (item.text === 'using') now = isPart(part[at + 1]) ? 'condition' : 'tables'
      else if (tablesFollow.has(item.text)) now = 'tables'
      else if (item.text === 'on' && isWord(part[at + 1], 'conflict')) now = 'other'
      else if (item.text === 'where' || item.text === 'on') now = 'condition'
      else if (othersFollow.has(item.text)) now = 'other'
      if (beginnings.has(item.text) || words.has(item.text)) continue
    }
    const found = nameAt(part, at)
    if (!found) continue
    if (now === 'tables') at = readTable(part, at, found, level, (next) => (now = next))
    else if (found.name === 'store_id') at = readSaid(part, found, level, now)
    else {
      readStoreId(part, found, level)
      at = found.end
    }
  }
}

/** `(a.store_id, a.id) = (b.store_id, b.a_id)`, `(store.id) = (a.store_id)`: two tables that are joined by whole keys. */
function readPair(part: Part, at: number, level: Level): void {
  const [one, other] = [part[at], part[at + 2]]
  if (!isPart(one) || !isWord(part[at + 1], '=') || !isPart(other)) return
  const [left, right] = [nameAt(one, 0), nameAt(other, 0)]
  const names = [left?.name, right?.name]
  if (!names.includes('store_id') || !names.every((name) => name === 'store_id' || name === 'id')) return
  if (left?.owner !== undefined && right?.owner !== undefined) level.same.push([left.owner, right.owner])
}

/** Reads a query in parentheses; one that is followed by a name has the store of its first table. */
function readOther(part: Part, at: number, item: Part, level: Level): void {
  const other = readLevel(item)
  level.others.push(other)
  const alias = nameAt(part, isWord(part[at + 1], 'as') ? at + 2 : at + 1)
  const [first] = other.tables.keys()
  if (alias && first !== undefined && !isWord(part[at - 1], 'as') && !isWord(part[at - 1], 'materialized'))
    level.same.push([alias.name, first])
}

type Found = NonNullable<ReturnType<typeof nameAt>>

/** `store.id = t.store_id`: notes that a table has the store of a row of stores. */
function readStoreId(part: Part, { owner, name, end }: Found, level: Level): void {
  const alias = owner ?? [...level.stores][0]
  if (name !== 'id' || alias === undefined || !isWord(part[end + 1], '=')) return
  const other = nameAt(part, end + 2)
  if (other?.name === 'store_id' && other.owner !== undefined) level.same.push([alias, other.owner])
}

function readTable(part: Part, at: number, { name, end }: Found, level: Level, go: (next: Clause) => void): number {
  // A function.
  if (isPart(part[end + 1]) && !isInserted(part, at)) return end + 1
  const after = isWord(part[end + 1], 'as') ? end + 2 : end + 1
  const alias = part[after]
  const hasAlias = !isPart(alias) && alias && /^\w+$/.test(alias.text) && (alias.isName || !noAlias.has(alias.text))
  if (storeTables.has(name)) level.tables.set(hasAlias ? alias.text : name, name)
  if (name === 'store') level.stores.add(hasAlias ? alias.text : name)
  const last = hasAlias ? after : end
  go(isInserted(part, at) ? 'columns' : 'other')
  if (isWord(part[last + 1], ',')) go('tables')
  return last
}

/** Whether the table at a place is one that rows are added to. */
const isInserted = (part: Part, at: number): boolean => {
  for (let before = at - 1; before >= 0; before -= 1) {
    if (isWord(part[before], 'into')) return true
    const item = part[before]
    if (isPart(item) || (!item?.isName && item?.text !== '.')) return false
  }
  return false
}

function readSaid(part: Part, { owner, end }: Found, level: Level, clause: Clause): number {
  // `store_id NOT IN (…)` says of which stores it is not.
  if ((clause !== 'condition' && clause !== 'columns') || isWord(part[end + 1], 'not')) return end
  const names = owner === undefined ? [...level.tables.keys()] : [owner]
  const other = isWord(part[end + 1], '=') ? nameAt(part, end + 2) : undefined
  const [own] = names
  const isOfOther = other?.owner !== undefined && (other.name === 'id' || (owner === undefined && other.name === 'store_id'))
  if (isOfOther && other.owner !== undefined && own !== undefined) level.same.push([own, other.owner])
  if (other?.name === 'id' && other.owner === undefined && own !== undefined) level.same.push([own, 'store'])
  if (other?.name === 'store_id' && other.owner !== undefined && owner !== undefined) {
    level.equal.push([owner, other.owner])
    return other.end
  }
  const isGiven = clause === 'columns' || (isWord(part[end + 1], '=') && (isValue(part[end + 2]) || isValueOfList(part, end + 2)))
  for (const name of names) {
    level.said.add(name)
    if (isGiven) level.given.add(name)
  }
  return end
}

/** `ANY ($1)`. */
const isValueOfList = (part: Part, at: number): boolean => {
  const list = part[at + 1]
  return isWord(part[at], 'any') && isPart(list) && isValue(list[0])
}

/** `$1`, `1`, or `(SELECT $1::bigint)`, which hides a value from the planner of one server alone. */
function isValue(item: Token | Part | undefined): boolean {
  if (isPart(item)) return isWord(item[0], 'select') && isValue(item[1])
  return item !== undefined && !item.isName && /^(?:\$\d+|\d+)$/.test(item.text)
}

function unsaid({ tables, said, equal, others }: Level): string[] {
  const known = new Set(said)
  // A column that equals the store of another level says as much as that one; within a level one of them must be given.
  for (const pair of equal) {
    const [one, other] = pair.map((name) => tables.has(name))
    if (one && !other) known.add(pair[0])
    if (other && !one) known.add(pair[1])
  }
  for (let grows = true; grows; ) {
    const before = known.size
    for (const [one, other] of equal) {
      if (known.has(one)) known.add(other)
      if (known.has(other)) known.add(one)
    }
    grows = known.size > before
  }
  const here = [...tables].filter(([alias]) => !known.has(alias)).map(([, table]) => table)
  return [...here, ...others.flatMap(unsaid)]
}

const withOthers = (level: Level): Level[] => [level, ...level.others.flatMap(withOthers)]

function hidden(level: Level): string[] {
  const levels = withOthers(level)
  // A statement about all stores is run on each server, for those that it has.
  const given = levels.flatMap((each) => [...each.given])
  if (given.length === 0) return []
  const known = new Set([...given, ...levels.flatMap(({ stores }) => [...stores])])
  const pairs = levels.flatMap(({ equal, same }) => [...equal, ...same])
  for (let before = -1; before < known.size; ) {
    before = known.size
    for (const pair of pairs) if (pair.some((name) => known.has(name))) for (const name of pair) known.add(name)
  }
  return levels.flatMap(({ tables, said, equal }) => {
    const isSaid = (alias: string) => said.has(alias) || equal.some((pair) => pair.includes(alias))
    return [...tables].filter(([alias]) => isSaid(alias) && !known.has(alias)).map(([, table]) => table)
  })
}

/**
 * The tables of stores that a statement takes rows of without saying of which store; and in a statement about a store, the tables whose store
 * is that of rows which are read first: a database that keeps stores on different servers asks all of them.
 */
export function readStores(part: Part): { unsaid: string[]; hidden: string[] } {
  const level = readLevel(part)
  return { unsaid: unsaid(level), hidden: hidden(level) }
}

/** The tables of stores that a statement takes rows of without saying of which store. */
export const storesUnsaid = (sql: string): string[] => readStores(readSql(sql)).unsaid
