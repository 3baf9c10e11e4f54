/** Announces renewals that are near, payment methods that run out and carts that are abandoned, in any number of processes concurrently. */
import { runAs } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import { outageOf } from '../db/outage.ts'
import { contextInProcess } from '../in-process.ts'
import { announceAbandoned } from '../resources/orders/carts/announce.ts'
import { announceExpiries } from '../resources/payment-methods/announce.ts'
import { announceRenewals } from '../resources/subscriptions/due/announce.ts'
import {
  type Expiring,
  findAbandoned,
  findExpiring,
  findLooking,
  findNear,
  type LookingStore,
  lookedAtOnce,
  mostStores,
  type NearRenewals,
  ofEachStore,
} from './announced.ts'
import type { Worker } from './renewals.ts'

/** Time budget for announcements per round. */
const roundMilliseconds = 5_000

/** How often early notices are looked for in stores without a test clock: their terms are many, and the notices a month before. */
const earlyMilliseconds = 600_000

/** When early notices were last looked for, by the clock that said so. */
const lookedAt = new WeakMap<Clock, number>()

/** Whether it is time to look for early notices, which is noted. */
function isTimeForEarly({ clock }: Worker): boolean {
  const now = clock.now().getTime()
  if (Math.abs(now - (lookedAt.get(clock) ?? Number.NEGATIVE_INFINITY)) < earlyMilliseconds) return false
  lookedAt.set(clock, now)
  return true
}

/** Announces what is to be by now. @returns how many subscriptions, payment methods and carts. */
export function announceDue(worker: Worker): Promise<number> {
  return runAs('worker', async () => {
    const began = performance.now()
    const isOver = () => worker.signal?.aborted === true || performance.now() - began >= roundMilliseconds
    let all = 0
    const isEarly = isTimeForEarly(worker)
    for (let isMore = true; isMore && !isOver(); ) {
      const found = await findNear(worker.db, worker.clock, isEarly)
      isMore = false
      for (const near of found) {
        const announced = await announceNear(worker, near)
        all += announced
        isMore ||= announced > 0 && (near.ids.length >= ofEachStore || found.length === mostStores)
      }
    }
    for (const { ids, ...store } of isOver() ? [] : await findAbandoned(worker.db, worker.clock)) {
      all += await attempt(worker, async () => (await announceAbandoned(contextIn(worker, store), { ids })).many?.length ?? 0, 0)
    }
    for (const store of isOver() ? [] : await findLooking(worker.db, worker.clock)) {
      all += await attempt(worker, () => announceIn(worker, store), 0)
    }
    return all
  })
}

const contextIn = (
  { db, clock, gateways, report, eventsWritten = () => {} }: Worker,
  { storeId, currency, hasTestClock }: Omit<LookingStore, 'now'>,
) => {
  const viewer = { role: 'worker', storeId, currency, timeZone: 'UTC', hasTestClock, pageBase: null } as const
  return contextInProcess({ db, clock, gateways, report, eventsWritten, viewer, now: clock.now() })
}

/** Does work that may fail: it is reported, and what it is about is tried again in the next round. */
async function attempt<T>({ report }: Worker, work: () => Promise<T>, otherwise: T): Promise<T> {
  return work().catch((error: unknown) => {
    report(error)
    return otherwise
  })
}

/** Announces the renewals together. Where that fails, each by itself: one that still fails is left out, lest all others wait for it. */
async function announceNear(worker: Worker, { ids, days, ...store }: NearRenewals): Promise<number> {
  const announce = async (some: readonly bigint[], isGivenUp = false): Promise<number> => {
    const { many = [] } = await announceRenewals(contextIn(worker, store), { ids: some, days, isGivenUp })
    return many.length
  }
  try {
    return await announce(ids)
  } catch (error) {
    worker.report(error)
    if (outageOf(error)) return 0
  }
  let announced = 0
  for (const id of ids) {
    announced += await announce([id]).catch(async (error: unknown) => {
      if (outageOf(error)) return 0
      worker.report(new Error(`The renewal of subscription ${id} of store ${store.storeId} is not announced.`, { cause: error }))
      return attempt(worker, () => announce([id], true), 0)
    })
  }
  return announced
}

/** Announces the payment methods of a store that run out. */
async function announceIn(worker: Worker, store: LookingStore): Promise<number> {
  let announced = 0
  let last: Expiring | undefined
  for (;;) {
    const found: Expiring[] = await findExpiring(worker.db, store, last)
    const isLast = found.length < lookedAtOnce
    const ids = found.filter(({ isUsed }) => isUsed).map(({ id }) => id)
    if (ids.length > 0 || isLast) {
      const { many = [] } = await announceExpiries(contextIn(worker, store), { ids, isLast })
      announced += many.length
    }
    if (isLast) return announced
    last = found.at(-1)
  }
}
