/** Retention: what is left of the recurring revenue of a year ago, and of the subscriptions that began in each month. */
import { useMemo } from 'react'
import { CohortFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { firstPaidIn, stillHere } from './lists.ts'

export function CohortFigures() {
  const { data, error, again } = useRead(CohortFiguresDocument, {})
  const retention = data?.figures?.retention
  const charts = useMemo(() => {
    const rows = retention?.rows ?? []
    const names = rows.map(({ start }) => monthName(start))
    return {
      cohorts: {
        names,
        series: [{ label: 'Still here', color: '--accent', isBar: true, values: rows.map(({ cohortRate }) => cohortRate) }],
      },
      money: {
        names,
        series: [
          { label: 'Gross', color: '--bad', values: rows.map(({ grossRate }) => grossRate) },
          { label: 'Net', color: '--accent', values: rows.map(({ netRate }) => netRate) },
        ],
      },
    }
  }, [retention])
  if (!retention) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      {error && <Failure error={error} again={again} />}
      <div className="charts">
        <Panel title="Subscriptions by the month that they began in">
          <Chart title="Share of each cohort that is still here" head="Began" write={percent} {...charts.cohorts} />
          <Definition of={retention} />
        </Panel>
        <Panel title="Retention of recurring revenue">
          <Chart title="Retention of recurring revenue" head="Month" write={percent} {...charts.money} />
        </Panel>
      </div>
      <FigureTable
        title="Cohorts"
        head="Began"
        rows={retention.rows}
        nameOf={({ start }) => monthName(start)}
        columns={[
          { name: 'Subscriptions', value: ({ cohortSize }) => cohortSize, write: number, href: (row) => firstPaidIn(row) },
          {
            name: 'Still here',
            value: ({ cohortActive }) => cohortActive,
            write: number,
            href: (row) => firstPaidIn(row, stillHere),
          },
          { name: 'Share', value: ({ cohortRate }) => cohortRate, write: percent },
        ]}
      />
    </>
  )
}
