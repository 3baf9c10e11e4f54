/** Writes what was compared as tables: what was measured, the ratios, what is wanted, and whether it is reached. */
import { aligned, median } from '../figures.ts'
import type { Contender, Measured } from './work.ts'

/** A figure that is not requests a second: two of a kind beside each other, or one beside its limit. */
export type Held = { name: string; work: string; figures: string; wanted: string; isOk: boolean }

const percent = (ratio: number | undefined) => (ratio === undefined ? '-' : `${(ratio * 100).toFixed(0)}%`)
const times = (ratio: number | undefined) => (ratio === undefined ? '-' : `${ratio.toFixed(2)}x`)
const count = (number: number | undefined) => (number === undefined ? '-' : number.toFixed(0))
const said = (isOk: boolean) => (isOk ? 'yes' : 'NO')

const contenders = ['raw', 'postgraphile', 'tandem'] as const

/** Medians of requests a second over all rounds of some starts. */
export function perSecondOf(starts: Measured['starts']): Partial<Record<Contender, number>> {
  const rounds = (name: Contender) => starts.flatMap((start) => start[name] ?? [])
  const measured = contenders.filter((name) => rounds(name).length > 0)
  return Object.fromEntries(measured.map((name) => [name, median(rounds(name).map(({ perSecond }) => perSecond))]))
}

/** The product's requests a second as a part of each other's. */
export function ratiosOf(starts: Measured['starts']) {
  const { tandem = 0, raw, postgraphile } = perSecondOf(starts)
  return { raw: raw && tandem / raw, postgraphile: postgraphile && tandem / postgraphile }
}

/** The part of raw in each start. */
export const rawByStart = ({ starts }: Measured): number[] => starts.map((start) => ratiosOf([start]).raw ?? 0)

/** Whether a row reaches what is wanted of it. */
export function isReached({ row: { wanted }, starts, fault }: Measured): boolean {
  const { raw = 0, postgraphile = 0 } = ratiosOf(starts)
  return fault === undefined && raw >= wanted.raw && postgraphile >= (wanted.postgraphile ?? 0)
}

/** Of a sender that is nearly a core busy, the fastest answers wait for it. */
const full = 0.9

const isFull = ({ starts }: Measured): boolean =>
  starts.some((start) => Object.values(start).some((rounds) => median(rounds.map(({ sending }) => sending)) > full))

/** The table of requests a second. */
export function writeSpeed(measured: Measured[]): string {
  const head = ['name', 'work', 'raw/s', 'PostGraphile/s', 'Tandem/s', 'of raw', 'each start', 'of PostGraphile', 'wanted', 'ok']
  const rows = measured.map((each) => {
    const { row, starts } = each
    const perSecond = perSecondOf(starts)
    const { raw, postgraphile } = ratiosOf(starts)
    const wanted = [percent(row.wanted.raw), ...(row.wanted.postgraphile ? [`${row.wanted.postgraphile}x`] : [])].join(', ')
    return [
      row.name,
      row.work,
      count(perSecond.raw),
      count(perSecond.postgraphile),
      count(perSecond.tandem),
      percent(raw),
      rawByStart(each).map(percent).join(' '),
      times(postgraphile),
      wanted,
      `${said(isReached(each))}${isFull(each) ? ' *' : ''}`,
    ]
  })
  return [
    ...aligned([head, ...rows], 2),
    ...measured.flatMap(({ row, fault }) => (fault === undefined ? [] : [`  ${row.name}: ${fault}`])),
    ...(measured.some(isFull) ? ['  * sending took nearly a whole core: the fastest may be faster than this'] : []),
  ].join('\n')
}

/** The table of what is held against a limit. */
export const writeHeld = (held: Held[]): string =>
  aligned(
    [
      ['name', 'work', 'measured', 'wanted', 'ok'],
      ...held.map(({ name, work, figures, wanted, isOk }) => [name, work, figures, wanted, said(isOk)]),
    ],
    5,
  ).join('\n')
