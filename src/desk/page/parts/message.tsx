/** Messages beside the part of the page that they concern: an error, an empty list, a read under way. */
import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { codeOf, sentenceOf } from '../client.ts'
import { Icon } from './icon.tsx'

/** An error of a read, with a button that reads again. */
export function Failure({ error, again }: { error: CombinedError; again?: () => void }) {
  // The dialog that signs in again says it.
  if (codeOf(error) === 'UNAUTHENTICATED') return null
  return (
    <div className="notice bad" role="alert">
      <Icon name="alert" />
      <p>{sentenceOf(error)}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** The place of a list that has nothing: why, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children && <p>{children}</p>}
  </div>
)

/** The place of something that is being read. */
export const Waiting = ({ lines = 3 }: { lines?: number }) => (
  <div className="waiting" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
      <span key={line} />
    ))}
  </div>
)
