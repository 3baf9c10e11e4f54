/** A store that has chosen Stripe, whose account is at a local Stripe. */
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { openGateways } from '../../../src/payments/open.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { readSealingKey } from '../../../src/values/sealed.ts'
import { inSight } from '../../support/every-statement.ts'
import { openStore } from '../../support/store.ts'
import { sharedTime } from '../shared-time.ts'
import { LocalStripe } from './server.ts'

export const keys = {
  gateway: 'stripe',
  secret_key: 'sk_test_local',
  publishable_key: 'pk_test_local',
  webhook_secrets: ['whsec_number_one', 'whsec_number_two'],
}

export async function openChosenStore(options: { gatewayTold?: () => void } = {}) {
  const stripe = new LocalStripe()
  const address = await stripe.listen()
  const { clock, file, pass: waits, remove } = sharedTime()
  afterAll(() => {
    stripe.close()
    remove()
  })
  const { now } = clock
  stripe.books.clock = now
  const key = randomBytes(32).toString('base64')
  const present = readSealingKey(key)
  const store = await openStore({
    gateways: (db) => openGateways(db, clock, { keys: present && { present }, address }),
    now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    isApart: true,
    ...options,
  })
  const { db } = store
  const gateways = openGateways(db, clock, { keys: present && { present }, address })

  /** Sends a request as the merchant, or as given. */
  async function send(method: string, path: string, body: object = {}, as: string = store.merchant) {
    const headers = { Authorization: as, 'Content-Type': 'application/json' }
    const response = await store.fetch(path, { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) })
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
    return { status: response.status, answer: (await response.json()) as any }
  }

  /** Has the store use Stripe, whatever that leaves. */
  async function choose(more: object = {}) {
    const { status, answer } = await send('PUT', '/v1/store/gateway/', { ...keys, ...more })
    const [, count] = /leavesSubscriptions: (\d+)|leaves_subscriptions: (\d+)/.exec(String(answer.errors))?.filter(Boolean) ?? []
    if (status === 200 || count === undefined) return { status, answer }
    return send('PUT', '/v1/store/gateway/', { ...keys, ...more, leaves_subscriptions: Number(count) })
  }

  async function passes(more = 61): Promise<string[]> {
    waits(more)
    return (await inSight(() => reconcile({ db, clock, gateways, report: () => {} }))).map(({ result }) => result)
  }

  /** The arguments of another process that is an instance of the same store. */
  const shared = { url: store.url ?? '', timeFile: file, key, port: String(address.port) }

  return { stripe, store, db, clock, gateways, send, choose, passes, now, waits, shared }
}
