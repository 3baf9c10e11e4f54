/**
 * Reads a statement for the tables that it takes rows of without saying of which store: where `store_id` is in no condition of
 * theirs, or, where rows are added, not among their columns.
 */
import { readFileSync } from 'node:fs'

const models = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8').split(/^(?=model )/m)

/** The tables whose rows belong to a store. */
export const storeTables: ReadonlySet<string> = new Set(
  models.filter((model) => /^ {2}storeId /m.test(model)).map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? ''),
)

type Token = { text: string; isName: boolean }

/** A statement, or what stands in parentheses: its tokens, and the parentheses in it. */
type Part = (Token | Part)[]

const isPart = (item: Token | Part | undefined): item is Part => Array.isArray(item)

/** `SELECT "a"."b" FROM t -- why` → SELECT, name a, `.`, name b, FROM, name t. Texts are left out. */
function tokensOf(sql: string): Token[] {
  const found = sql.matchAll(/--[^\n]*|\/\*[^*]*\*\/|'(?:[^']|'')*'|"([^"]+)"|([a-z_]\w*)|\$\d+|[^\s]/gi)
  return [...found]
    .filter(([text]) => !/^(--|\/\*)/.test(text))
    .map(([text, quoted, word]) => ({ text: quoted ?? word?.toLowerCase() ?? text, isName: quoted !== undefined }))
}

function partsOf(tokens: Token[]): Part {
  const stack: Part[] = [[]]
  for (const token of tokens) {
    if (token.text === '(' && !token.isName) stack.push([])
    else if (token.text === ')' && !token.isName) {
      const part = stack.pop() ?? []
      stack.at(-1)?.push(part)
    } else stack.at(-1)?.push(token)
  }
  return stack[0] ?? []
}

/** The tables of one SELECT, UPDATE, DELETE or INSERT by their aliases, and its conditions on their stores. */
type Level = { tables: Map<string, string>; said: Set<string>; equal: [string, string][]; others: Level[] }

const newLevel = (): Level => ({ tables: new Map(), said: new Set(), equal: [], others: [] })

const beginnings = new Set(['select', 'update', 'delete', 'insert', 'with'])
const tablesFollow = new Set(['from', 'join', 'update', 'into'])
const othersFollow = new Set(['select', 'set', 'group', 'order', 'limit', 'returning', 'values', 'having', 'do', 'for'])
const words = new Set(['from', 'join', 'using', 'into', 'where', 'on', 'and', 'or', 'as', 'lateral', 'only'])
const noAlias = new Set([...othersFollow, 'on', 'left', 'inner', 'cross', 'join', 'using', 'where', 'default'])

const isWord = (item: Token | Part | undefined, word: string): boolean => !isPart(item) && !item?.isName && item?.text === word

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
      const [first] = item
      if (!isPart(first) && first && !first.isName && beginnings.has(first.text)) level.others.push(readLevel(item))
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
    else at = found.end
  }
}

type Found = NonNullable<ReturnType<typeof nameAt>>

function readTable(part: Part, at: number, { name, end }: Found, level: Level, go: (next: Clause) => void): number {
  // A function.
  if (isPart(part[end + 1]) && !isInserted(part, at)) return end + 1
  const after = isWord(part[end + 1], 'as') ? end + 2 : end + 1
  const alias = part[after]
  const hasAlias = !isPart(alias) && alias && /^\w+$/.test(alias.text) && (alias.isName || !noAlias.has(alias.text))
  if (storeTables.has(name)) level.tables.set(hasAlias ? alias.text : name, name)
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
  if (clause !== 'condition' && clause !== 'columns') return end
  const names = owner === undefined ? [...level.tables.keys()] : [owner]
  const other = isWord(part[end + 1], '=') ? nameAt(part, end + 2) : undefined
  if (other?.name === 'store_id' && other.owner !== undefined && owner !== undefined) {
    level.equal.push([owner, other.owner])
    return other.end
  }
  for (const name of names) level.said.add(name)
  return end
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

/** The tables of stores that a statement takes rows of without saying of which store. */
export const storesUnsaid = (sql: string): string[] => unsaid(readLevel(partsOf(tokensOf(sql))))
