/** Monthly recurring revenue, and the movements that change it. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import { MrrFiguresDocument } from '../../documents/figures.ts'
import { money, words } from '../../format.ts'
import { Chart, monthName } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { movementsOf, type ShownPart } from './lists.ts'

/** Movements that raise revenue, and those that lower it. Both together explain the change over a month. */
const gains = ['new', 'reactivation', 'expansion', 'resumed'] as const
const losses = ['contraction', 'churn', 'paused', 'giftEnded'] as const

const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'paused', 'resumed', 'giftEnded'] as const

type Row = ShownPart & Partial<Record<(typeof kinds)[number], number | null>>

const columns = kinds.map((kind) => ({
  name: words(kind === 'giftEnded' ? 'gifts ended' : kind),
  value: (row: Row) => row[kind],
  write: money,
  href: (row: Row) => movementsOf(row, { kind: kind === 'giftEnded' ? 'gift_ended' : kind }),
}))

const sumOf = (row: Row, some: readonly (typeof kinds)[number][]): number => some.reduce((sum, kind) => sum + (row[kind] ?? 0), 0)

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
            values: moves.map((row) => sumOf(row, gains)),
          },
          { label: 'Lost', color: '--bad', isBar: true, values: moves.map((row) => sumOf(row, losses)) },
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
      <FigureTable
        title="Movements"
        head="Month"
        rows={mrrMovements.rows}
        nameOf={({ start }) => monthName(start)}
        columns={columns}
      />
    </>
  )
}
