/** Monthly recurring revenue, and the movements that change it. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import { MrrFiguresDocument } from '../../documents/figures.ts'
import { money, words } from '../../format.ts'
import { Cell, Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { movementsOf } from './lists.ts'

const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'paused', 'resumed', 'giftEnded'] as const

const filterOf = (kind: (typeof kinds)[number]) => ({ kind: kind === 'giftEnded' ? 'gift_ended' : kind })

export function MrrFigures() {
  const { data, error, again } = useRead(MrrFiguresDocument, {})
  const { mrr, mrrMovements } = data?.figures ?? {}
  const charts = useMemo(() => {
    const [levels, moves] = [mrr?.rows ?? [], mrrMovements?.rows ?? []]
    return {
      levels: {
        names: levels.map(({ start }) => monthName(start)),
        series: [
          { label: 'MRR', color: '--accent', values: levels.map((row) => row.mrr) },
          { label: 'Committed', color: '--second', values: levels.map((row) => row.committed) },
        ],
      },
      moves: {
        names: moves.map(({ start }) => monthName(start)),
        series: [
          {
            label: 'Gained',
            color: '--good',
            isBar: true,
            values: moves.map((row) => (row.new ?? 0) + (row.reactivation ?? 0) + (row.expansion ?? 0)),
          },
          { label: 'Lost', color: '--bad', isBar: true, values: moves.map((row) => (row.contraction ?? 0) + (row.churn ?? 0)) },
        ],
      },
    }
  }, [mrr, mrrMovements])
  if (!mrr || !mrrMovements) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      {error && <Failure error={error} again={again} />}
      <div className="charts">
        <Panel title="Monthly recurring revenue" aside={<Link href="/subscriptions?status=active">Active subscriptions</Link>}>
          <Chart title="Monthly recurring revenue" head="Month" write={money} {...charts.levels} />
          <Definition of={mrr} />
        </Panel>
        <Panel title="Gained and lost">
          <Chart title="Gained and lost recurring revenue" head="Month" write={money} {...charts.moves} />
          <Definition of={mrrMovements} />
        </Panel>
      </div>
      <Panel title="Movements" isFlush>
        <div className="scroll">
          <table>
            <caption className="hidden">Movements of recurring revenue by month and kind</caption>
            <thead>
              <tr>
                <th>Month</th>
                {kinds.map((kind) => (
                  <th key={kind} className="end">
                    {words(kind === 'giftEnded' ? 'gifts ended' : kind)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {mrrMovements.rows.map((row) => (
                <tr key={row.start}>
                  <th scope="row">{monthName(row.start)}</th>
                  {kinds.map((kind) => (
                    <td key={kind} className="end">
                      <Cell value={row[kind]} write={money} href={movementsOf(row, filterOf(kind))} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}
