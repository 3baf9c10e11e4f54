/** Contexts for work without an HTTP request: an operator's command, or the worker. */
import { randomUUID } from 'node:crypto'
import type { Operator, Viewer } from './auth/viewer.ts'
import { openAccount } from './budget/account.ts'
import { defaultLimits } from './config/limits.ts'
import type { Context } from './context.ts'
import { type Clock, databaseClock } from './db/clock.ts'
import type { Db } from './db/connect.ts'
import { newFacts } from './observe/request-facts.ts'
import type { Gateways } from './payments/gateways.ts'
import { wholeSecond } from './values/time.ts'

type InProcessRequest = {
  db: Db
  viewer: Viewer
  now: Date
  clock?: Clock
  gateways: Gateways
  /** The id of the work in the log; a new one by default. */
  requestId?: string
  /** Called when events wait for their numbers; without it the next round of a sequencer finds them. */
  eventsWritten?: () => void
  /** Where the Desk is. */
  deskOrigin?: string | undefined
  /** Reports an internal error; without it the error is thrown. */
  report?: (error: unknown) => void
}

/** The context of work in this process, which pays nothing and is not aborted by a client. */
export function contextInProcess({
  db,
  viewer,
  now,
  clock = databaseClock,
  gateways,
  requestId = randomUUID(),
  report = rethrow,
  eventsWritten = () => {},
  deskOrigin,
}: InProcessRequest): Context {
  return {
    ...{ db, clock, gateways, viewer, requestId, report },
    now: wholeSecond(now),
    surface: 'worker',
    facts: newFacts('other'),
    idempotency: undefined,
    account: openAccount(undefined, viewer.role),
    limits: defaultLimits,
    signal: new AbortController().signal,
    allowsPrivateWebhooks: false,
    forgetOrigins() {},
    eventsWritten,
    deskOrigin,
    hasFailed: () => false,
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** The operator in a store that is to be made; no other store gets its id. */
export async function operatorInNew(db: Db): Promise<Operator> {
  const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`SELECT nextval(pg_get_serial_sequence('store', 'id')) AS id`
  return { role: 'operator', storeId: id, pageBase: null, currency: '', timeZone: 'UTC', hasTestClock: false }
}

/** The operator, or a worker, in a store; undefined when there is no such store. */
export async function operatorIn(db: Db, storeId: bigint, role: Operator['role']): Promise<Operator | undefined> {
  const store = await db.store.findUnique({
    where: { id: storeId },
    select: { currency: true, timeZone: true, hasTestClock: true },
  })
  return store ? { role, storeId, pageBase: null, ...store } : undefined
}
