/** Figures that are sums of rows, by the part of the calendar that each row falls into and by group. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { CalendarPart } from './buckets.ts'
import {
  type AskedFigure,
  boundsOf,
  checkGroups,
  counted,
  endOf,
  type Figure,
  type FigureRow,
  type FigureRows,
  groupedBy,
  moment,
  run,
  startOfAll,
} from './figure.ts'
import { inOrder } from './levels.ts'

/**
 * Reads the columns of a figure that are amounts and integers, each the sum of a column of its name.
 *
 * @param rows a SELECT of a time `at`, of these columns, and of a column for each key that the figure can be grouped by, of the key's name.
 */
export async function sumsOf(asked: AskedFigure, columns: Figure['columns'], rows: string): Promise<Required<FigureRows>> {
  const { buckets, by = 'NULL' } = asked
  const summed = Object.entries(columns).filter(([, { kind }]) => kind !== 'rate')
  const found = await run(
    asked,
    `SELECT width_bucket(at, ${boundsOf(buckets)}) AS bucket, ${by}::text AS key,
  ${summed.map(([name]) => `coalesce(sum("${name}"), 0)`).join(', ')}
FROM (${rows}) AS row
WHERE at >= ${moment(startOfAll(buckets))} AND at < ${moment(endOf(buckets))} GROUP BY 1, 2`,
  )
  checkGroups(asked.by ? found.length : 0)
  const lines = found.map(([bucket, key = null, ...sums]) => ({
    place: counted(bucket),
    key,
    sums: sums.map((sum) => BigInt(sum ?? 0)),
  }))
  const byPlace = groupedBy(lines, ({ place }) => place)
  const row = (part: CalendarPart, key: string | null, sums: readonly bigint[]): FigureRow => ({
    ...{ ...part, key },
    ...Object.fromEntries(
      summed.map(([name, { kind }], at) => [name, kind === 'integer' ? Number(sums[at] ?? 0n) : (sums[at] ?? 0n)]),
    ),
  })
  const ofPart = (index: number) => byPlace.get(index + 1) ?? []
  return {
    rows: buckets.map((part, index) => {
      const own = ofPart(index)
      return row(
        part,
        null,
        summed.map((_column, at) => own.reduce((all, { sums }) => all + (sums[at] ?? 0n), 0n)),
      )
    }),
    groups: asked.by
      ? buckets.flatMap((part, index) =>
          ofPart(index)
            .toSorted((one, other) => inOrder(one.key, other.key))
            .map(({ key, sums }) => row(part, key, sums)),
        )
      : [],
  }
}

/** A figure of the rows that are there now, without groups. */
export const plain = (scopes: readonly ScopedResource[]) => ({ scopes, by: [], hasHistory: false })
