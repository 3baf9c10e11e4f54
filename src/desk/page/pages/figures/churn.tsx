/** Customers who leave, as a share of those who were there or came. */
import { useMemo } from 'react'
import { ChurnFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Cell, Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
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
      <Panel title="Customers" isFlush>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Month</th>
                <th className="end">At the start</th>
                <th className="end">Gained</th>
                <th className="end">Lost</th>
                <th className="end">Churn</th>
              </tr>
            </thead>
            <tbody>
              {churn.rows.map((row) => (
                <tr key={row.start}>
                  <th scope="row">{monthName(row.start)}</th>
                  <td className="end">{number(row.atStart ?? 0)}</td>
                  <td className="end">
                    <Cell value={row.gained} write={number} href={movementsOf(row, gained)} />
                  </td>
                  <td className="end">
                    <Cell value={row.lost} write={number} href={movementsOf(row, lost)} />
                  </td>
                  <td className="end">{percent(row.rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}
