/** Receives notifications of other processes, over a connection of its own that is reopened when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const connectMilliseconds = 3_000
/** Nothing may be said for hours: a server that is gone is missed by the probes that then begin. */
const keepAliveMilliseconds = 60_000
const firstPauseMilliseconds = 100
const longestPauseMilliseconds = 10_000

/**
 * Listens on a channel from now on.
 *
 * @param hear called with each payload, and with undefined whenever it begins to listen: earlier notifications are missed.
 * @returns a function that stops it.
 */
export function listenOn(url: string, name: string, hear: (payload: string | undefined) => void): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  let pause = firstPauseMilliseconds

  /** Listens until the connection is lost, or was never there. */
  async function listen(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectMilliseconds,
      query_timeout: connectMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
    })
    const lost = new Promise<void>((resolve) => {
      connection.once('end', resolve)
      connection.on('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    connection.on('notification', ({ payload }) => hear(payload))
    try {
      await connection.connect()
      await connection.query(`LISTEN ${pg.escapeIdentifier(name)}`)
      pause = firstPauseMilliseconds
      hear(undefined)
      await lost
    } finally {
      // A server that hangs does not answer the end of a session.
      await Promise.race([connection.end().catch(() => {}), sleep(connectMilliseconds, undefined, { ref: false })])
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      // Listeners also poll: being unable to receive notifications is no failure.
      await listen().catch(() => {})
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => {})
      pause = Math.min(pause * 2, longestPauseMilliseconds)
    }
  }
  const working = work()
  return async () => {
    ending.abort()
    await working
  }
}
