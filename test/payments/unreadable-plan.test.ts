/** A plan that cannot be read, such as one that a newer version stored, is reported; the other payments are looked after all the same. */
import { expect, it } from 'vitest'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openLateStore } from './late-store.ts'

const { db, gateway, clock, waits, one, passes } = await openLateStore()

it('is told of and left open, and keeps no other waiting', async () => {
  gateway.reset('breaks after')
  const [unreadable, readable] = [await one('REST'), await one('GraphQL')]
  for (const { order } of [unreadable, readable]) expect((await order()).status).toBe(503)
  const { id, plan } = await db.payment.findFirstOrThrow({ where: { customerId: unreadable.customer.id } })
  const setPlan = (stored: object) => db.payment.update({ where: ofStore(Number(id)), data: { plan: stored } })
  await setPlan({ ...(plan as object), version: 3 })
  waits(61)
  const reported: string[] = []
  const results = await reconcile({
    db,
    gateways: gatewaysOf(gateway),
    clock,
    report: (error) => reported.push((error as Error).message),
  })
  expect(results.map(({ result }) => result).sort()).toEqual(['captured', 'failed'])
  expect(reported).toEqual([expect.stringContaining('The stored plan cannot be read.')])
  expect(await db.order.count({ where: { customerId: readable.customer.id } })).toBe(1)
  await setPlan(plan as object)
  expect(await passes()).toEqual(['captured'])
})

it('keeps no other waiting where there are more of them than are looked at together', async () => {
  gateway.reset('breaks after')
  const { customer, order } = await one('REST')
  expect((await order()).status).toBe(503)
  const { id, plan, dueAt, ...payment } = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  for (let number = 1; number <= 20; number += 1)
    await db.payment.create({
      data: {
        ...payment,
        reference: `unreadable-${number}`,
        dueAt: new Date((dueAt as Date).getTime() - number),
        plan: { ...(plan as object), version: 3 },
      },
    })
  waits(61)
  const reported: unknown[] = []
  const results = await reconcile({ db, gateways: gatewaysOf(gateway), clock, report: (error) => reported.push(error) })
  expect(results.filter(({ result }) => result !== 'failed').map(({ result }) => result)).toEqual(['captured'])
  expect(reported).toHaveLength(20)
  expect((await db.payment.findUniqueOrThrow({ where: ofStore(Number(id)) })).state).toBe('captured')
  await db.payment.deleteMany({ where: { storeId: 1n, reference: { startsWith: 'unreadable-' } } })
})

it('keeps no other waiting where there are many of them, of which the gateway was never asked', async () => {
  const { customer, order } = await one('REST')
  gateway.reset('breaks after')
  expect((await order()).status).toBe(503)
  const { id, plan, ...payment } = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  const unasked = { ...payment, state: 'recorded', askedAt: null, orderId: null } as const
  const due = clock.now()
  const add = (number: number, stored: object) =>
    db.payment.create({
      data: { ...unasked, reference: `unread-${number}`, dueAt: new Date(due.getTime() + number), plan: stored },
    })
  for (let number = 1; number <= 20; number += 1) await add(number, { ...(plan as object), version: 3 })
  await add(21, plan as object)
  await db.payment.update({ where: ofStore(Number(id)), data: { state: 'failed', dueAt: null } })
  waits(61)
  const reported: unknown[] = []
  const results = await reconcile({ db, gateways: gatewaysOf(gateway), clock, report: (error) => reported.push(error) })
  expect(results.filter(({ result }) => result !== 'failed')).toEqual([{ reference: 'unread-21', result: 'never charged' }])
  expect(reported).toHaveLength(20)
})
