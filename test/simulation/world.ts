/** The world of a simulation over any database: the app that is asked, the workers, and the cards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { GatewayUnclear } from '../../src/payments/gateway.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { dueAt, isAwaited } from '../../src/purchases/subscription/due-sql.ts'
import { rollUpMovements } from '../../src/resources/figures/roll-up.ts'
import { createApp } from '../../src/start/app.ts'
import { workRound } from '../../src/worker/round.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { CardGateway } from './cards.ts'
import type { World } from './simulate.ts'

/** Seconds after which what a worker has claimed and not done is anybody's, and some more. */
const mostWaits = 150

/** The reasons why moving clocks wait: subscriptions that are claimed, or of which a payment is open. */
const waitedFor = (db: Db): Promise<object[]> => db.$queryRaw`
  SELECT store.id::text AS store, store.clock_now::text AS now, store.clock_target::text AS target, subscription.id::text, status,
    claimed_until::text, claimed_for::text, payment_under_way, (SELECT json_agg(json_build_object('state', state, 'due', due_at, 'looks', looks))
      FROM payment WHERE payment.store_id = store.id AND payment.subscription_id = subscription.id AND due_at IS NOT NULL) AS payments
  FROM store LEFT JOIN subscription ON subscription.store_id = store.id AND ${isAwaited} AND ${dueAt} <= store.clock_now
  WHERE store.clock_target IS NOT NULL`

/**
 * Opens a world.
 *
 * @param around runs each piece of the product's own work.
 */
export function openWorld(db: Db, around: <T>(work: () => T) => T = (work) => work()): World {
  const gateway = new CardGateway()
  const error = (fields: { failure?: { type?: string } }) => {
    if (fields.failure?.type !== GatewayUnclear.name) console.error(fields)
  }
  const log = { info: () => {}, warn: () => {}, error }
  const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: true, gateways: gatewaysOf(gateway) })
  const report = (error: unknown) => {
    if (!(error instanceof GatewayUnclear)) throw error
  }
  const worker = { db, clock: databaseClock, gateways: gatewaysOf(gateway), report }
  return {
    ...{ db, gateway },
    async ask(query, variables, as) {
      const headers = { 'Content-Type': 'application/json', Authorization: as }
      const body = JSON.stringify({ query, variables })
      const request = new Request('http://127.0.0.1/graphql', { method: 'POST', headers, body })
      const response = await around(() => app.fetch(request))
      const { data, errors = [] } = (await response.json()) as Partial<Awaited<ReturnType<World['ask']>>>
      return { data, errors }
    },
    async work() {
      for (let waited = 0; ; waited += 1) {
        for (let found = 1; found > 0; ) {
          const { done, moved } = await around(() => workRound(worker))
          found = done + moved
        }
        const waiting = await waitedFor(db)
        if (waiting.length === 0) break
        if (waited === mostWaits) throw new Error(`The clocks stand: ${JSON.stringify(waiting)}`)
        if (waited === 0) console.error('The clocks wait:', JSON.stringify(waiting))
        await sleep(1_000)
      }
      // Most are added up, and some wait: figures are of both.
      await around(() => rollUpMovements(db, { atLeast: 40, atOnce: 25 }))
    },
    async settleRefunds() {
      const waiting = gateway.waitingRefunds
      const rows = await db.refund.findMany({ where: { reference: { in: waiting } }, orderBy: { id: 'asc' } })
      const ofOrders = [...Map.groupBy(rows, ({ storeId, orderId }) => `${storeId} ${orderId}`).values()]
      // Reconciliation takes eight at once: of one order each has its turn, since what is restocked depends on which is settled first.
      for (let turn = 0; ofOrders.some((refunds) => refunds.length > turn); turn += 1) {
        const references = ofOrders.flatMap((refunds) => refunds.slice(turn, turn + 1)).map(({ reference }) => reference)
        gateway.moveRefunds(references)
        // They are asked about by the database's own clock, after a minute and more.
        await db.refund.updateMany({ where: { reference: { in: references } }, data: { dueAt: new Date(0) } })
        await around(() => reconcile({ ...worker, report }))
      }
      return waiting.length
    },
    number: () => numberEvents({ db }),
  }
}
