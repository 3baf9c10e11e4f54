/** A database whose reads are run with and without the counts that are kept, in one snapshot. */
import pg from 'pg'
import type { Db } from '../../src/db/connect.ts'
import type { ReadRows } from '../../src/db/connection.ts'
import type { TextRow } from '../../src/db/text-query.ts'

/** The parameters of a kept count in a statement. */
const keptParameters = /CASE WHEN \$(\d+)::bigint > last .*? AND \$(\d+)::bigint = server THEN \$(\d+)::text/g

/** The count of a cell, without what it is kept by. */
const countOf = (cell: string | null | undefined) => cell?.replace(/,\d+,\d+$/, '')

export type Compared = { reads: number; counts: number; hits: number; wrong: string[] }

/** A connection that reads cells as PostgreSQL writes them. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (value: unknown) => value } as pg.CustomTypesConfig,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const rowsOf = async (client: pg.Client, text: string, values: readonly unknown[]): Promise<TextRow[]> =>
  (await client.query({ text, values: [...values], rowMode: 'array' })).rows

/** Makes each read of lists three times in one snapshot: as it is, without the kept counts, and with counts that no list has. */
export async function comparing(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  compared: Compared,
): Promise<TextRow[]> {
  const parameters = [...text.matchAll(keptParameters)].map(([, ...places]) => places.map((place) => Number(place) - 1))
  const withCounts = (replaced: (place: number, of: readonly number[]) => unknown) => {
    const others = [...values]
    for (const of of parameters) for (const place of of) others[place] = replaced(place, of)
    return others
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  try {
    const rows = await rowsOf(client, text, values)
    const fresh = await rowsOf(
      client,
      text,
      withCounts(() => null),
    )
    const odd = await rowsOf(
      client,
      text,
      withCounts((place, of) => (place === of[2] && values[place] !== null ? '-1' : values[place])),
    )
    compared.reads += 1
    compared.counts += parameters.length
    compared.hits += odd.flat().filter((cell) => cell === '-1').length
    const counted = (each: readonly TextRow[]) => JSON.stringify(each.map((row) => row.map(countOf)))
    if (counted(rows) !== counted(fresh))
      compared.wrong.push(`${counted(rows)} for ${counted(fresh)}: ${text} ${JSON.stringify(values)}`)
    return rows
  } finally {
    await client.query('COMMIT')
  }
}

/** The same database, whose lists with counts are read by a function of the test. */
export const readingBy = (db: Db, read: (text: string, values: readonly unknown[]) => Promise<TextRow[]>): Db => {
  const rows: ReadRows = (text, values, ...others) =>
    text.includes('pg_postmaster_start_time') ? read(text, values) : db.rows(text, values, ...others)
  return new Proxy(db, {
    get(target, name) {
      if (name === 'rows') return rows
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
