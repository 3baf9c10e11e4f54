/** The table of a figure: a row for each part of the calendar, a column for each number. */

import { Cell } from './chart.tsx'
import { Panel } from './panel.tsx'

type Column<Row> = {
  name: string
  value: (row: Row) => number | null | undefined
  write: (value: number) => string
  /** Leads to the list that the number is counted from. */
  href?: (row: Row) => string
}

type FigureTableProps<Row> = {
  title: string
  /** The head of the first column, which names the rows. */
  head: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
}

export const FigureTable = <Row,>({ title, head, rows, nameOf, columns }: FigureTableProps<Row>) => (
  <Panel title={title} isFlush>
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th>{head}</th>
            {columns.map(({ name }) => (
              <th key={name} className="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map(({ name, value, write, href }) => (
                <td key={name} className="end">
                  <Cell value={value(row)} write={write} href={href?.(row)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
)
