/** The page of a list: its title and count, its filters, an export of what it shows, and its rows. */
import { type ReactNode, useMemo } from 'react'
import type { TypedDocumentNode } from 'urql'
import { type FilterSpec, restValue, whereOf } from '../filters/filter-spec.ts'
import { plural } from '../format.ts'
import { base } from '../place.ts'
import { Filters } from './filters.tsx'
import { Icon } from './icon.tsx'
import { type Column, List } from './list.tsx'
import { Empty } from './message.tsx'
import { type PageParameters, useParameters } from './parameters.ts'
import { type ListPart, useRows } from './use-rows.ts'

type ListPageProps<Row, Data> = {
  title: string
  /** One of the records, and several: `order`. */
  thing: string
  // biome-ignore lint/suspicious/noExplicitAny: each list has variables of its own.
  document: TypedDocumentNode<Data, any>
  pick: (data: Data) => ListPart<Row>
  orderBy: readonly object[]
  filters: readonly FilterSpec[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  href: (row: Row) => string
  /** The path of the same list on REST, below `/v1/`, from which it is exported. */
  exported: string
  /** The next act of a person whose list is empty. */
  whenEmpty: ReactNode
  /** Acts on the whole list, such as making a record. */
  acts?: ReactNode
}

export function ListPage<Row, Data>(props: ListPageProps<Row, Data>) {
  const { title, thing, document, pick, orderBy, filters, columns, idOf, href, exported, whenEmpty, acts } = props
  const parameters = useParameters()
  const text = parameters.get('q')
  const filter = useMemo(() => whereOf(filters, parameters), [filters, parameters])
  const rows = useRows(document, { filter, orderBy, search: text || undefined }, pick)
  const isNarrowed = parameters.all.length > 0
  return (
    <main>
      <header className="page-head">
        <h1>{title}</h1>
        <p className="count" aria-live="polite">
          {rows.total === undefined ? '' : plural(rows.total, thing)}
        </p>
        {acts}
        <a className="button" href={exportLink(exported, filters, parameters)} download={`${exported}.csv`}>
          <Icon name="export" /> Export
        </a>
      </header>
      <Filters specs={filters} parameters={parameters} />
      <List
        label={title}
        rows={rows}
        columns={columns}
        idOf={idOf}
        href={href}
        empty={
          isNarrowed ? (
            <Empty title={`No ${thing} fits these filters.`}>Remove one to see more.</Empty>
          ) : (
            <Empty title={`There is no ${thing} yet.`}>{whenEmpty}</Empty>
          )
        }
      />
    </main>
  )
}

/** The address of the list as CSV: the same filters, as REST spells them. */
function exportLink(path: string, filters: readonly FilterSpec[], { get }: Pick<PageParameters, 'get'>): string {
  const set = filters.filter(({ name }) => get(name) !== '').map((spec) => [spec.name, restValue(spec, get(spec.name))])
  return `${base}/v1/${path}/?${new URLSearchParams([['format', 'csv'], ...set])}`
}
