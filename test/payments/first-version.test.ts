/** A renewal whose plan was stored by a version before reasons were kept is settled like any other. */
import { expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { ask } from '../writes/ask.ts'
import { addMonthly, pastDue } from '../writes/rows.ts'
import { openLateStore } from './late-store.ts'

const { store, db, gateway, passes } = await openLateStore()

type Stored = { lines: { subscription: { paid: object; declined: object } }[] }

/** Plans of version 1 gave no reason. */
async function putBack(subscriptionId: number): Promise<void> {
  const { id, plan } = await db.payment.findFirstOrThrow({ where: { subscriptionId } })
  const { lines, ...others } = plan as Stored
  const without = (change: object) => Object.fromEntries(Object.entries(change).filter(([name]) => name !== 'pastDueReason'))
  const before = lines.map(({ subscription, ...line }) => ({
    ...line,
    subscription: { ...subscription, paid: without(subscription.paid), declined: without(subscription.declined) },
  }))
  await db.payment.update({ where: ofStore(id), data: { plan: { ...others, version: 1, lines: before } } })
}

it.each([
  ['breaks after', 'captured', 'active', null],
  ['breaks after declining', 'declined', 'past_due', 'declined'],
] as const)('where the gateway %s: %s', async (mood, result, status, pastDueReason) => {
  const { id } = await addMonthly(db, { ...pastDue(2), pastDueReason: 'out_of_stock' })
  gateway.reset(mood)
  expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(503)
  await putBack(id)
  expect(await passes(120)).toEqual([result])
  expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status, pastDueReason })
})

it('where a reactivation was declined', async () => {
  const { id } = await addMonthly(db, { status: 'expired', autorenew: false, endDate: new Date('2026-03-10T09:00:00Z') })
  gateway.reset('breaks after declining')
  expect((await ask(store, 'REST', 'reactivateSubscription', { id })).status).toBe(503)
  await putBack(id)
  expect(await passes(120)).toEqual(['declined'])
  expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({
    status: 'expired',
    pastDueReason: null,
  })
})
