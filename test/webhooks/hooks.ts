/** A store of a file's own whose webhooks are sent when a test says so, by a clock that it moves. */

import { expect } from 'vitest'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { openGateways } from '../../src/payments/open.ts'
import { disableWebhook } from '../../src/resources/webhooks/disable.ts'
import { nameOfDotted } from '../../src/schema/dotted.ts'
import { type Sending, webhookConsumer } from '../../src/webhooks/consumer.ts'
import { outsideOf } from '../../src/webhooks/post.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { type As, openStore, type Store } from '../support/store.ts'

/** The time of deliveries, which stands still until a test moves it. */
export const time = { now: new Date() }
export function later(seconds: number): void {
  time.now = new Date(time.now.getTime() + seconds * 1_000)
}

export const clock = clockOf(() => new Date(time.now))

export type Hooks = Store & {
  faults: unknown[]
  sending: (db?: Db) => Sending
  /** Numbers what was told, and sends what is due; answers how much was sent. */
  send(): Promise<number>
  /** Makes a webhook over GraphQL, of types in the words of REST; answers its id and its secret. */
  hook(input: { url: string; types?: string[]; isOrdered?: boolean }, as?: As): Promise<{ id: number; secret: string }>
  /** Tells an event; answers its sequence. */
  happen(): Promise<number>
  deliveries(webhookId: number): Promise<Awaited<ReturnType<Db['webhookDelivery']['findMany']>>>
}

export async function openHooks(): Promise<Hooks> {
  const store = await openStore({ allowsPrivateWebhooks: true, isApart: true, now: () => new Date(time.now) })
  const { db } = store
  const faults: unknown[] = []
  const sending = (over: Db = db): Sending => ({
    ...{
      db: over,
      clock,
      gateways: openGateways(over, clock),
      outside: outsideOf(true),
      disable: disableWebhook,
      chance: () => 0.5,
    },
    report: (error) => void faults.push(error),
  })
  let count = 0
  return {
    ...store,
    faults,
    sending,
    async send() {
      await inSight(() => numberEvents({ db }))
      return inSight(() => consumeOnce(webhookConsumer(sending())))
    },
    async hook({ types, ...rest }, as) {
      const input = { ...rest, ...(types && { types: types.map(nameOfDotted) }) }
      const query = `mutation Make($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } userErrors { message } } }`
      const { data, errors } = await store.graphql(query, { input }, as ?? store.merchant)
      expect([errors, data?.createWebhook?.userErrors]).toEqual([[], []])
      await inSight(() => numberEvents({ db }))
      await db.webhook.updateMany({
        where: { storeId: 1n, id: BigInt(data.createWebhook.webhook.id) },
        data: { lastSequence: await last() },
      })
      return { id: Number(data.createWebhook.webhook.id), secret: data.createWebhook.secret }
    },
    async happen() {
      count += 1
      await mutate(store, 'updateSubscription', { id: 1, note: `note ${count}` })
      await inSight(() => numberEvents({ db }))
      return Number(await last())
    },
    deliveries: (webhookId) =>
      db.webhookDelivery.findMany({ where: { storeId: 1n, webhookId: BigInt(webhookId) }, orderBy: { id: 'asc' } }),
  }

  async function last(): Promise<bigint> {
    return (await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0n
  }
}
