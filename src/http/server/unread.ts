/** Bounds the answers that wait in memory to be read: each client may read as slowly as its time limit allows, within a common bound. */
import type { ServerResponse } from 'node:http'
import type { Limits } from '../../config/limits.ts'

/** An answer that waits: its client, its size in bytes, and the time of the last progress. */
type Unread = { readonly client: string; readonly bytes: number; readAt: number }

const leastBytes = 134_217_728

/** The bound of all waiting answers, in bytes: four of the longest where their characters are ASCII. */
export const mostUnread = ({ answer }: Pick<Limits, 'answer'>): number => Math.max(leastBytes, 4 * answer)

/**
 * Creates the bound; the returned function is called for each answer when it is sent, with the number of its waiting bytes and its client.
 *
 * Above `most` bytes, of the client with the most waiting bytes the connection without progress for longest is closed: a client that
 * requests much and reads nothing does not affect the answers of others.
 */
export function boundOfUnread(most: number): (response: ServerResponse, bytes: number, client: string) => void {
  const waiting = new Map<ServerResponse, Unread>()
  let all = 0

  function takeOff(response: ServerResponse): void {
    all -= waiting.get(response)?.bytes ?? 0
    waiting.delete(response)
  }

  /** The answer without progress for longest, of the client with the most waiting bytes. */
  function leastRead(): ServerResponse | undefined {
    const sums = new Map<string, number>()
    for (const { client, bytes } of waiting.values()) sums.set(client, (sums.get(client) ?? 0) + bytes)
    const largest = Math.max(...sums.values())
    const ofLargest = [...waiting].filter(([, { client }]) => sums.get(client) === largest)
    return ofLargest.toSorted(([, one], [, other]) => one.readAt - other.readAt)[0]?.[0]
  }

  return (response, bytes, client) => {
    // Nearly always the operating system accepts all bytes at once.
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
