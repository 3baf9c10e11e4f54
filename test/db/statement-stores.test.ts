/** Every statement of a request names its store; other statements are named here, with their reason. */

import { describe, expect, it } from 'vitest'
import { forgetOldTries } from '../../src/auth/sign-in-tries.ts'
import { forgetOldSessions } from '../../src/auth/staff-sessions.ts'
import { openDemo } from '../../src/cli/examine.ts'
import { claimDeliveries } from '../../src/consumers/claim.ts'
import { handOver } from '../../src/consumers/hand-over.ts'
import { brokenRows } from '../../src/db/broken-rows.ts'
import { clockOf } from '../../src/db/clock.ts'
import { wrongSums } from '../../src/db/recount.ts'
import { mailRows } from '../../src/mails/rows.ts'
import { giveUpOldMails } from '../../src/mails/upkeep.ts'
import { readBacklog } from '../../src/observe/backlog.ts'
import { forgetOldDisputes, takeDueDisputes, takeListed } from '../../src/payments/disputes.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { forgetOldCharges } from '../../src/payments/old-charges.ts'
import { openGateways } from '../../src/payments/open.ts'
import { takeDueSetups } from '../../src/payments/setups.ts'
import { forgetOldNotices, forgetOldSetups } from '../../src/purchases/payment/notices.ts'
import { dropOldPlans } from '../../src/purchases/payment/old-plans.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { forgetOldLinks } from '../../src/resources/account-links/sessions.ts'
import { forgetOldCarts } from '../../src/resources/orders/carts/old-carts.ts'
import { sharedKeys } from '../../src/resources/shared-keys.ts'
import { disableWebhook } from '../../src/resources/webhooks/disable.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { disableLeftBehind, forgetOldDeliveries } from '../../src/webhooks/upkeep.ts'
import { openRenewalPages } from '../../src/worker/renewal-pages.ts'
import { forgetOldKeys } from '../../src/writes/idempotency.ts'
import { forgetOldEntries, forgetOldEvents, forgetTombstones } from '../../src/writes/retention.ts'
import { TestGateway } from '../payments/gateway.ts'
import { acrossStores, acrossStoresOf } from '../support/across-stores.ts'
import { statementsOf } from '../support/every-statement.ts'
import { storesUnsaid, storeTables } from '../support/statement-stores.ts'
import { openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'

// Nobody's: it has to be looked up.
const bearer = 'Bearer nobody.secret'

describe('A statement takes rows of a table without saying of which store', () => {
  const one = 'SELECT "public"."order"."store_id" FROM "public"."order" WHERE "public"."order"."id" = $1'
  const left = (says: string, where: string) =>
    `SELECT "t0"."id" FROM "public"."order" AS "t0" LEFT JOIN LATERAL (SELECT "t2"."x" FROM (SELECT "t1".* FROM "public"."customer"
      AS "t1" WHERE ("t0"."customer_id" = "t1"."id"${says}) LIMIT $1) AS "t2") AS "own" ON TRUE WHERE "t0"."${where}" = $2`
  const joined = (where: string) =>
    `SELECT a.id FROM "order" a JOIN customer AS b ON a.store_id = b.store_id AND a.customer_id = b.id WHERE a.${where} = 3`
  const settled = (where: string) =>
    `WITH settled AS (UPDATE payment SET state = 'x' WHERE ${where} RETURNING id) INSERT INTO transaction (store_id) SELECT $2 FROM settled`

  it.each<[why: string, sql: string, tables: string[]]>([
    ['that is read by its id, with the store shown only', one, ['order']],
    [
      'that a text or a remark names a store for',
      `SELECT id FROM cart WHERE id = 1 AND 'store_id' = 'x' -- store_id = 1`,
      ['cart'],
    ],
    ['that another leads to by its id', left('', 'store_id'), ['customer']],
    ['that leads to another of the same store', left(' AND "t0"."store_id" = "t1"."store_id"', 'id'), ['order']],
    ['where two are of the same store, whichever', joined('id'), ['order', 'customer']],
    ['in a part of it', settled('id = $1'), ['payment']],
    [
      'that a condition asks',
      'SELECT id FROM cart WHERE store_id = 1 AND customer_id IN (SELECT id FROM customer)',
      ['customer'],
    ],
    ['that it adds to', 'INSERT INTO "public"."order" ("id") VALUES ($1) RETURNING "store_id"', ['order']],
    ['that it takes from', 'DELETE FROM "public"."metadata" WHERE ("public"."metadata"."id" = $1 AND 1=1)', ['metadata']],
    ['that a function is told', 'SELECT 1 FROM cart JOIN store ON store.id = coalesce(cart.store_id, 0)', ['cart']],
  ])('%s', (_why, sql, tables) => {
    expect(storesUnsaid(sql)).toEqual(tables)
  })

  it.each([
    'SELECT "public"."order"."id" FROM "public"."order" WHERE ("public"."order"."store_id" = $1 AND "public"."order"."id" = $2)',
    left(' AND "t0"."store_id" = "t1"."store_id"', 'store_id'),
    joined('store_id'),
    settled('store_id = $2 AND id = $1'),
    'INSERT INTO "public"."order" ("store_id","id") VALUES ($1,$2) RETURNING "public"."order"."id"',
    `UPDATE product_inventory AS stock SET quantity_on_hand = 1 FROM (VALUES ($1::bigint, $2::int)) AS wanted (id, quantity)
      WHERE stock.store_id = $3::bigint AND stock.product_instance_id = wanted.id`,
    'SELECT * FROM "store" WHERE "id" = $1 FOR NO KEY UPDATE',
    `SELECT "t0"."name" FROM "public"."store" AS "t0" LEFT JOIN LATERAL (SELECT "t1"."id" FROM "public"."product" AS "t1"
      WHERE "t0"."id" = "t1"."store_id") AS "all" ON TRUE WHERE "t0"."id" = $1`,
  ])('but not: %s', (sql) => {
    expect(storesUnsaid(sql)).toEqual([])
  })

  it('which are all but those of nobody', async () => {
    const { db } = await openStore()
    const carry = await db.$queryRaw<{ name: string }[]>`
      SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE attname = 'store_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace`
    expect([...storeTables].sort()).toEqual(carry.map(({ name }) => name.replaceAll('"', '')).sort())
  })
})

describe('Only those look at rows of all stores that are named with their reason', () => {
  const clock = clockOf(() => today)
  const work: Record<string, (store: Store) => Promise<unknown>> = {
    'key lookup': ({ rest }) => rest('/v1/orders/', bearer),
    worker: async ({ db }) => {
      await reconcile({ db, clock, gateways: gatewaysOf(new TestGateway()) })
      await takeDueSetups(db, clock)
      await takeDueDisputes(db, clock)
      await takeListed(db, clock)
      await openRenewalPages({ db, clock, gateways: gatewaysOf(new TestGateway()), report: () => {} })
    },
    maintenance: async ({ db }) => {
      await forgetOldKeys(db, clock)
      await forgetOldEntries(db, clock, { done: 1, refused: 1 })
      await forgetOldEvents(db, clock, 1)
      await forgetTombstones(db, clock, 1)
      await forgetOldDeliveries(db, clock, 1)
      await dropOldPlans(db, clock)
      await forgetOldCharges(db, clock)
      await forgetOldNotices(db, clock)
      await forgetOldSetups(db, clock)
      await forgetOldDisputes(db, clock)
      await forgetOldCarts(db, clock)
      await forgetOldSessions(db, clock)
      await forgetOldTries(db, clock)
      await giveUpOldMails(db, clock)
      await forgetOldLinks(db, clock)
    },
    webhooks: async ({ db }) => {
      await handOver(webhookRows, db, clock)
      await disableLeftBehind({ db, clock, gateways: openGateways(db, clock), disable: disableWebhook, report: () => {} })
      await claimDeliveries(webhookRows, db, clock, 1)
    },
    mails: ({ db }) => claimDeliveries(mailRows(false), db, clock, 1),
    'metrics and operators': ({ db }) => readBacklog(db, clock),
    operators: async ({ db }) => {
      await sharedKeys(db, 'customer')
      await sharedKeys(db, 'coupon')
      await brokenRows(db)
      await openDemo(db, { host: '0.0.0.0', database: { kind: 'postgres', url: '' } })
      await wrongSums({ exec: async () => {}, query: async (text) => ({ rows: await db.$queryRawUnsafe(text) }) })
      await db.merchantKey.findUnique({ where: { clientId: 'demo' } })
      await db.merchantKey.findMany({ orderBy: { id: 'asc' } })
    },
  }

  it.each(Object.entries(work))('%s', async (whose, doIt) => {
    const store = await openStore()
    const across = (await statementsOf(() => doIt(store))).filter((sql) => storesUnsaid(sql).length > 0)
    expect(across.filter((sql) => !acrossStoresOf(sql))).toEqual([])
    expect(new Set(across.map(acrossStoresOf))).toEqual(new Set(acrossStores.filter((each) => each.whose === whose)))
  })

  it('and nobody else', () => {
    expect(Object.keys(work)).toEqual([...new Set(acrossStores.map(({ whose }) => whose))])
  })
})
