/** A chart of a figure by month, with the table that says the same. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { Link } from 'wouter'

type Series = {
  label: string
  color: string
  values: readonly (number | null | undefined)[]
  isBar?: boolean
  /** Leads from a number of the table to the list that yields it: a page, or a file of REST. */
  href?: (place: number) => string
}

type ChartProps = {
  title: string
  /** The name of each place from left to right, such as a month, and of all of them. */
  names: readonly string[]
  head: string
  series: readonly Series[]
  write: (value: number) => string
}

const height = 220

/** The room that the name of a place takes. */
const nameWidth = 62

/** The colour of a token of the style sheet, in the scheme that the page is shown in. */
function token(within: HTMLElement, name: string): string {
  within.style.color = `var(${name})`
  const { color } = getComputedStyle(within)
  within.style.color = ''
  return color
}

/** The name of a month that begins at a time: `Nov 26`. */
export const monthName = (start: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.parse(start) + 43_200_000),
  )

/** How many places have a name between them that fits the width. */
const stepOf = (width: number, count: number): number =>
  Math.max(1, Math.ceil((count * nameWidth) / Math.max(width - 80, nameWidth)))

export function Chart({ title, names, head, series, write }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const bars = uPlot.paths.bars?.({ size: [0.6, 40] })
    const axis = {
      stroke: token(element, '--quiet'),
      grid: { stroke: token(element, '--line'), width: 1 },
      ticks: { show: false },
    }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.6, names.length - 0.4] },
          // A figure that is 0 throughout lies on the ground of the chart.
          y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? most * 1.1 : 1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: () => names.map((_, place) => place),
            values: (_, places) =>
              places.map((place) => (place % stepOf(element.clientWidth, names.length) ? '' : (names[place] ?? ''))),
          },
          { ...axis, size: 76, values: (_, values) => values.map((value) => write(value)) },
        ],
        series: [
          {},
          ...series.map(({ label, color, isBar }) => ({
            label,
            stroke: token(element, color),
            width: isBar ? 0 : 2,
            ...(isBar && bars ? { paths: bars, fill: token(element, color) } : {}),
            points: { show: false },
          })),
        ],
      },
      [names.map((_, place) => place), ...series.map(({ values }) => values.map((value) => value ?? null))],
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [names, series, write])
  return (
    <figure className="chart">
      {series.length > 1 && (
        <ul className="legend" aria-hidden="true">
          {series.map(({ label, color }) => (
            <li key={label}>
              <span style={{ background: `var(${color})` }} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} aria-hidden="true" />
      <details>
        <summary>As a table</summary>
        <div className="scroll">
          <table>
            <caption className="hidden">{title}</caption>
            <thead>
              <tr>
                <th>{head}</th>
                {series.map(({ label }) => (
                  <th key={label} className="end">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, place) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {series.map(({ label, values, href }) => (
                    <td key={label} className="end">
                      <Cell value={values[place]} write={write} href={href?.(place)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

type CellProps = { value: number | null | undefined; write: (value: number) => string; href?: string | undefined }

/** A number of the table, which leads to its list where it has one. */
export function Cell({ value, write, href }: CellProps) {
  if (value === null || value === undefined) return '–'
  if (href === undefined || value === 0) return write(value)
  return <Link href={href}>{write(value)}</Link>
}
