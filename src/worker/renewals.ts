/** Renews, ends and retries due subscriptions, in any number of processes concurrently. */
import { runAs } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { contextInProcess } from '../in-process.ts'
import { emit, observe } from '../observe/observe.ts'
import { type Gateways, reportingGatewaysOnce } from '../payments/gateways.ts'
import { lookAtOnce } from '../purchases/payment/reconcile.ts'
import { advanceSubscription, failRenewal } from '../resources/subscriptions/due/advance.ts'
import { pastDueReasonOf } from '../resources/subscriptions/due/past-due.ts'
import { Refusal } from '../values/errors.ts'
import { claimDue, type Due, postpone, returnClaims } from './due.ts'

export type Worker = {
  db: Db
  clock: Clock
  gateways: Gateways
  /** Called for a failure; the subscription is retried once its claim has run out. */
  report: (error: unknown) => void
  /** Called when events wait for their numbers. */
  eventsWritten?: () => void
  /** Aborts to stop the work: subscriptions in progress are finished, others that are claimed are released. */
  signal?: AbortSignal
}

/** How many are worked on at once: most of the time of each is spent waiting, for the gateway or the disk. */
const atOnce = 12

/** Time budget for claims per round; then clocks move, which may make other subscriptions due. */
const roundMilliseconds = 5_000

/**
 * Time in which claimed work is begun; the rest is released. A charge that waits for a gateway then keeps a round from its end by the
 * gateway's deadline alone, and claims do not run out.
 */
const beginMilliseconds = 10_000

/**
 * Does what is due by now, or what can be begun within some seconds.
 *
 * @returns how many subscriptions it looked after; none when nothing is due, or others have claimed it.
 */
export function advanceDue(worker: Worker): Promise<number> {
  // Of the database's connections others keep half.
  return runAs('worker', () => advanceRound(reportingGatewaysOnce(worker)))
}

async function advanceRound(worker: Worker): Promise<number> {
  const { db, clock, signal, report } = worker
  const began = performance.now()
  // Each list is of one customer, whose subscriptions would wait for each other.
  const waiting: Due[][] = []
  let claimed = 0
  let mayBeMore = true
  const claim = async () => {
    const due = await claimDue(db, clock, atOnce * 8)
    claimed += due.length
    mayBeMore = due.length > 0 && performance.now() - began < roundMilliseconds
    const ofCustomers = Map.groupBy(due.sort(asTheyFellDue), ({ storeId, customerId }) => `${storeId} ${customerId}`)
    waiting.push(...interleaveByStore([...ofCustomers.values()]))
  }
  // One claims for all; those that have something to do go on meanwhile.
  let claiming: Promise<void> | undefined
  const claimMore = () => {
    claiming ??= claim().finally(() => {
      claiming = undefined
    })
    return claiming
  }
  // A refusal, such as of a gateway that does not answer, was reported where it comes from.
  const reportFailure = (error: unknown) => {
    if (!(error instanceof Refusal)) report(error)
  }
  const isOver = () => signal?.aborted === true || performance.now() - began >= beginMilliseconds
  const work = async () => {
    for (;;) {
      if (isOver()) return
      if (mayBeMore && waiting.length < atOnce) await claimMore()
      const ofCustomer = waiting.shift()
      if (!ofCustomer && !mayBeMore) return
      if (!ofCustomer) continue
      for (const [index, each] of ofCustomer.entries()) {
        if (isOver()) return void waiting.push(ofCustomer.slice(index))
        await observe({ kind: 'renewal', storeId: each.storeId, subscriptionId: each.id }, () => advance(worker, each)).then(
          (outcome) => emit({ kind: 'renewed', ...outcome }),
          (error: unknown) => {
            emit({ kind: 'renewed', result: 'failed', reason: 'other' })
            reportFailure(error)
          },
        )
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await returnClaims(db, waiting.flat())
  return claimed
}

/** Orders subscriptions as they spend the credit of their customer, and as `upcoming` foresees it. */
const asTheyFellDue = (one: Due, other: Due): number =>
  one.claimedFor.getTime() - other.claimedFor.getTime() || Number(one.id - other.id)

/** Lists of one customer each, those of every store in turn: one whose payments hang takes the places of no other. */
function interleaveByStore(lists: Due[][]): Due[][] {
  const ofStore = Map.groupBy(lists, ([first]) => first?.storeId)
  const places = new Map([...ofStore.values()].flatMap((each) => each.map((list, place) => [list, place] as const)))
  return lists.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
}

/** The outcome of a due subscription, with the reason if it is past due now. */
type RenewalOutcome = { result: 'done' | 'declined' | 'refused'; reason: string }

async function advance({ db, clock, gateways, report, eventsWritten = () => {} }: Worker, claimed: Due): Promise<RenewalOutcome> {
  const { storeId, currency, hasTestClock, claimedFor, ...due } = claimed
  const viewer = { role: 'worker', storeId, currency, timeZone: 'UTC', hasTestClock, pageBase: null } as const
  // By the database's clock it is due; this process's own may be a moment behind.
  const now = new Date(Math.max(clock.now().getTime(), claimedFor.getTime()))
  const context = () => contextInProcess({ db, clock, gateways, report, eventsWritten, viewer, now })
  const { userErrors, refusal: thrown } = await advanceSubscription(context(), due).catch(async (error: unknown) => {
    // A clock on its way would stand until the minute is over in which a client might still be waiting: there is none.
    if (hasTestClock) await lookAtOnce({ db, clock, gateways, report, eventsWritten }, storeId, due.id)
    throw error
  })
  const refusal = thrown ?? userErrors[0]
  // A declined one has left its order, and says itself when it is tried again.
  if (!refusal) return { result: 'done', reason: 'none' }
  if (refusal.code === 'PAYMENT_DECLINED') return { result: 'declined', reason: 'declined' }
  await failRenewal(context(), { ...due, refusal })
  // Still due: a row from before a CHECK breaks it, so that the renewal can neither be charged nor fail until the row is mended.
  if (refusal.code === 'BAD_INPUT' && (await postpone(db, clock, claimed)))
    report(new Error(`Subscription ${due.id} of store ${storeId} is tried again in an hour: ${refusal.message}`))
  return { result: 'refused', reason: pastDueReasonOf(refusal) ?? 'other' }
}
