/** Retention: what is left of the recurring revenue of a year ago, and of the subscriptions that began in each month. */
import { useMemo } from 'react'
import { CohortFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

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
      <Panel title="Cohorts" isFlush>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Began</th>
                <th className="end">Subscriptions</th>
                <th className="end">Still here</th>
                <th className="end">Share</th>
              </tr>
            </thead>
            <tbody>
              {retention.rows.map((row) => (
                <tr key={row.start}>
                  <th scope="row">{monthName(row.start)}</th>
                  <td className="end">{number(row.cohortSize ?? 0)}</td>
                  <td className="end">{number(row.cohortActive ?? 0)}</td>
                  <td className="end">{percent(row.cohortRate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}
