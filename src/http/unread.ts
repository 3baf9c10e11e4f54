/** Bounds what waits in memory until it is read: each client may read as slowly as its time allows, but not all of them together. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What waits on a connection. */
type Unread = { client: string; bytes: number }

/**
 * Makes what hears of each answer when it was sent, and by whom it is to be read.
 *
 * When more than `most` bytes wait, the client with most of them loses the connection that has waited longest: who asks for much and
 * reads nothing takes nobody else's answers away.
 */
export function boundOfUnread(most: number): (response: ServerResponse, client: string) => void {
  // In the order in which they began to wait.
  const waiting = new Map<Socket, Unread>()
  let all = 0

  function takeOff(socket: Socket, unread: Unread, bytes: number): void {
    if (waiting.get(socket) !== unread) return
    unread.bytes -= bytes
    all -= bytes
    if (unread.bytes === 0) waiting.delete(socket)
  }

  function oldestOfLargest(): [Socket, Unread] | undefined {
    const sums = new Map<string, number>()
    for (const { client, bytes } of waiting.values()) sums.set(client, (sums.get(client) ?? 0) + bytes)
    const largest = Math.max(...sums.values())
    for (const entry of waiting) if (sums.get(entry[1].client) === largest) return entry
    return undefined
  }

  return (response, client) => {
    // What the operating system took at once, as nearly always, waits no longer.
    const bytes = response.writableLength
    if (bytes === 0 || response.closed) return
    const { socket } = response.req
    const unread = waiting.get(socket) ?? { client, bytes: 0 }
    waiting.set(socket, unread)
    unread.bytes += bytes
    all += bytes
    response.once('close', () => takeOff(socket, unread, bytes))
    while (all > most && waiting.size > 1) {
      const oldest = oldestOfLargest()
      if (!oldest) return
      const [of, { bytes: lost }] = oldest
      takeOff(...oldest, lost)
      of.destroy()
    }
  }
}
