/** Writes what was compared as tables: what was measured, the ratios, what is wanted, and whether it is reached. */
import { aligned } from '../figures.ts'
import type { Measured } from './work.ts'

/** A figure that is not requests a second: two of a kind beside each other, or one beside its limit. */
export type Held = { name: string; work: string; figures: string; wanted: string; isOk: boolean }

const percent = (ratio: number | undefined) => (ratio === undefined ? '-' : `${(ratio * 100).toFixed(0)}%`)
const times = (ratio: number | undefined) => (ratio === undefined ? '-' : `${ratio.toFixed(2)}x`)
const count = (number: number | undefined) => (number === undefined ? '-' : number.toFixed(0))
const said = (isOk: boolean) => (isOk ? 'yes' : 'NO')

/** The product's requests a second as a part of each other's. */
export function ratios({ perSecond: { tandem = 0, raw, postgraphile } }: Measured) {
  return { raw: raw && tandem / raw, postgraphile: postgraphile && tandem / postgraphile }
}

/** Whether a row reaches what is wanted of it. */
export function isReached(measured: Measured): boolean {
  const { raw, postgraphile } = ratios(measured)
  const { wanted } = measured.row
  return (raw ?? 0) >= wanted.raw && (wanted.postgraphile === undefined || (postgraphile ?? 0) >= wanted.postgraphile)
}

/** Of a sender that is nearly a core busy, the fastest answers wait for it. */
const full = 0.9

/** The table of requests a second. */
export function writeSpeed(measured: Measured[]): string {
  const head = ['name', 'work', 'raw/s', 'PostGraphile/s', 'Tandem/s', 'of raw', 'of PostGraphile', 'wanted', 'ok']
  const rows = measured.map((each) => {
    const { row, perSecond, sending } = each
    const { raw, postgraphile } = ratios(each)
    const wanted = [percent(row.wanted.raw), ...(row.wanted.postgraphile ? [`${row.wanted.postgraphile}x`] : [])].join(', ')
    return [
      row.name,
      row.work,
      count(perSecond.raw),
      count(perSecond.postgraphile),
      count(perSecond.tandem),
      percent(raw),
      times(postgraphile),
      wanted,
      `${said(isReached(each))}${sending > full ? ' *' : ''}`,
    ]
  })
  const isFull = measured.some(({ sending }) => sending > full)
  return [
    ...aligned([head, ...rows], 2),
    ...measured.flatMap(({ row, fault }) => (fault === undefined ? [] : [`  ${row.name}: ${fault}`])),
    ...(isFull ? ['  * sending took nearly a whole core: the fastest may be faster than this'] : []),
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
