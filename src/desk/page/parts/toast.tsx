/** A sentence that says what was done, for a few seconds, and to screen readers. */
import { useSyncExternalStore } from 'react'

const shownMilliseconds = 6_000

let sentence = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: string): void {
  sentence = next
  for (const listener of listeners) listener()
}

/** Shows a sentence in the corner of the page. */
export function say(next: string): void {
  clearTimeout(timer)
  set(next)
  timer = setTimeout(() => set(''), shownMilliseconds)
}

export function Toast() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sentence,
  )
  return (
    <div className="toast" role="status">
      {shown}
    </div>
  )
}
