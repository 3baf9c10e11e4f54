/** The database cuts off the write of a dispute at each of its rows: what was cut is done later, and money and rows are right once. */
import { beforeAll, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { lookAtDisputes } from '../../src/worker/disputes.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

let now = new Date('2026-03-20T09:00:00Z')
const store = await openStore({ now: () => now, isApart: true })
const { db } = store
const clock = clockOf(() => now)
const gateways = gatewaysOf(sandboxGateway(db, clock))
let faults = 0
const look = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  const report = () => void faults++
  // A round that cannot take what is due ends, and the next one begins anew.
  return inSight(() => lookAtDisputes({ db, clock, gateways, report }).catch(report))
}

const tables = ['transaction', 'dispute', 'subscription', 'customer', 'log_entry', 'event', 'gateway_dispute']

beforeAll(async () => {
  await db.$executeRaw`CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$`
})

const cut = (table: string) =>
  db.$executeRawUnsafe(`CREATE TRIGGER a_cut BEFORE INSERT OR UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION cut_off()`)
const mend = (table: string) => db.$executeRawUnsafe(`DROP TRIGGER a_cut ON "${table}"`)

describe.each(['opening', 'end'] as const)('The %s of a dispute', (step) => {
  it.each(tables)('is written once where it was cut off at %s', async (table) => {
    const customer = await addCustomer(db, { token: 'tok_dispute_won' })
    const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 2400 }] })
    const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id } }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    if (step === 'end') await look(0)
    faults = 0
    await cut(table)
    await look(step === 'end' ? 11 : 0)
    await mend(table)
    expect(faults).toBeGreaterThan(0)
    await look(61)
    await Promise.all([look(61), look(0)])
    const orderId = BigInt(record.id)
    expect(await db.dispute.findMany({ where: { orderId } })).toMatchObject([{ status: 'won', isWithdrawn: false }])
    const moves = await db.transaction.findMany({ where: { orderId, kind: 'dispute' } })
    expect(moves).toMatchObject([{ total: 2400n, reversedAt: expect.any(Date) }])
    const { totalRevenue } = await db.customer.findFirstOrThrow({ where: { storeId: 1n, id: customer.id } })
    const { revenue } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: customer.id } })
    expect([totalRevenue, revenue]).toEqual([2400n, 2400n])
    const told = await db.event.findMany({ where: { orderId, type: { startsWith: 'dispute' } }, orderBy: { id: 'asc' } })
    expect(told.map(({ type }) => type)).toEqual(['dispute.opened', 'dispute.closed'])
  })
})
