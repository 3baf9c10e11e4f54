/**
 * Ends the server in order: first it says at /readyz that it ends, so that a proxy sends its requests elsewhere, then it takes no more
 * connections, and ends when every request is answered.
 */
import type { Server } from 'node:http'
import type { Logger } from 'pino'

const drainMilliseconds = 8_000
/** As long as a proxy that looks every second, and after a failure every half, takes to fail an instance twice. */
const noticeSeconds = 2
/** A proxy looks at least as often. */
const watchedMilliseconds = 30_000

/** How far a server is from its end, for what answers its requests. */
export type ServerEnd = {
  /** Whether it was asked to end: each connection is closed behind its next answer. */
  hasBegun(): boolean
  /** Notes that its readiness was asked for. */
  noteLook(): void
}

type Course = ServerEnd & {
  /** Begins to end it, and answers for how many more seconds it takes requests. */
  begin(): number
}

/**
 * The course of a server's end.
 *
 * @param seconds for which it takes requests while it says that it ends; unless set, two where its readiness was asked for twice within
 *   the last half minute, as a proxy does, and else none.
 */
export function courseOfEnding(seconds: number | undefined, now: () => number = () => performance.now()): Course {
  let isBegun = false
  let [last, lastButOne] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    hasBegun: () => isBegun,
    noteLook() {
      ;[last, lastButOne] = [now(), last]
    },
    begin() {
      isBegun = true
      return seconds ?? (now() - lastButOne < watchedMilliseconds ? noticeSeconds : 0)
    },
  }
}

type Draining = {
  log: Logger
  ending: Course
  underWay: () => number
  endStreams: () => void
  /** Ends everything else, once every request is answered. */
  close: () => Promise<void>
}

/** On the first signal, ends the server and then the process; on the second, exits at once. */
export function drainOnSignal(server: Server, { log, ending, underWay, endStreams, close }: Draining): void {
  const drain = (signal: NodeJS.Signals) => {
    if (ending.hasBegun()) {
      log.warn({ signal, requests: underWay() }, 'ended by a second signal')
      process.exit(1)
    }
    const began = performance.now()
    const milliseconds = () => Math.round(performance.now() - began)
    const seconds = ending.begin()
    log.info({ signal, requests: underWay(), ...(seconds > 0 && { seconds }) }, 'draining')
    const stopListening = () => {
      setTimeout(() => {
        log.warn({ requests: underWay(), milliseconds: milliseconds() }, 'ended before everything was answered')
        process.exit(1)
      }, drainMilliseconds).unref()
      server.close(() => {
        log.info({ milliseconds: milliseconds() }, 'every request is answered')
        void close().finally(() => {
          log.info({ milliseconds: milliseconds() }, 'ended')
          process.exit(0)
        })
      })
      endStreams()
      server.closeIdleConnections()
    }
    if (seconds > 0) setTimeout(stopListening, seconds * 1_000)
    else stopListening()
  }
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
}
