/** A long list as a table, of which the rows in sight are drawn. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Failure, Waiting } from './message.tsx'
import type { ListRows } from './use-rows.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Its share of the width, as a grid has it. */
  width: string
  isEnd?: boolean
  /** Left out on a narrow screen. */
  isWide?: boolean
}

type Selection = { chosen: ReadonlySet<string>; choose: (id: string, isChosen: boolean) => void }

type ListProps<Row> = {
  label: string
  rows: ListRows<Row>
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The page that the first column of a row leads to. */
  href?: (row: Row) => string
  empty: ReactNode
  selection?: Selection
}

/** Screens with room for all columns. */
const wide = '(min-width: 1000px)'
/** Screens with room for columns of their full width. */
const middle = '(min-width: 600px)'
const rowHeights = { wide: 49, narrow: 81 }

function useMatches(media: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(media).matches)
  useEffect(() => {
    const query = matchMedia(media)
    const listen = () => setMatching(query.matches)
    listen()
    query.addEventListener('change', listen)
    return () => query.removeEventListener('change', listen)
  }, [media])
  return isMatching
}

/** A width in pixels on a small screen, where the first column needs most of it. */
const narrowed = (width: string): string => width.replace(/^(\d+)px$/, (_, pixels) => `${Math.round(Number(pixels) * 0.72)}px`)

export function List<Row>({ label, rows, columns, idOf, href, empty, selection }: ListProps<Row>) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [isWide, isMiddle] = [useMatches(wide), useMatches(middle)]
  const shown = columns.filter((column) => isWide || !column.isWide)
  const template = [
    ...(selection ? [isMiddle ? '36px' : '20px'] : []),
    ...shown.map(({ width }) => (isMiddle ? width : narrowed(width))),
  ].join(' ')
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: rows.total ?? 0,
    estimateSize: () => (isMiddle ? rowHeights.wide : rowHeights.narrow),
    overscan: 12,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { show } = rows
  useEffect(() => show(first, last), [show, first, last])
  if (rows.error && rows.total === undefined) return <Failure error={rows.error} again={rows.again} />
  if (rows.total === undefined) return <Waiting lines={8} />
  if (rows.total === 0) return <>{empty}</>
  return (
    <>
      {rows.error && <Failure error={rows.error} again={rows.again} />}
      <div className="list" role="table" aria-label={label} aria-rowcount={rows.total + 1}>
        <div className="list-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {selection && (
            <span role="columnheader">
              <span className="hidden">Chosen</span>
            </span>
          )}
          {shown.map(({ title, isEnd }) => (
            <span role="columnheader" key={title} className={isEnd ? 'end' : undefined}>
              {title}
            </span>
          ))}
        </div>
        <div role="rowgroup" ref={body} className="list-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const row = rows.at(index)
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className="list-row"
                style={{ gridTemplateColumns: template, height: size, transform: `translateY(${start - top}px)` }}
              >
                {row && selection && (
                  <span role="cell">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${idOf(row)}`}
                      checked={selection.chosen.has(idOf(row))}
                      onChange={({ target }) => selection.choose(idOf(row), target.checked)}
                    />
                  </span>
                )}
                {row &&
                  shown.map(({ title, cell, isEnd }, place) => (
                    <span role="cell" key={title} className={isEnd ? 'end' : undefined}>
                      {place === 0 && href ? (
                        <Link href={href(row)} className="row-link">
                          {cell(row)}
                        </Link>
                      ) : (
                        cell(row)
                      )}
                    </span>
                  ))}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
