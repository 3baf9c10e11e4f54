/** The page of a list: its title and count, its filters, an export of what it shows, and its rows. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { type FilterSpec, filtersSet, restValue, whereOf } from '../filters/filter-spec.ts'
import { plural } from '../format.ts'
import { base } from '../place.ts'
import { type BulkAct, BulkBar, mostChosen, useBulkActs } from './bulk.tsx'
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
  /** Variables of the document beside those of lists. */
  variables?: object
  pick: (data: Data) => ListPart<Row>
  orderBy: readonly object[]
  filters: readonly FilterSpec[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  href: (row: Row) => string
  /** The path of the same list on REST, below `/v1/`, from which it is exported. */
  exported: string
  /** Whether it is searched by a text. */
  isSearched?: boolean
  /** The next act of a person whose list is empty. */
  whenEmpty: ReactNode
  /** Acts on the whole list, such as making a record. */
  acts?: ReactNode
  /** Acts on the records that are chosen. */
  bulk?: readonly BulkAct<Row>[]
  /** The name of a record among others, in what acts refuse: `#12`. */
  nameOf?: (row: Row) => string
}

/** The records that one click chooses: those of the first part that a list reads. */
const chosenAtOnce = 50

const none: readonly never[] = []

/** The longest text that is looked for. */
const mostCharacters = 100

const searchOf = ({ get }: PageParameters): string => get('q').slice(0, mostCharacters)

export function ListPage<Row, Data>(props: ListPageProps<Row, Data>) {
  const { title, thing, document, pick, orderBy, filters, columns, idOf, href, exported, whenEmpty, acts, nameOf = idOf } = props
  const parameters = useParameters()
  const text = searchOf(parameters)
  const filter = useMemo(() => whereOf(filters, parameters), [filters, parameters])
  const rows = useRows(document, { ...props.variables, filter, orderBy, search: text || undefined }, pick)
  const bulk = useBulkActs(props.bulk ?? none)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  // Other filters, or another text, clear the selection.
  const shown = JSON.stringify([filter, text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection is of the rows that are shown.
  useEffect(() => setChosen(new Map()), [shown])
  const choose = (id: string, isChosen: boolean) => {
    const row = rows.find((each) => idOf(each) === id)
    setChosen((all) => {
      const others = [...all].filter(([each]) => each !== id)
      return new Map(isChosen && row && others.length < mostChosen ? [...others, [id, row]] : others)
    })
  }
  const firstRows = Math.min(rows.total ?? 0, chosenAtOnce)
  const chooseFirst = () => {
    const first = Array.from({ length: firstRows }, (_, place) => rows.at(place)).filter((row) => row !== undefined)
    setChosen(new Map(first.map((row) => [idOf(row), row])))
  }
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
      <div className="filter-line">
        {props.isSearched && <ListSearch text={text} title={title} onSet={(q) => parameters.set({ q })} />}
        <Filters specs={filters} parameters={parameters} />
        {bulk.length > 0 && firstRows > 0 && chosen.size === 0 && (
          <button type="button" className="plain link" onClick={chooseFirst}>
            Choose {rows.total === firstRows ? 'all' : `the first ${firstRows}`}
          </button>
        )}
      </div>
      {chosen.size > 0 && (
        <BulkBar acts={bulk} chosen={[...chosen.values()]} nameOf={nameOf} thing={thing} onClear={() => setChosen(new Map())} />
      )}
      <List
        label={title}
        rows={rows}
        columns={columns}
        idOf={idOf}
        href={href}
        {...(bulk.length > 0 && { selection: { chosen: new Set(chosen.keys()), choose } })}
        empty={
          isNarrowed ? (
            <Empty title={`No ${thing} fits ${text ? `“${text}”` : 'these filters'}.`}>
              Remove {text ? 'the text or a filter' : 'one'} to see more.
            </Empty>
          ) : (
            <Empty title={`There is no ${thing} yet.`}>{whenEmpty}</Empty>
          )
        }
      />
    </main>
  )
}

/** The field of a text that is looked for; it is set with Enter, and when it is left. */
function ListSearch({ text, title, onSet }: { text: string; title: string; onSet: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  return (
    <input
      type="search"
      className="list-search"
      aria-label={`Search ${title.toLowerCase()}`}
      placeholder={`Search ${title.toLowerCase()}`}
      maxLength={mostCharacters}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '') onSet('')
      }}
      onBlur={() => onSet(typed.trim())}
      onKeyDown={({ key }) => key === 'Enter' && onSet(typed.trim())}
    />
  )
}

/** The address of the list as CSV: the same filters, as REST spells them. */
function exportLink(path: string, filters: readonly FilterSpec[], parameters: PageParameters): string {
  const set = filtersSet(filters, parameters).map(([spec, value]) => [spec.name, restValue(spec, value)])
  const text = searchOf(parameters)
  const searched = text === '' ? [] : [['q', text]]
  return `${base}/v1/${path}/?${new URLSearchParams([['format', 'csv'], ...searched, ...set])}`
}
