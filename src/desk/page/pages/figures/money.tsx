/** The money that came in, less what went back. */
import { useMemo } from 'react'
import { MoneyFiguresDocument } from '../../documents/figures.ts'
import { money } from '../../format.ts'
import { Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { cameBack, captured, disputed, refunded, transactionsOf } from './lists.ts'

export function MoneyFigures() {
  const { data, error, again } = useRead(MoneyFiguresDocument, {})
  const revenue = data?.figures?.revenue
  const chart = useMemo(() => {
    const rows = revenue?.rows ?? []
    return {
      names: rows.map(({ start }) => monthName(start)),
      series: [{ label: 'Collected', color: '--accent', isBar: true, values: rows.map(({ collected }) => collected) }],
    }
  }, [revenue])
  if (!revenue) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      {error && <Failure error={error} again={again} />}
      <Panel title="Money collected">
        <Chart title="Money collected" head="Month" write={money} {...chart} />
        <Definition of={revenue} />
      </Panel>
      <FigureTable
        title="By kind"
        head="Month"
        rows={revenue.rows}
        nameOf={({ start }) => monthName(start)}
        columns={[
          { name: 'Captured', value: (row) => row.captured, write: money, href: (row) => transactionsOf(row, captured) },
          { name: 'Refunded', value: (row) => row.refunded, write: money, href: (row) => transactionsOf(row, refunded) },
          { name: 'Disputed', value: (row) => row.disputed, write: money, href: (row) => transactionsOf(row, disputed) },
          {
            name: 'Came back',
            value: ({ reversed }) => reversed,
            write: money,
            href: (row) => transactionsOf(row, cameBack, 'reversed_at'),
          },
          { name: 'Collected', value: ({ collected }) => collected, write: money },
        ]}
      />
    </>
  )
}
