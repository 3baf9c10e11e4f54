/** Writes the statement that looks for a text among the records of several kinds. Pure. */

import type { ScopedResource } from '../../auth/scopes.ts'
import { fittingEntries, searchedNumber } from '../../read/sql/search.ts'
import type { SearchedThrough } from '../../schema/registry.ts'
import { searched } from '../searched.ts'
import { type SearchedKind, shownKinds } from './kinds.ts'

/** As many of the newest records are looked through first: a text that many have is found there. */
const newest = 1_000
/** As many records that fit are looked at where the newest are too few. */
const mostFitting = 1_000

const text = '$2::text'
const nameOf = (kind: string) => `of_${kind}`

/** The ids of records whose own entries fit: of the newest, and of any where those are fewer than are shown. */
function fitting(kind: string, first: string): string {
  const recent = `SELECT record_id FROM (
      SELECT record_id, text FROM search_entry WHERE store_id = $1 AND kind = '${kind}' ORDER BY record_id DESC LIMIT ${newest}
    ) AS recent WHERE text LIKE ALL (search_patterns(search_folded(${text})))`
  return `${nameOf(kind)}_recent AS MATERIALIZED (${recent}), ${nameOf(kind)} AS MATERIALIZED (
    SELECT record_id FROM ${nameOf(kind)}_recent UNION
    (SELECT record_id FROM search_entry WHERE (SELECT count(*) FROM ${nameOf(kind)}_recent) < ${first} AND ${fittingEntries(kind, text)} LIMIT ${mostFitting}))`
}

/** The hits of a kind: the record whose number the text is, those whose own texts fit, and those that are found through others; the newest first. */
function hitsOf(kind: SearchedKind, through: readonly SearchedThrough[], place: number, first: string): string {
  const { title, detail, only = 'TRUE' } = shownKinds[kind]
  const table = searched[kind].kind
  const number = searchedNumber(text, searched[kind])
  const others = through.map((each) => ` UNION ALL (${each.sql(`ARRAY(SELECT record_id FROM ${nameOf(each.kind)})`)})`)
  const own = nameOf(table)
  const rank = `CASE WHEN id = ${number} THEN 0 WHEN EXISTS (SELECT FROM ${own} WHERE ${own}.record_id = found.id) THEN 1 ELSE 2 END`
  const ids = `SELECT record_id FROM ${own} UNION ALL SELECT ${number}${others.join('')}`
  return `(SELECT ${rank} AS rank, ${place}, '${kind}', id, ${title}, ${detail} FROM "${table}" AS found
    WHERE store_id = $1 AND id = ANY (ARRAY(${ids})) AND ${only} ORDER BY rank, id DESC LIMIT ${first})`
}

/**
 * Writes the statement of a search, which answers the best hits first. Its `$1` is the store, `$2` the text and `$3` the most records of each
 * kind.
 *
 * @param isOpen whether records of a scope may be read.
 */
export function searchStatement(kinds: readonly SearchedKind[], isOpen: (scope: ScopedResource) => boolean): string {
  const first = '$3::int'
  const open = kinds.map((kind) => ({
    kind,
    through: searched[kind].through.filter(({ scope }: SearchedThrough) => isOpen(scope)),
  }))
  const entries = new Set(open.flatMap(({ kind, through }) => [searched[kind].kind, ...through.map((each) => each.kind)]))
  const hits = open.map(({ kind, through }, place) => hitsOf(kind, through, place, first))
  return `WITH ${[...entries].map((kind) => fitting(kind, first)).join(', ')}
    SELECT kind, id::text, title, detail FROM (${hits.join(' UNION ALL ')}) AS hit (rank, place, kind, id, title, detail)
    ORDER BY rank, place, id DESC`
}
