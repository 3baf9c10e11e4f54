/** Survival: the share of subscriptions that pay their second order, their third, and so on. */

import type { ResultOf } from 'gql.tada'
import { useMemo } from 'react'
import { SurvivalFiguresDocument } from '../../documents/figures.ts'
import { number, percent } from '../../format.ts'
import { Chart } from '../../parts/chart.tsx'
import { Definition } from '../../parts/definition.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

type Row = NonNullable<NonNullable<ResultOf<typeof SurvivalFiguresDocument>['figures']>['survival']>['rows'][number]

/** Orders that are shown; later ones are of few subscriptions. */
const mostBoxes = 12

/** An order of the subscriptions: those at risk of not paying it, those that paid, and the share of all that comes so far. */
type Step = { box: number; atRisk: number; paid: number; share: number }

/** The share of all that pays each order: of those at risk of it, times the share of the order before. */
function survivalOf(rows: readonly Row[]): Step[] {
  const steps: Step[] = []
  let share = 1
  for (let box = 1; box <= mostBoxes; box += 1) {
    const ofBox = rows.filter((row) => row.box === box)
    const [paid, atRisk] = [sum(ofBox.map((row) => row.paid)), sum(ofBox.map((row) => row.atRisk))]
    if (atRisk === 0) break
    share *= paid / atRisk
    steps.push({ box, atRisk, paid, share })
  }
  return steps
}

const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)

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
      <Panel title="Order by order" isFlush>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Order</th>
                <th className="end">Could pay it</th>
                <th className="end">Paid it</th>
                <th className="end">Of these</th>
                <th className="end">Of all</th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ box, atRisk, paid, share }) => (
                <tr key={box}>
                  <th scope="row">{box}</th>
                  <td className="end">{number(atRisk)}</td>
                  <td className="end">{number(paid)}</td>
                  <td className="end">{percent(paid / atRisk)}</td>
                  <td className="end">{percent(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}
