/** A database of the first version is brought up to date with all its rows and links, and then holds two stores with the same ids. */
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { moveSequences } from '../../prisma/seed/database.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Session } from '../../src/db/session.ts'
import { fillInMovements } from '../../src/movements/fill.ts'
import { rollUpMovements } from '../../src/resources/figures/roll-up.ts'
import { addRows } from '../access/isolation/rows.ts'
import { changedIn, copyToTwin, firstId, rowsOfBoth, twinId } from '../access/isolation/twin-store.ts'
import { addInvoice } from '../support/invoice.ts'
import { storeTables } from '../support/statement-stores.ts'
import { openStore } from '../support/store.ts'
import { openMigrated } from './migrated.ts'

type Rows = Record<string, Record<string, unknown>[]>

const before: Rows = {}

/** The earlier versions of today's tables; none of them has less than it had. */
const ofCustomer = 'SELECT id FROM cart WHERE customer_id IS NOT NULL'
const earlierForm: Record<string, string> = {
  cart: '(SELECT * FROM cart WHERE customer_id IS NOT NULL)',
  cart_product: `(SELECT * FROM cart_product WHERE cart_id IN (${ofCustomer}))`,
  cart_coupon: `(SELECT * FROM cart_coupon WHERE cart_id IN (${ofCustomer}))`,
  metadata: '(SELECT * FROM metadata WHERE order_id IS NULL AND product_id IS NULL)',
  product: `(SELECT *, '[]'::jsonb AS metadata FROM product)`,
  metadata_entry: `(SELECT row_number() OVER () AS id, metadata.id AS metadata_id, entry.*
    FROM metadata_entry AS entry JOIN metadata USING (store_id, owner_type, owner_id)
    WHERE metadata.order_id IS NULL AND metadata.product_id IS NULL)`,
}

/** The rows of the demo store, of every table there is, as JSON texts. */
async function demoRows(): Promise<Map<string, string>> {
  const { db: demo } = await openStore({ isApart: true })
  await addRows(demo)
  const texts = new Map<string, string>()
  for (const table of ['store', ...storeTables]) {
    const [found] = await demo.$queryRawUnsafe<{ rows: string }[]>(
      `SELECT json_agg(t)::text AS rows FROM ${earlierForm[table] ?? `"${table}"`} t`,
    )
    if (found?.rows) texts.set(table, found.rows)
  }
  return texts
}

