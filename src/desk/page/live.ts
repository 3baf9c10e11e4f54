/**
 * Follows the changes made elsewhere: one stream of events for all tabs of the browser, which each of them hears of.
 *
 * The tab that holds the lock has the stream; when it closes, another takes the lock and goes on after the last event.
 */
import { graphql } from './graphql.ts'
import { base, storeId } from './place.ts'

export const LiveDocument = graphql(`
  subscription Live($after: WholeNumber) {
    events(after: $after) {
      lastSequence
      nodes {
        type
        recordType
        recordId
        subscriptionId
        orderId
        customerId
      }
    }
  }
`)

type Listener = () => void

const listeners = new Set<Listener>()
const channel = new BroadcastChannel(`tandem-desk-${storeId}`)
const pauseMilliseconds = 2_000

/** Has every reading of the page read again, such as after a write of its own. */
export function tellChange(): void {
  for (const listener of listeners) listener()
}

channel.onmessage = tellChange

/** Calls a listener when something has changed. @returns the function that ends it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let text: string | undefined

/** Follows the events for as long as the page is open. */
export function followEvents(printed: string): void {
  if (text !== undefined) return
  text = printed
  void navigator.locks.request(`tandem-desk-${storeId}`, async () => {
    let after: number | undefined
    for (;;) {
      try {
        after = await follow(printed, after)
      } catch {
        // The server is away, or the session has ended: the next read says so.
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
      // The events missed meanwhile are read again.
      tellChange()
      channel.postMessage('changed')
    }
  })
}

async function follow(query: string, from: number | undefined): Promise<number | undefined> {
  const answer = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { after: from } }),
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}`)
  let after = from
  let rest = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return after
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      const { data } = JSON.parse(line.slice(5) || '{}') as { data?: { events: { lastSequence: number; nodes: unknown[] } } }
      if (!data) continue
      after = data.events.lastSequence
      if (data.events.nodes.length === 0) continue
      tellChange()
      channel.postMessage('changed')
    }
  }
}
