/** The changes of an entry of the log as people read them: words, amounts in the shop's currency, days and times in its zone. Pure. */
import { beginOf, day, isDay, money, spoken, time, words } from '../format.ts'

/** A changed field; without `from` and `to` it is a value that says something of the write. */
export type ShownChange = { label: string; from?: string; to: string }

/** Fields whose names do not say what the Desk calls them. */
const labels: Partial<Record<string, string>> = {
  autorenew: 'Renews by itself',
  clockNow: 'The shop’s time',
  clockTarget: 'The shop’s time moves to',
  endDate: 'Next date',
  fixedPrice: 'Agreed price',
  note: 'Note',
  proratedCharge: 'Charged for the rest of the term',
}

/** Names of amounts, by their last word. */
const amounts = /(?:amount|total|price|credit|revenue|shipping|tax|discount|difference|charged?|cost|fees?|paid|applied)$/i

/** Names of values of a fixed list, by their last word. */
const chosen = /(?:status|state|kind|type|role|reason|result|outcome|advice|surface|gateway)$/i

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const labelOf = (name: string): string => labels[name] ?? spoken(name.replace(/^is(?=[A-Z])/, '')).replace(/ ids?$/, '')

/** The value of a field; what has no words of its own is shown as it is. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return amounts.test(name) ? money(value) : String(value)
  if (typeof value === 'string') {
    if (isTime.test(value)) return /Date$/.test(name) ? day(value) : time(value)
    if (isDay(value)) return day(beginOf(value))
    return chosen.test(name) && /^[a-z]+(?:_[a-z]+)*$/.test(value) ? words(value) : value
  }
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((each) => shown(name, each)).join(', ')
  const parts = Object.entries(value).map(
    ([key, part]) => `${labelOf(camelCase(key)).toLowerCase()} ${shown(camelCase(key), part)}`,
  )
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

const isChange = (value: unknown): value is { from?: unknown; to?: unknown } =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)

/** All changes of an entry. */
export function shownChanges(changes: unknown): ShownChange[] {
  if (typeof changes !== 'object' || changes === null) return []
  return Object.entries(changes).map(([key, change]) => {
    const name = camelCase(key)
    const label = labelOf(name)
    return isChange(change)
      ? { label, from: shown(name, change.from), to: shown(name, change.to) }
      : { label, to: shown(name, change) }
  })
}

/** The sentence of a refused write, whose names the log has as REST spells them. */
export const shownRefusal = (message: string): string =>
  message.replace(/^[a-z]\w*(?= (?:must|names|takes|is|has)\b)/, (name) => labelOf(camelCase(name)))
