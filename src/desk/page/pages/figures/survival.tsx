/** Survival: the share of subscriptions that pay their second order, their third, and so on. */

import type { ResultOf } from 'gql.tada'
import { useMemo } from 'react'
import { SurvivalFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Chart } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'
import { firstPaidIn, paidOrder, type ShownPart } from './lists.ts'

type Row = NonNullable<NonNullable<ResultOf<typeof SurvivalFiguresDocument>['figures']>['survival']>['rows'][number]

/** Orders that are shown, as many as `paid_orders__gte` in filters/subscriptions.ts; later ones are of few subscriptions. */
const mostBoxes = 12

/** An order of the subscriptions that were first paid in a time: those at risk of not paying it, those that paid, and the share of all that comes so far. */
type Step = { box: number; of: ShownPart; atRisk: number; paid: number; share: number }

/** The share of all that pays each order: of those at risk of it, times the share of the order before. */
function survivalOf(rows: readonly Row[]): Step[] {
  const steps: Step[] = []
  let share = 1
  for (const { start, end, box, paid, atRisk } of rows.slice(0, mostBoxes)) {
    if (!box || !atRisk) break
    share *= (paid ?? 0) / atRisk
    steps.push({ box, of: { start, end }, atRisk, paid: paid ?? 0, share })
  }
  return steps
}

export function SurvivalFigures() {
  const { data, error, again } = useRead(SurvivalFiguresDocument, {})
  const survival = data?.figures?.survival
  const { steps, names, series } = useMemo(() => {
    const found = survivalOf(survival?.rows ?? [])
    return {
      steps: found,
      names: found.map(({ box }) => `Order ${box}`),
      series: [{ label: 'Paid', color: '--accent', isBar: true, values: found.map(({ share }) => share) }],
    }
  }, [survival])
  if (!survival) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      {error && <Failure error={error} again={again} />}
      <Panel title="Subscriptions that pay their next order">
        <Chart title="Subscriptions that pay their next order" head="Order" write={percent} names={names} series={series} />
        <Definition of={survival} />
      </Panel>
      <FigureTable
        title="Order by order"
        head="Order"
        rows={steps}
        nameOf={({ box }) => `${box}`}
        columns={[
          { name: 'Could pay it', value: ({ atRisk }) => atRisk, write: number },
          { name: 'Paid it', value: ({ paid }) => paid, write: number, href: ({ box, of }) => firstPaidIn(of, paidOrder(box)) },
          { name: 'Of these', value: ({ paid, atRisk }) => paid / atRisk, write: percent },
          { name: 'Expected of all', value: ({ share }) => share, write: percent },
        ]}
      />
    </>
  )
}
