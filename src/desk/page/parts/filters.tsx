/** The filters of a list: those that are set are shown with a button that removes them, the others are a menu. */
import { useId, useState } from 'react'
import { type FilterSpec, isReadable, isTime } from '../filters/filter-spec.ts'
import { day, isoDay } from '../format.ts'
import { Icon } from './icon.tsx'
import type { PageParameters } from './parameters.ts'

/** A value as people read it: figures give times, of which the day is shown. */
function shownValue(spec: FilterSpec, value: string): string {
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? value
  return spec.kind === 'day' && isTime(value) ? day(value) : value
}

export function Filters({ specs, parameters }: { specs: readonly FilterSpec[]; parameters: PageParameters }) {
  const { get, set } = parameters
  const menu = useId()
  const active = specs.filter(({ name }) => get(name) !== '')
  return (
    <div className="filters">
      {active.map((spec) => (
        <span className="chip" key={spec.name}>
          {isReadable(spec, get(spec.name)) ? (
            <>
              {spec.label}: <strong>{shownValue(spec, get(spec.name))}</strong>
            </>
          ) : (
            <span className="fault">
              {spec.label} cannot be “{get(spec.name)}”; this filter is left out.
            </span>
          )}
          <button type="button" aria-label={`Remove the filter ${spec.label}`} onClick={() => set({ [spec.name]: '' })}>
            <Icon name="close" />
          </button>
        </span>
      ))}
      <button type="button" className="chip add" popoverTarget={menu}>
        <Icon name="filter" /> Filter
      </button>
      {active.length > 1 && (
        <button
          type="button"
          className="plain link"
          onClick={() => set(Object.fromEntries(active.map(({ name }) => [name, ''])))}
        >
          Clear all
        </button>
      )}
      <div id={menu} popover="auto" className="popover">
        {specs.map((spec) => (
          <FilterInput key={spec.name} spec={spec} value={get(spec.name)} onSet={(value) => set({ [spec.name]: value })} />
        ))}
      </div>
    </div>
  )
}

function FilterInput({ spec, value, onSet }: { spec: FilterSpec; value: string; onSet: (value: string) => void }) {
  const id = useId()
  const [text, setText] = useState(value)
  return (
    <div className="field">
      <label htmlFor={id}>{spec.label}</label>
      {spec.kind === 'choice' ? (
        <select id={id} value={value} onChange={({ target }) => onSet(target.value)}>
          <option value="">Any</option>
          {spec.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : spec.kind === 'day' ? (
        <input
          id={id}
          type="date"
          value={isTime(value) ? isoDay(new Date(value)) : value}
          onChange={({ target }) => onSet(target.value)}
        />
      ) : (
        <input
          id={id}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => onSet(text)}
          onKeyDown={({ key }) => key === 'Enter' && onSet(text)}
        />
      )}
    </div>
  )
}
