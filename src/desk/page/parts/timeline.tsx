/** The log of a record, the newest first: each act with its time, its author and its changes. */
import { money, time, words } from '../format.ts'

type Entry = {
  id: string
  createdAt: string
  actor: string
  actorName: string | null
  surface: string
  operation: string
  note: string | null
  changes: unknown
  refusedBy: string | null
  message: string | null
}

type Change = { from?: unknown; to?: unknown }

/** Fields of a change that say something to a person. */
const maxChanges = 4

/** Fields of a change that are amounts, by the words in their names. */
const amounts = /(?:amount|total|price|credit|revenue|shipping|tax|discount|difference)(?:$|[A-Z])/i

const isAmount = (field: string, value: unknown): value is number => typeof value === 'number' && amounts.test(field)

const shown = (field: string, value: unknown): string =>
  isAmount(field, value)
    ? money(value)
    : value === null || value === undefined || value === ''
      ? 'nothing'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** `placeOrder` → `Place order`. */
const spoken = (operation: string): string => words(operation.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())

function ChangedFields({ of }: { of: unknown }) {
  if (typeof of !== 'object' || of === null) return null
  const changes = Object.entries(of as Record<string, Change>).filter(
    ([, change]) => change !== null && typeof change === 'object',
  )
  const written = changes.slice(0, maxChanges)
  if (written.length === 0) return null
  return (
    <ul className="changes">
      {written.map(([field, { from, to }]) => (
        <li key={field}>
          {spoken(field)}: <del>{shown(field, from)}</del> → <ins>{shown(field, to)}</ins>
        </li>
      ))}
      {changes.length > written.length && <li className="quiet">and {changes.length - written.length} more</li>}
    </ul>
  )
}

export const Timeline = ({ of: entries }: { of: readonly Entry[] }) =>
  entries.length === 0 ? (
    <p className="quiet">Nothing was done to it that the log has.</p>
  ) : (
    <ol className="timeline">
      {entries.map(({ id, createdAt, actor, actorName, surface, operation, note, changes, refusedBy, message }) => (
        <li key={id} className={refusedBy ? 'refused' : undefined}>
          <p>
            <strong>{spoken(operation)}</strong>{' '}
            <span className="quiet">by {surface === 'worker' ? 'the shop itself' : (actorName ?? actor)}</span>
          </p>
          <p className="quiet">{time(createdAt)}</p>
          {refusedBy && <p className="fault">Refused: {message}</p>}
          {note && <p className="note">“{note}”</p>}
          {!refusedBy && <ChangedFields of={changes} />}
        </li>
      ))}
    </ol>
  )
