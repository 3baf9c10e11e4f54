/**
 * Reads a statement for what a PostgreSQL that keeps its tables on several servers, by store, refuses or answers otherwise than one server:
 * a row's place on its server, functions with an answer of their own for each row where rows are changed, and a store that is only known
 * once other rows have been read.
 */
import { isPart, isWord, type Part, type Token } from './sql-parts.ts'
import { readStores } from './statement-stores.ts'

export type ShardingFault =
  | 'physical row'
  | 'volatile in a change'
  | 'function in RETURNING'
  | 'function in ON CONFLICT'
  | 'simple CASE in a change'
  | 'store of other rows'

/** Columns of each row that say where it is, or which transaction of its server has written it. */
const physical = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'])

/** Functions that answer otherwise for each row; not the clock of the database, which is asked in one place and could be another there. */
const volatile = new Set(['nextval', 'setval', 'currval', 'lastval', 'timeofday', 'random', 'gen_random_uuid'])

/** Words that take parentheses and are no functions, and functions that answer the same on every server. */
const plain = new Set(
  [
    'in any all exists and or not as on by over filter values row array when then else returning set where select from using conflict',
    'coalesce greatest least nullif lower upper abs',
  ].flatMap((words) => words.split(' ')),
)

type Clause = 'other' | 'change' | 'returning' | 'conflict'

/** The faults of a statement, each once, in alphabetical order. */
export function shardingFaults(statement: Part, { hidden } = readStores(statement)): ShardingFault[] {
  const faults = new Set<ShardingFault>()
  readPart(statement, 'other', faults)
  if (hidden.length > 0) faults.add('store of other rows')
  return [...faults].sort()
}

function readPart(part: Part, within: Clause, faults: Set<ShardingFault>): void {
  let clause = within
  for (let at = 0; at < part.length; at += 1) {
    const item = part[at]
    if (isPart(item)) {
      // A query by a name is run before the change that reads it.
      readPart(item, isNamedQuery(part, at) ? 'other' : clause, faults)
      continue
    }
    if (!item) continue
    clause = nextClause(part, at, clause, within)
    readToken(part, at, item, clause, faults)
  }
}

/** `name AS (…)` or `name AS MATERIALIZED (…)` after WITH. */
function isNamedQuery(part: Part, at: number): boolean {
  if (!isWord(part[at - 1], 'as') && !isWord(part[at - 1], 'materialized')) return false
  const [first] = part[at] as Part
  return ['select', 'with', 'update', 'insert', 'delete'].some((word) => isWord(first, word))
}

function nextClause(part: Part, at: number, clause: Clause, within: Clause): Clause {
  const is = (word: string) => isWord(part[at], word)
  const before = part[at - 1]
  if (is('conflict') && isWord(before, 'on')) return 'conflict'
  if (is('returning')) return 'returning'
  if (is('delete')) return 'change'
  // FOR UPDATE and FOR NO KEY UPDATE lock, DO UPDATE belongs to its conflict.
  if (is('update') && !['for', 'key', 'do', 'before', 'after'].some((word) => isWord(before, word))) return 'change'
  if (is('insert')) return 'other'
  if (is('select') && at > 0 && within === 'other' && !isWord(before, 'returning')) return 'other'
  return clause
}

function readToken(part: Part, at: number, { text, isName }: Token, clause: Clause, faults: Set<ShardingFault>): void {
  if (isName) return
  if (physical.has(text) && !isPart(part[at + 1])) faults.add('physical row')
  if (text === 'case' && !isWord(part[at + 1], 'when') && clause !== 'other') faults.add('simple CASE in a change')
  const isCall = isPart(part[at + 1]) && /^[a-z_]\w*$/.test(text) && !plain.has(text)
  if (!isCall) return
  if (volatile.has(text) && clause !== 'other') faults.add('volatile in a change')
  else if (clause === 'returning') faults.add('function in RETURNING')
  else if (clause === 'conflict' && !isWord(part[at - 1], 'conflict')) faults.add('function in ON CONFLICT')
}
