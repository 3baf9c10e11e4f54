/** The types of figures and of their rows, made from their columns. */
import { builder } from '../describe.ts'
import { type FigureName, typeOfFigure } from './catalogue.ts'
import type { Figure, FigureRow } from './figure.ts'

/** A figure as it is answered. */
export type MadeFigure = Pick<Figure, 'definition' | 'formula' | 'source'> & {
  exactSince: Date
  currency: string
  zone: string
  rows: FigureRow[]
  groups: FigureRow[]
  /** The statements that it was computed by, where they are asked for. */
  sql: string[] | null
  /** The list of the records that it counts, where that is asked for and there is one. */
  list: string | null
}

const types = { integer: 'Int', rate: 'Float' } as const

function rowType(name: FigureName, { columns }: Figure) {
  return builder.objectRef<FigureRow>(`${typeOfFigure(name)}Row`).implement({
    description: `A row of the figure ${name}: a part of the calendar, and a group where there are some.`,
    fields: (t) => ({
      start: t.field({ type: 'DateTime', resolve: ({ start }) => start, description: 'When the part begins.' }),
      end: t.field({
        type: 'DateTime',
        resolve: ({ end }) => end,
        description: 'When it is over; this moment is not part of it.',
      }),
      key: t.field({
        type: 'String',
        resolve: ({ key }) => key,
        nullable: true,
        description: 'The value that its group has in common; null where it has none, and for all together.',
      }),
      ...Object.fromEntries(
        Object.entries(columns).map(([column, { kind, description }]) => [
          column,
          kind === 'amount'
            ? t.field({ type: 'Amount', nullable: true, description, resolve: (row) => row[column] as bigint | null })
            : t.field({ type: types[kind], nullable: true, description, resolve: (row) => row[column] as number | null }),
        ]),
      ),
    }),
  })
}

export function figureType(name: FigureName, figure: Figure) {
  const row = rowType(name, figure)
  return builder.objectRef<MadeFigure>(typeOfFigure(name)).implement({
    description: `${figure.definition} ${figure.formula}`,
    fields: (t) => ({
      exactSince: t.expose('exactSince', {
        type: 'DateTime',
        description: 'From when on it is exact: before, not all that moved is known.',
      }),
      currency: t.exposeString('currency', { description: 'ISO 4217 code of the currency of its amounts.' }),
      zone: t.exposeString('zone', { description: 'The time zone of the parts of the calendar.' }),
      definition: t.exposeString('definition', { description: 'Its definition, in a sentence.' }),
      formula: t.exposeString('formula', { description: 'How it is computed.' }),
      source: t.exposeString('source', { description: 'The records that it is computed from.' }),
      rows: t.field({
        type: [row],
        description: 'A row for each part of the calendar, of all groups together.',
        resolve: ({ rows }) => rows,
      }),
      groups: t.field({
        type: [row],
        description: 'A row for each part of the calendar and group; none unless `by` asks for groups.',
        resolve: ({ groups }) => groups,
      }),
      list: t.exposeString('list', {
        nullable: true,
        description: 'The list on REST of the records that it counts, where `explain` asks for it and one yields its number.',
      }),
      sql: t.field({
        type: ['String'],
        nullable: true,
        description: 'The statements that it was computed by, where `explain` asks for them; `$1` is the store.',
        resolve: ({ sql }) => sql,
      }),
    }),
  })
}
