/** The log of a record, the newest first: each act with its time, its author and its changes. */
import { spoken, time } from '../format.ts'
import { type ShownChange, shownChanges, shownRefusal } from './log-words.ts'

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

/** Fields of a change that are shown at once. */
const maxChanges = 4

const Changes = ({ of: changes }: { of: readonly ShownChange[] }) => (
  <ul className="changes">
    {changes.map(({ label, from, to }) => (
      <li key={label}>
        {label}: {from !== undefined && <del>{from}</del>} {from !== undefined && '→'} <ins>{to}</ins>
      </li>
    ))}
  </ul>
)

function ChangedFields({ of }: { of: unknown }) {
  const changes = shownChanges(of)
  const others = changes.slice(maxChanges)
  if (changes.length === 0) return null
  return (
    <>
      <Changes of={changes.slice(0, maxChanges)} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <Changes of={others} />
        </details>
      )}
    </>
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
          {refusedBy && <p className="fault">Refused: {shownRefusal(message ?? '')}</p>}
          {note && <p className="note">“{note}”</p>}
          {!refusedBy && <ChangedFields of={changes} />}
        </li>
      ))}
    </ol>
  )
