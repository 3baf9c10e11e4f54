/** Works through rows that are due at their gateways, a few at once, and writes the results that no request waits for. */

import { contextInProcess } from '../../in-process.ts'
import { GatewayUnclear, GatewayUnusable, inTime } from '../../payments/gateway.ts'
import type { Gateways } from '../../payments/gateways.ts'
import { runWrite } from '../../writes/door.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import type { Books } from './arrive.ts'

export type Reconciling = Books & {
  gateways: Gateways
  /** Reports a row that could not be reconciled; the others continue. */
  report?: (error: unknown) => void
  /** Signals that events wait for their numbers. */
  eventsWritten?: () => void
}

// Maximum concurrent queries. Each waits no longer than the gateway's deadline, which is well below the pause until another process may
// query the row.
export const atOnce = 8

type Next<Row> = (last?: Row, isSilent?: boolean) => Promise<Row[]>

/** Takes further rows only while the gateway answers: with a silent one they would wait as long, and are left to another round. */
export const whileAnswered =
  <Row>(take: () => Promise<Row[]>): Next<Row> =>
  (_last, isSilent) =>
    isSilent ? Promise.resolve([]) : take()

/**
 * Looks at rows until there are no more.
 *
 * @param look at a row; undefined where there is no result.
 *
 * @returns the rows with a result, and those that could not be looked at, by their references.
 */
export async function inTurn<Row extends { reference: string }, Result>(
  { report }: Reconciling,
  next: Next<Row>,
  look: (row: Row) => Promise<Result | undefined>,
): Promise<{ reference: string; result: Result | 'failed' }[]> {
  const done: { reference: string; result: Result | 'failed' }[] = []
  let last: Row | undefined
  let isSilent = false
  for (;;) {
    const rows = await next(last, isSilent)
    if (rows.length === 0) return done
    let unanswered = 0
    const results = await Promise.all(
      rows.map((row) =>
        look(row).catch((error) => {
          if (error instanceof GatewayUnclear) unanswered += 1
          if (!report) throw error
          report(error)
          return 'failed' as const
        }),
      ),
    )
    for (const [index, { reference }] of rows.entries()) {
      const result = results[index]
      if (result) done.push({ reference, result })
    }
    last = rows.at(-1)
    isSilent = unanswered === rows.length
  }
}

/** @throws GatewayUnclear for any failure of the gateway: the next rows would fail as well, unless it is one of the store's account alone. */
export const answerOf = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  inTime(ask).catch((error: unknown) => {
    const isKnown = error instanceof GatewayUnclear || error instanceof GatewayUnusable
    throw isKnown ? error : new GatewayUnclear(`The gateway failed: ${error}`, { cause: error })
  })

/** The row that a worker's write is about: its store, its reference, and the name of the write in the log. */
type WorkersRow = { storeId: bigint; hasTestClock: boolean; reference: string; operation: string; recordType: string }

/** Writes as a worker, through the door, under the reference of the row. */
export async function writeAsWorker(
  { db, clock, gateways, report, eventsWritten }: Reconciling,
  { storeId, hasTestClock, reference, operation, recordType }: WorkersRow,
  emits: readonly [EventType, ...EventType[]],
  write: (write: Write) => Promise<Written | PendingCharge>,
): Promise<void> {
  const viewer = { role: 'worker', storeId, currency: '', timeZone: 'UTC', pageBase: null, hasTestClock } as const
  const context = contextInProcess({
    ...{ db, clock, gateways, viewer },
    now: clock.now(),
    requestId: reference,
    ...(eventsWritten && { eventsWritten }),
    ...(report && { report }),
  })
  const attempt = {
    operation,
    recordType,
    emits,
    input: {},
    registry: undefined,
    write,
    condition: undefined,
    beforeUndone: undefined,
  }
  await runWrite(attempt, context, viewer)
}
