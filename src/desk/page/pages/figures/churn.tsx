/** Customers who leave, as a share of those who were there or came. */
import { useMemo } from 'react'
import { ChurnFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { gained, lost, movementsOf } from './lists.ts'

export function ChurnFigures() {
  const { data, error, again } = useRead(ChurnFiguresDocument, {})
  const churn = data?.figures?.churn
  const charts = useMemo(() => {
    const rows = churn?.rows ?? []
    const names = rows.map(({ start }) => monthName(start))
    return {
      customers: { names, series: [{ label: 'Churn', color: '--bad', values: rows.map(({ rate }) => rate) }] },
      money: {
        names,
        series: [
          { label: 'Gross', color: '--bad', values: rows.map(({ grossRate }) => grossRate) },
          { label: 'Net', color: '--second', values: rows.map(({ netRate }) => netRate) },
        ],
      },
    }
  }, [churn])
  if (!churn) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      {error && <Failure error={error} again={again} />}
      <div className="charts">
        <Panel title="Subscriber churn">
          <Chart title="Subscriber churn" head="Month" write={percent} {...charts.customers} />
          <Definition of={churn} />
        </Panel>
        <Panel title="Churn of recurring revenue">
          <Chart title="Churn of recurring revenue" head="Month" write={percent} {...charts.money} />
        </Panel>
      </div>
      <FigureTable
        title="Customers"
        head="Month"
        rows={churn.rows}
        nameOf={({ start }) => monthName(start)}
        columns={[
          { name: 'At the start', value: ({ atStart }) => atStart, write: number },
          { name: 'Gained', value: (row) => row.gained, write: number, href: (row) => movementsOf(row, gained) },
          { name: 'Lost', value: (row) => row.lost, write: number, href: (row) => movementsOf(row, lost) },
          { name: 'Churn', value: ({ rate }) => rate, write: percent },
        ]}
      />
    </>
  )
}
