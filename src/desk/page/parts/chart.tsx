/** A chart of a figure by month, with the table that says the same. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

type Series = { label: string; color: string; values: readonly (number | null | undefined)[]; isBar?: boolean }

type ChartProps = {
  title: string
  /** The begin of each part of the calendar. */
  starts: readonly string[]
  series: readonly Series[]
  write: (value: number) => string
}

const height = 220

/** The colour of a token of the style sheet, in the scheme that the page is shown in. */
function token(within: HTMLElement, name: string): string {
  within.style.color = `var(${name})`
  const { color } = getComputedStyle(within)
  within.style.color = ''
  return color
}

const monthName = (start: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.parse(start) + 43_200_000),
  )

export function Chart({ title, starts, series, write }: ChartProps) {
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
          x: { time: false, range: [-0.6, starts.length - 0.4] },
          // A figure that is 0 throughout lies on the ground of the chart.
          y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? most * 1.1 : 1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: () => starts.map((_, place) => place),
            values: (_, places) => places.map((place) => (starts.length > 8 && place % 2 ? '' : monthName(starts[place] ?? ''))),
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
      [starts.map((_, place) => place), ...series.map(({ values }) => values.map((value) => value ?? null))],
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [starts, series, write])
  return (
    <figure className="chart">
      <div ref={place} aria-hidden="true" />
      <details>
        <summary>As a table</summary>
        <div className="scroll">
          <table>
            <caption className="hidden">{title}</caption>
            <thead>
              <tr>
                <th>Month</th>
                {series.map(({ label }) => (
                  <th key={label} className="end">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {starts.map((start, place) => (
                <tr key={start}>
                  <th scope="row">{monthName(start)}</th>
                  {series.map(({ label, values }) => {
                    const value = values[place]
                    return (
                      <td key={label} className="end">
                        {value === null || value === undefined ? '–' : write(value)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
