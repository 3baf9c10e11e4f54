/** Figures: recurring revenue and what moves it, churn, and the money that came in. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import { FiguresDocument } from '../documents/figures.ts'
import { day, money, number, percent } from '../format.ts'
import { Chart } from '../parts/chart.tsx'
import { Failure, Waiting } from '../parts/message.tsx'
import { Panel } from '../parts/panel.tsx'
import { useRead } from '../use-read.ts'

/** The months of the rows, and one column of them. */
const startsOf = (rows: readonly { start: string }[]) => rows.map(({ start }) => start)
const column = <Row,>(rows: readonly Row[], name: keyof Row) => rows.map((row) => row[name] as number | null)

export default function FiguresPage() {
  const { data, error, again } = useRead(FiguresDocument, {})
  const figures = data?.figures
  const charts = useMemo(() => {
    if (!figures) return undefined
    const { mrr, mrrMovements, churn, revenue } = figures
    const [mrrRows, moveRows, churnRows, moneyRows] = [
      mrr?.rows ?? [],
      mrrMovements?.rows ?? [],
      churn?.rows ?? [],
      revenue?.rows ?? [],
    ]
    return {
      mrr: {
        starts: startsOf(mrrRows),
        series: [
          { label: 'MRR', color: '--accent', values: column(mrrRows, 'mrr') },
          { label: 'Committed', color: '--second', values: column(mrrRows, 'committed') },
        ],
      },
      moves: {
        starts: startsOf(moveRows),
        series: [
          {
            label: 'Gained',
            color: '--good',
            isBar: true,
            values: moveRows.map((row) => (row.new ?? 0) + (row.reactivation ?? 0) + (row.expansion ?? 0)),
          },
          {
            label: 'Lost',
            color: '--bad',
            isBar: true,
            values: moveRows.map((row) => (row.contraction ?? 0) + (row.churn ?? 0)),
          },
        ],
      },
      churn: { starts: startsOf(churnRows), series: [{ label: 'Churn', color: '--bad', values: column(churnRows, 'rate') }] },
      money: {
        starts: startsOf(moneyRows),
        series: [{ label: 'Collected', color: '--accent', isBar: true, values: column(moneyRows, 'collected') }],
      },
    }
  }, [figures])
  if (!figures || !charts) return <main>{error ? <Failure error={error} again={again} /> : <Waiting lines={8} />}</main>
  const { mrr, mrrMovements, churn, revenue } = figures
  return (
    <main>
      <header className="page-head">
        <h1>Figures</h1>
        <p className="count">Exact since {day(mrr?.exactSince)}</p>
      </header>
      {error && <Failure error={error} again={again} />}
      <div className="charts">
        <Panel title="Monthly recurring revenue" aside={<Link href="/subscriptions?status=active">Active subscriptions</Link>}>
          <Chart title="Monthly recurring revenue" write={money} {...charts.mrr} />
          <Definition of={mrr?.definition} />
        </Panel>
        <Panel title="What moved it">
          <Chart title="Movements of recurring revenue" write={money} {...charts.moves} />
          <Definition of={mrrMovements?.definition} />
        </Panel>
        <Panel title="Subscriber churn">
          <Chart title="Subscriber churn" write={percent} {...charts.churn} />
          <p className="quiet">
            Last month: {number(churn?.rows.at(-1)?.lost ?? 0)} lost of{' '}
            {number((churn?.rows.at(-1)?.atStart ?? 0) + (churn?.rows.at(-1)?.gained ?? 0))}.
          </p>
          <Definition of={churn?.definition} />
        </Panel>
        <Panel title="Money collected" aside={<Link href="/orders?financial_status=paid">Paid orders</Link>}>
          <Chart title="Money collected" write={money} {...charts.money} />
          <Definition of={revenue?.definition} />
        </Panel>
      </div>
    </main>
  )
}

const Definition = ({ of: text }: { of: string | undefined }) =>
  text ? (
    <details className="definition">
      <summary>How it is counted</summary>
      <p>{text}</p>
    </details>
  ) : null
