/** The money that came in, less what went back. */
import { useMemo } from 'react'
import { MoneyFiguresDocument } from '../../documents/figures.ts'
import { money } from '../../format.ts'
import { Cell, Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { base } from '../../place.ts'
import { useRead } from '../../use-read.ts'
import { type ShownPart, transactionsOf } from './lists.ts'

/** The transactions of a number, as a file. */
const fileOf = (part: ShownPart, filter: Record<string, string>): string => `${base}${transactionsOf(part, filter)}&format=csv`

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
      <Panel title="By kind" isFlush>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Month</th>
                <th className="end">Captured</th>
                <th className="end">Refunded</th>
                <th className="end">Disputed</th>
                <th className="end">Came back</th>
                <th className="end">Collected</th>
              </tr>
            </thead>
            <tbody>
              {revenue.rows.map((row) => (
                <tr key={row.start}>
                  <th scope="row">{monthName(row.start)}</th>
                  <td className="end">
                    <Cell value={row.captured} write={money} href={fileOf(row, { kind: 'payment', result: 'captured' })} />
                  </td>
                  <td className="end">
                    <Cell value={row.refunded} write={money} href={fileOf(row, { kind: 'refund', result: 'refunded' })} />
                  </td>
                  <td className="end">
                    <Cell value={row.disputed} write={money} href={fileOf(row, { kind: 'dispute' })} />
                  </td>
                  <td className="end">{money(row.reversed)}</td>
                  <td className="end">{money(row.collected)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}
