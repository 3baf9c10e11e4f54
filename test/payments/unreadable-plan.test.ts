/** A plan that cannot be read, such as one that a newer version stored, is reported; the other payments are looked after all the same. */
import { expect, it } from 'vitest'
import { reconcile } from '../../src/purchases/reconcile.ts'
import { ofStore } from '../of-store.ts'
import { openLateStore } from './late-store.ts'

const { db, gateway, clock, waits, one, passes } = await openLateStore()

it('is told of and left open, and keeps no other waiting', async () => {
  gateway.reset('breaks after')
  const [unreadable, readable] = [await one('REST'), await one('GraphQL')]
  for (const { order } of [unreadable, readable]) expect((await order()).status).toBe(503)
  const { id, plan } = await db.payment.findFirstOrThrow({ where: { customerId: unreadable.customer.id } })
  const setPlan = (stored: object) => db.payment.update({ where: ofStore(Number(id)), data: { plan: stored } })
  await setPlan({ ...(plan as object), version: 2 })
  waits(61)
  const reported: string[] = []
  const results = await reconcile({ db, gateway, clock, report: (error) => reported.push((error as Error).message) })
  expect(results.map(({ result }) => result).sort()).toEqual(['captured', 'failed'])
  expect(reported).toEqual([expect.stringContaining('The stored plan cannot be read.')])
  expect(await db.order.count({ where: { customerId: readable.customer.id } })).toBe(1)
  await setPlan(plan as object)
  expect(await passes()).toEqual(['captured'])
})
