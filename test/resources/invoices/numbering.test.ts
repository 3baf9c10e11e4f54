/** Numbers of invoices: without a gap and none twice, whatever ends in between, and with the epoch once a copy is adopted. */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { type Db, overPostgres } from '../../../src/db/connect.ts'
import { openGateways } from '../../../src/payments/open.ts'
import { wrongInvoices } from '../../../src/resources/invoices/wrong-invoices.ts'
import { issueDue } from '../../../src/worker/invoices.ts'
import { beginEpoch } from '../../../src/writes/epoch.ts'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'
import { ask } from '../../writes/ask.ts'
import { addProduct } from '../../writes/rows.ts'
import { openShop } from './shop.ts'

const shop = await openShop()
const { db, store, buy, issue, invoicesOf, faults } = shop
const product = await addProduct(db, { price: 1_000 })
const first = await buy([[product, 1]])

/** Makes paid orders like the first one, by SQL, which writes what is due for each. */
async function addPaid(count: number): Promise<void> {
  await db.$executeRaw`
    WITH made AS (
      INSERT INTO "order" SELECT (jsonb_populate_record(NULL::"order", to_jsonb(model) || jsonb_build_object('id', nextval('order_id_seq')))).*
      FROM generate_series(1, ${count}::int) JOIN LATERAL (SELECT * FROM "order" WHERE store_id = 1 AND id = ${BigInt(first.id)}) AS model ON true
      RETURNING id
    )
    INSERT INTO order_product SELECT (jsonb_populate_record(NULL::order_product, to_jsonb(line) || jsonb_build_object(
      'id', nextval('order_product_id_seq'), 'order_id', made.id, 'subscription_id', null))).*
    FROM made JOIN order_product AS line ON line.store_id = 1 AND line.order_id = ${BigInt(first.id)}`
}

type Numbered = { series: string; epoch: number; place: bigint; orderId: bigint }

/** Expects that each series goes from 1 on without a gap, and that no order has two invoices of its payment. */
async function expectWhole(): Promise<Numbered[]> {
  const rows = await db.invoice.findMany({
    where: { storeId: 1n },
    orderBy: [{ series: 'asc' }, { epoch: 'asc' }, { place: 'asc' }],
  })
  for (const series of Map.groupBy(rows, ({ series, epoch }) => `${series} ${epoch}`).values())
    expect(series.map(({ place }) => Number(place))).toEqual(series.map((_row, index) => index + 1))
  const paid = rows.filter(({ cause }) => cause === 'payment').map(({ orderId }) => orderId)
  expect(new Set(paid).size).toBe(paid.length)
  expect(await store.session(wrongInvoices)).toEqual([])
  return rows
}

describe('numbers', () => {
  it.skipIf(!store.url)('have no gap and none twice where workers run beside each other and lose their sessions', async () => {
    await issue()
    const before = await db.invoice.count({ where: { storeId: 1n } })
    for (let batch = 0; batch < 5; batch += 1) await addPaid(100)
    const clock = clockOf(() => today)
    const opened = [1, 2, 3].map(() => overPostgres(store.url ?? ''))
    const lost: unknown[] = []
    const work = async (own: Db) => {
      while ((await db.invoiceDue.count({ where: { storeId: 1n } })) > 0)
        await issueDue({ db: own, clock, gateways: openGateways(own, clock), report: (error) => void lost.push(error) }).catch(
          (error: unknown) => lost.push(error),
        )
    }
    const working = Promise.all(opened.map((each) => work(each.db)))
    let isOver = false
    void working.finally(() => {
      isOver = true
    })
    let killed = 0
    while (!isOver && killed < 12) {
      // Sessions that hold a series, and have written invoices that are not committed.
      killed += await db.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'invoice_series'::regclass AND mode = 'RowExclusiveLock')`
      await setTimeout(5)
    }
    await working
    for (const each of opened) await each.close()
    expect(killed).toBeGreaterThan(0)
    expect(lost.length).toBeGreaterThan(0)
    expect((await expectWhole()).length).toBe(before + 500)
  })

  it('are given again where the commit fails, to the same invoices', async () => {
    await issue()
    const { _max } = await db.invoice.aggregate({ where: { storeId: 1n, series: 'invoice' }, _max: { place: true } })
    await addPaid(3)
    await db.$executeRaw`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the process ends here'; END $$`
    await db.$executeRaw`
      CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`
    expect(await issue()).toBe(0)
    expect(String(faults.splice(0)[0])).toContain('the process ends here')
    await db.$executeRaw`DROP TRIGGER fails ON invoice`
    await db.$executeRaw`DROP FUNCTION fail`
    expect(await issue()).toBe(3)
    const rows = await expectWhole()
    const last = rows.filter(({ series }) => series === 'invoice').at(-1)
    expect(last?.place).toBe((_max.place ?? 0n) + 3n)
  })

  it('wait behind an invoice that cannot be made, of its order alone', async () => {
    await issue()
    const broken = await buy([[product, 1]])
    await ask(store, 'REST', 'refundOrder', { id: broken.id })
    const orderId = BigInt(broken.id)
    const due = await db.invoiceDue.findFirstOrThrow({ where: { storeId: 1n, orderId, cause: 'payment' } })
    await db.invoiceDue.update({ where: ofStore(due.id), data: { basis: { lines: [{}], addressId: null } } })
    const other = await buy([[product, 1]])
    expect(await issue()).toBe(1)
    expect(String((faults.splice(0)[0] as Error).message)).toBe(`What order ${broken.id} of store 1 is due has no invoice.`)
    expect(await invoicesOf(other.id)).toHaveLength(1)
    expect(await db.invoiceDue.count({ where: { storeId: 1n, orderId } })).toBe(2)
    // An hour later it is tried again.
    await db.invoiceDue.update({ where: ofStore(due.id), data: { basis: due.basis as object } })
    expect(await invoicesOf(broken.id)).toEqual([])
    await db.invoiceDue.update({ where: ofStore(due.id), data: { failedAt: new Date(today.getTime() - 3_700_000) } })
    expect((await invoicesOf(broken.id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
    await expectWhole()
  })

  it('carry the epoch of an adopted copy, whose series begin anew', async () => {
    await issue()
    const { epoch } = await store.session((session) => beginEpoch(session, { kind: 'directory', path: '/elsewhere' } as never))
    const order = await buy([[product, 1]])
    await ask(store, 'REST', 'refundOrder', { id: order.id })
    expect((await invoicesOf(order.id)).map(({ number }) => number)).toEqual([`AG-${epoch}.1`, `AG-C${epoch}.1`])
    await expectWhole()
  })
})

describe('doctor', () => {
  it('finds places without an invoice, what has waited, and paid orders without one', async () => {
    const { db, store, buy, issue } = await openShop()
    const product = await addProduct(db, { price: 1_000 })
    await buy([[product, 1]])
    await issue()
    expect(await store.session(wrongInvoices)).toEqual([])
    const { id } = await buy([[product, 1]])
    await db.invoiceDue.deleteMany({ where: { storeId: 1n } })
    await buy([[product, 1]])
    await db.invoiceDue.updateMany({ where: { storeId: 1n }, data: { createdAt: new Date(0) } })
    await db.invoiceSeries.updateMany({ where: { storeId: 1n, series: 'invoice' }, data: { last: { increment: 2 } } })
    expect(await store.session(wrongInvoices)).toEqual([{ storeId: 1n, gaps: 2, late: 1, orders: 1, ids: [BigInt(id)] }])
  })
})
