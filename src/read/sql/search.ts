/** Writes the condition of a search: a record's own entry fits the text, or that of a record that it is found through, or its id is the text. */
import type { SearchedBy } from '../../schema/registry.ts'
import type { Search } from '../filter/search.ts'
import type { Statement } from './statement.ts'
import { columnSql } from './tables.ts'

/** The most records that others are found through, the newest first: a name that everybody has finds those of some. */
const mostThrough = 1_000

/** The entries of a kind that fit the text of a parameter, as the end of a query of `search_entry`. */
export const fittingEntries = (kind: string, text: string): string => {
  const folded = `search_folded(${text}::text)`
  // The index finds the entries that have all keys; the patterns check that the keys stand together in a word.
  return `store_id = $1 AND kind = '${kind}' AND search_keys(store_id, kind, text, true) @> search_keys($1::bigint, '${kind}', ${folded}, false)
    AND text LIKE ALL (search_patterns(${folded}))`
}

/** The number of a record of a kind that a text is, as people write it: `96`, `#96`, `Order 96`; null for other texts. */
export const searchedNumber = (text: string, { kind, called = [kind] }: SearchedBy): string =>
  `substring(${text} FROM '(?i)^ *(?:(?:${called.join('|')}) *)?#? *([0-9]{1,18}) *$')::bigint`

/** Writes the query of the ids of records that a text finds. */
function foundIds(by: SearchedBy, text: string): string {
  const { kind, through } = by
  const own = `SELECT record_id FROM search_entry WHERE ${fittingEntries(kind, text)}`
  const number = `SELECT ${searchedNumber(`${text}::text`, by)}`
  const others = through.map((each) => {
    const found = `SELECT record_id FROM search_entry WHERE ${fittingEntries(each.kind, text)} ORDER BY record_id DESC LIMIT ${mostThrough}`
    return `(${each.sql(`ARRAY(${found})`)})`
  })
  return [own, number, ...others].join(' UNION ALL ')
}

/** Writes the condition on the rows of an aliased table. */
export const searchSql = ({ by, text }: Search, alias: string, statement: Statement): string =>
  `${columnSql(alias, 'id')} = ANY (ARRAY(${foundIds(by, statement.bind(text))}))`
