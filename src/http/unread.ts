/** Bounds what waits in memory until it is read: each client may read as slowly as its time allows, but not all of them together. */
import type { ServerResponse } from 'node:http'
import type { Limits } from '../limits.ts'

/** An answer that waits: whose it is, how many bytes it has, and when something of it was read last. */
type Unread = { readonly client: string; readonly bytes: number; readAt: number }

const leastBytes = 134_217_728

/** How many bytes all answers that wait may have: as many as four of the longest have where their characters are ASCII. */
export const mostUnread = ({ answer }: Pick<Limits, 'answer'>): number => Math.max(leastBytes, 4 * answer)

/**
 * Makes what hears of each answer when it was sent, how many of its bytes wait, and by whom they are to be read.
 *
 * When more than `most` bytes wait, the client with most of them loses the connection that has read nothing for longest: who asks for
 * much and reads nothing takes nobody else's answers away.
 */
export function boundOfUnread(most: number): (response: ServerResponse, bytes: number, client: string) => void {
  const waiting = new Map<ServerResponse, Unread>()
  let all = 0

  function takeOff(response: ServerResponse): void {
    all -= waiting.get(response)?.bytes ?? 0
    waiting.delete(response)
  }

  /** Of the client with most that of which nothing was read for longest. */
  function leastRead(): ServerResponse | undefined {
    const sums = new Map<string, number>()
    for (const { client, bytes } of waiting.values()) sums.set(client, (sums.get(client) ?? 0) + bytes)
    const largest = Math.max(...sums.values())
    const ofLargest = [...waiting].filter(([, { client }]) => sums.get(client) === largest)
    return ofLargest.toSorted(([, one], [, other]) => one.readAt - other.readAt)[0]?.[0]
  }

  return (response, bytes, client) => {
    // What the operating system took at once, as nearly always, waits no longer.
    if (bytes === 0 || response.closed) return
    const unread: Unread = { client, bytes, readAt: performance.now() }
    waiting.set(response, unread)
    all += bytes
    response.on('drain', () => {
      unread.readAt = performance.now()
    })
    response.once('close', () => takeOff(response))
    while (all > most && waiting.size > 1) {
      const lost = leastRead() as ServerResponse
      takeOff(lost)
      lost.req.socket.destroy()
    }
  }
}
