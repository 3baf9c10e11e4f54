/** A record that was changed by another while a form of it was open: who did, what is different now, and going on over that. */
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { LastWritesDocument } from '../documents/changed.ts'
import { useShop } from '../shop.tsx'
import { type ReadRecord, type RecordForm, shownValue } from './record-form.ts'

/** Writes before this do not count: the page has read what they did. */
const staleMilliseconds = 600_000

/** Finds the person who wrote a record last. @param now the shop's time. */
async function lastWriter({ kind, id }: ReadRecord, now: Date): Promise<string | undefined> {
  const { data } = await client.query(LastWritesDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  const entry = data?.logEntries?.nodes.find(
    (each) =>
      each.refusedBy === null &&
      ((each.recordType === kind && each.recordId === id) ||
        (kind === 'order' && each.orderId === id) ||
        (kind === 'subscription' && each.subscriptionId === id)),
  )
  if (!entry || now.getTime() - Date.parse(entry.createdAt) > staleMilliseconds) return undefined
  return entry.actorName ?? entry.actor
}

type ChangedProps = {
  read: RecordForm & { of: ReadRecord }
  /** The form as the page would show it now. */
  now: RecordForm | undefined
  onGoOn: () => void
}

/** The notice beside a form that was refused. */
export function Changed({ read, now, onGoOn }: ChangedProps) {
  const { may, now: time } = useShop()
  const [who, setWho] = useState<string>()
  const { kind, id, changedIn } = read.of
  useEffect(() => {
    if (may('read_log')) void lastWriter({ kind, id, changedIn }, time()).then(setWho)
  }, [may, time, kind, id, changedIn])
  const isRead = now?.of !== undefined && now.of.changedIn !== changedIn
  const different = (isRead ? (now.fields ?? []) : []).filter(
    ({ name }) => (now?.values?.[name] ?? '') !== (read.values?.[name] ?? ''),
  )
  return (
    <div className="notice" role="alert">
      <div>
        <p>Changed {who && `by ${who} `}meanwhile. What you entered is kept.</p>
        {different.map((spec) => (
          <p key={spec.name}>
            {spec.label} is now: <strong>{shownValue(spec, now?.values?.[spec.name])}</strong>
          </p>
        ))}
        <button type="button" disabled={!isRead} onClick={onGoOn}>
          Go on with what you entered
        </button>
      </div>
    </div>
  )
}
