/** Two writers with one mark of a record, at one moment: one of them writes, the other is told what the record is by then. */
import { expect, it } from 'vitest'
import { addParcel } from '../resources/shipments/parcels.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask, type Surface } from '../writes/ask.ts'
import { addMonthly } from '../writes/rows.ts'

const store = await openStore()
const second = await openStore()
const { db } = store

const rounds = 50

const pairs: readonly (readonly [Surface, Surface])[] = [
  ['REST', 'REST'],
  ['GraphQL', 'GraphQL'],
  ['REST', 'GraphQL'],
]

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

it.each(pairs)('one writes, over %s and %s', async (one, other) => {
  const { id } = await addMonthly(db)
  for (let round = 0; round < rounds; round += 1) {
    const { changedIn } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    const write = (of: typeof store, surface: Surface, note: string) =>
      ask(of, surface, 'updateSubscription', { id, note, if_changed_in: String(changedIn) })
    const answers = await Promise.all([write(store, one, `one ${round}`), write(second, other, `other ${round}`)])
    expect(statusesOf(answers)).toEqual([200, 409])
    const written = answers[0]?.status === 200 ? `one ${round}` : `other ${round}`
    expect((await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).note).toBe(written)
  }
})

it('one does, of acts of different kinds, and neither is done beside the other', async () => {
  for (let round = 0; round < rounds / 5; round += 1) {
    const { id, orderId } = await addParcel(db)
    const { changedIn } = await db.shipment.findUniqueOrThrow({ where: ofStore(id) })
    const order = await db.order.findUniqueOrThrow({ where: ofStore(orderId) })
    const answers = await Promise.all([
      ask(store, 'REST', 'shipShipment', { id, if_changed_in: String(changedIn) }),
      ask(second, 'GraphQL', 'cancelOrder', { id: orderId, if_changed_in: String(order.changedIn) }),
      ask(store, 'GraphQL', 'cancelShipment', { id, if_changed_in: String(changedIn) }),
    ])
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length, JSON.stringify(answers)).toBe(1)
    expect(statusesOf(answers).slice(1)).toEqual([409, 409])
  }
})