/** The tables there are, as far as their rows are a store's. */
async function tablesOf(session: Session): Promise<string[]> {
  const { rows } = await session.query(
    `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  return rows.map(({ name }) => String(name)).filter((name) => name === 'store' || storeTables.has(name))
}

async function fill(session: Session): Promise<void> {
  const texts = await demoRows()
  await session.exec('SET session_replication_role = replica')
  for (const table of await tablesOf(session)) {
    const rows = texts.get(table)
    if (rows)
      await session.query(`INSERT INTO "${table}" SELECT * FROM json_populate_recordset(null::"${table}", $1::json)`, [rows])
  }
  await session.exec('RESET session_replication_role')
  await session.exec(moveSequences)
}

/** Adds what a payment leaves behind, and remembers all there is. */
async function look(session: Session): Promise<void> {
  await session.exec(`
    INSERT INTO allowed_origin (store_id, origin, created_at) SELECT id, 'https://before.example', now() FROM store;
    INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, subscription_id)
      SELECT store_id, now(), 'operator', 'worker', 'x', 'x', id FROM subscription;
    INSERT INTO payment (store_id, customer_id, payment_method_id, reference, amount, state, plan, created_at)
      SELECT store_id, customer_id, id, 'reference ' || id, 100, 'given_up', '{}', now() FROM payment_method;
    INSERT INTO idempotency_key (credential, key, fingerprint, created_at, payment_id)
      SELECT 'key of nobody', 'paid ' || id, '', now(), id FROM payment;
    INSERT INTO idempotency_key (credential, key, fingerprint, created_at) VALUES
      ('key demo', 'a', '', now()), ('key demo2', 'a', '', now()), ('customer 1', 'a', '', now()), ('key of nobody', 'a', '', now());
  `)
  for (const table of await tablesOf(session))
    before[table] = await rowsIn((sql) => session.query(sql).then(({ rows }) => rows), table)
}

async function rowsIn(read: (sql: string) => Promise<unknown[]>, table: string): Promise<Record<string, unknown>[]> {
  const rows = (await read(`SELECT to_jsonb(t)::text AS row FROM "${table}" t ORDER BY to_jsonb(t)::text COLLATE "C"`)) as {
    row: string
  }[]
  return rows.map(({ row }) => JSON.parse(row))
}

const db = await openMigrated('_writes', fill, { _primary_keys: look })

type Row = Record<string, unknown>

/** A row of before as it is by now: metadata and each of its values say whose they are in other words. */
function laterForm(table: string, row: Row): Row {
  if (table === 'metadata') return { ...row, order_id: null, product_id: null, ...ownerOf(row) }
  if (table === 'product') {
    const { metadata: _, ...others } = row
    return others
  }
  if (table !== 'metadata_entry') return row
  const { id: _, metadata_id, ...value } = row
  const record = before.metadata?.find(({ store_id, id }) => store_id === row.store_id && id === metadata_id)
  return { ...value, ...ownerOf(record ?? {}) }
}

function ownerOf(record: Row): Row {
  const owner_type = ['customer', 'subscription', 'cart'].find((name) => record[`${name}_id`] !== null)
  return { owner_type, owner_id: record[`${owner_type}_id`] }
}

/** Columns that refer to the frozen copy of an address by now. */
const frozen: Record<string, string> = { order: 'address_id', shipment: 'ship_address_id' }

/** Rows in an order of their own, whatever the order of their columns is. */
const inOrder = (rows: Row[]): string[] => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()

const now = (table: string) => rowsIn((sql) => db.$queryRawUnsafe(sql), table)

describe('A database of the first version', () => {
  it('had rows in every table that it had, and keeps each as it was', async () => {
    const { idempotency_key: _, ...others } = before
    for (const [table, rows] of Object.entries(others)) {
      expect(rows.length, table).toBeGreaterThan(0)
      const had = rows.map((row) => laterForm(table, row))
      // Later versions may have added columns.
      const names = Object.keys(had[0] ?? {}).filter((name) => name !== frozen[table])
      const asBefore = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]))
      const ids = new Set(rows.map(({ id }) => id))
      const today = (await now(table)).filter(({ id }) => table !== 'address' || ids.has(id))
      expect(inOrder(today.map(asBefore)), table).toEqual(inOrder(had.map(asBefore)))
    }
  })

  it('has its idempotency keys in the store of whom or what they are for; those of nobody are gone', async () => {
    const paid = await db.$queryRaw<{ stays: boolean }[]>`
      SELECT kept.store_id = payment.store_id AS stays FROM payment LEFT JOIN idempotency_key AS kept ON kept.payment_id = payment.id`
    expect(paid.length).toBeGreaterThan(0)
    expect(paid.filter(({ stays }) => !stays)).toEqual([])
    const others = await db.idempotencyKey.findMany({ where: { paymentId: null }, orderBy: { credential: 'asc' } })
    expect(others.map(({ credential, storeId }) => [credential, storeId])).toEqual([
      ['customer 1', 1n],
      ['key demo', 1n],
      ['key demo2', 2n],
    ])
  })

  it('has no link that leads nowhere, or to another store', async () => {
    const links = await db.$queryRaw<{ link: string; said: string }[]>`
      SELECT conname::text AS link, pg_get_constraintdef(oid) AS said FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND convalidated`
    const loose = links.filter(
      ({ said }) =>
        !/^FOREIGN KEY \(store_id, \w+\) REFERENCES "?\w+"?\(store_id, id\)|^FOREIGN KEY (\(store_id, [\w, ]+\)) REFERENCES \w+\1|^FOREIGN KEY \(store_id\) REFERENCES store\(id\)/.test(
          said,
        ),
    )
    expect(loose).toEqual([])
    expect(links.length).toBeGreaterThan(50)
    // Each is looked at anew: rows were put in without.
    const [{ faults }] = await db.$queryRaw<
      [{ faults: number }]
    >`SELECT count(*)::int AS faults FROM pg_constraint WHERE NOT convalidated AND contype = 'f'`
    expect(faults).toBe(0)
  })

  it('gives new rows ids of their own', async () => {
    const last = Math.max(...(before.allowed_origin ?? []).map(({ id }) => Number(id)))
    const { id } = await db.allowedOrigin.create({ data: { storeId: 1n, origin: 'https://new.example', createdAt: new Date(0) } })
    expect(Number(id)).toBeGreaterThan(last)
  })

  it('holds two stores whose rows have the same ids, in every table', async () => {
    // Events, webhooks, refunds, uses of coupons and contents of carts came later than the first version, and no migration makes any.
    for (const storeId of [1n, 2n]) {
      const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId } })
      const { id: customerId } = await db.customer.findFirstOrThrow({ where: { storeId } })
      await db.couponUse.create({ data: { storeId, couponId, customerId, uses: 1 } })
      await db.eventCounter.create({ data: { storeId } })
      await db.event.create({
        data: { storeId, type: 'x', createdAt: new Date(0), actor: 'x', surface: 'rest', operation: 'x', requestId: 'x' },
      })
      const { id: orderId } = await db.order.findFirstOrThrow({ where: { storeId } })
      await db.orderCoupon.create({ data: { storeId, orderId, couponId, codeUsed: 'x' } })
      const { id: cartId } = await db.cart.findFirstOrThrow({ where: { storeId } })
      const { id: productInstanceId } = await db.productInstance.findFirstOrThrow({ where: { storeId } })
      await db.cartProduct.create({ data: { storeId, cartId, productInstanceId, quantity: 1 } })
      await db.cartCoupon.create({ data: { storeId, cartId, couponId, codeUsed: 'x' } })
      const [{ id: refundId }] = await db.$queryRaw<[{ id: bigint }]>`SELECT nextval('refund_id_seq') AS id`
      await db.refund.create({
        data: {
          ...{
            storeId,
            id: refundId,
            actId: refundId,
            orderId,
            status: 'done',
            amount: 1n,
            cardAmount: 1n,
            creditAmount: 0n,
            shipping: 0n,
            tax: 0n,
          },
          ...{ reference: `refund of ${storeId}`, createdAt: new Date(0) },
        },
      })
      const { id: orderProductId } = await db.orderProduct.findFirstOrThrow({ where: { storeId } })
      const share = { quantity: 1, amount: 1n, shipping: 0n, tax: 0n, cardAmount: 1n }
      await db.refundLine.create({ data: { storeId, refundId, orderProductId, ...share } })
      await db.creditEntry.create({ data: { storeId, customerId, amount: 1n, createdAt: new Date(0) } })
      const zone = await db.shippingZone.create({ data: { storeId, name: 'Zone', archivedAt: new Date(0) } })
      await db.shippingBand.create({ data: { storeId, zoneId: zone.id, price: 5n } })
      await db.taxRate.create({
        data: { storeId, name: 'Tax', country: 'US', rate: 1, validFrom: new Date(0), archivedAt: new Date(0) },
      })
      const made = { storeId, customerId, createdAt: new Date(0), expiresAt: new Date(0) }
      await db.accountLink.create({ data: { ...made, purpose: 'sign_in', keyId: 'x', nonce: 'x', tokenHash: 'x' } })
      await db.accountSession.create({ data: { ...made, tokenHash: 'x' } })
      const said = { name: 'x', reference: 'x', email: 'x', words: 'x', locale: 'en' }
      await db.withdrawal.create({
        data: { storeId, kind: 'withdrawal', ...said, receivedAt: new Date(0), isAcknowledged: true },
      })
      const textHash = hash('sha256', 'x')
      const accepted = { version: 'x', text: 'x', textHash, surface: 'x', recordedBy: 'x', acceptedAt: new Date(0) }
      await db.consent.create({ data: { storeId, customerId, ...accepted } })
      await db.cancellationReason.create({ data: { storeId, code: 1, words: 'x' } })
      const subscription = await db.subscription.findFirstOrThrow({ where: { storeId } })
      const offered = {
        subscriptionId: subscription.id,
        customerId: subscription.customerId,
        reasonCode: 1,
        kind: 'skip' as const,
      }
      await db.cancelOffer.create({ data: { storeId, ...offered, shownAt: new Date(0) } })
      await addInvoice(db, { storeId, orderId })
      const due = { storeId, orderId, cause: 'edit', causeId: 1n, causedAt: new Date(0), basis: {} } as const
      await db.invoiceDue.create({ data: due })
      await db.invoiceSeries.create({ data: { storeId, series: 'invoice', epoch: 0, last: 1n } })
      await db.tombstone.create({ data: { storeId, recordType: 'coupon', recordId: 1_000_000n } })
      const atStripe = { storeId, gateway: 'stripe' }
      await db.gatewayAccount.create({
        data: { ...atStripe, publishableKey: 'x', isLive: false, secrets: 'x', updatedAt: new Date(0) },
      })
      await db.gatewayCustomer.create({ data: { ...atStripe, customerId, gatewayCustomer: 'x' } })
      await db.gatewaySetup.create({ data: { ...atStripe, reference: 'x', customerId, state: 'done', createdAt: new Date(0) } })
      await db.gatewayNotice.create({ data: { ...atStripe, id: 'x', type: 'x', reference: 'x', receivedAt: new Date(0) } })
      const disputed = { ...atStripe, createdAt: new Date(0) }
      await db.dispute.create({
        data: { ...disputed, orderId, gatewayReference: 'x', charge: 'x', amount: 1n, reason: 'x', status: 'lost' },
      })
      await db.gatewayDispute.create({ data: { ...disputed, reference: 'x' } })
      const person = { storeId, email: `x@${storeId}.example`, role: 'owner', passwordHash: 'x', status: 'active' } as const
      const { id: staffId } = await db.staff.create({ data: { ...person, createdAt: new Date(0) } })
      const times = { createdAt: new Date(0), expiresAt: new Date(0) }
      await db.staffSession.create({ data: { storeId, staffId, tokenHash: 'x', ...times, address: 'x', userAgent: 'x' } })
      await db.staffTry.create({ data: { storeId, account: 'x', address: 'x', since: new Date(0), tries: 1 } })
      const { id: mailerId } = await db.mailer.findFirstOrThrow({ where: { storeId } })
      await db.mail.create({ data: { storeId, mailerId, kind: 'x', recipient: 'x', facts: {}, createdAt: new Date(0) } })
      const { id: webhookId } = await db.webhook.create({
        data: { storeId, url: 'x', secret: 'x', lastSequence: 0n, createdAt: new Date(0) },
      })
      await db.webhookDelivery.create({
        data: { storeId, webhookId, eventType: 'x', messageId: 'x', request: '{}', createdAt: new Date(0) },
      })
    }
    expect(await fillInMovements(db, databaseClock)).toBeGreaterThan(0)
    expect(await rollUpMovements(db, { atLeast: 1, atOnce: 100 })).toBeGreaterThan(0)
    const { first } = await rowsOfBoth(db)
    await copyToTwin(db)
    expect(changedIn(first, (await rowsOfBoth(db)).first)).toEqual([])
    const counts = await db.$queryRawUnsafe<{ name: string; first: number; twin: number }[]>(
      [...storeTables]
        .filter((table) => table !== 'merchant_key')
        .map(
          (table) => `SELECT '${table}' AS name, (SELECT count(*)::int FROM "${table}" WHERE store_id = ${firstId}) AS first,
            (SELECT count(*)::int FROM "${table}" WHERE store_id = ${twinId}) AS twin`,
        )
        .join(' UNION ALL '),
    )
    expect(counts.filter(({ first, twin }) => first === 0 || first !== twin)).toEqual([])
  })
})
