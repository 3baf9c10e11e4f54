/** Stock is adjusted by a number of pieces, with a reason, over both surfaces. */
import { describe, expect, it } from 'vitest'
import { adjusted } from '../../src/resources/inventory/adjust-rules.ts'
import { movements } from '../purchases/ledger.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addProduct } from '../writes/rows.ts'
import { mutate } from './writing.ts'

const store = await openStore()
const { db } = store

describe('The rule', () => {
  it.each([
    [50, 0, 'corrected', 'by must not be 0.'],
    [50, -1, 'received', 'by must be at least 1 for pieces that are received; what is missing is corrected.'],
    [50, 2_147_483_598, 'received', 'by must be at most 2147483597: 50 are on hand.'],
    [-5, -2_147_483_644, 'corrected', 'by must be at least -2147483643: -5 are on hand.'],
  ] as const)('of %i refuses %i %s', (onHand, by, kind, message) => {
    expect(() => adjusted(onHand, by, kind)).toThrow(message)
  })

  it('takes what leads to the ends of the range', () => {
    expect(adjusted(50, 2_147_483_597, 'received')).toBe(2_147_483_647)
    expect(adjusted(-5, -2_147_483_643, 'corrected')).toBe(-2_147_483_648)
  })
})

describe.each(surfaces)('%s', (surface) => {
  const adjust = (instanceId: number, input: object, key?: string) =>
    ask(store, surface, 'adjustInventory', { product_instance_id: instanceId, reason: 'Counted', ...input }, key ? { key } : {})

  it('adds pieces and takes them off, each with a movement that says why', async () => {
    const { instanceId } = await addProduct(db, { stock: 10 })
    expect(await adjust(instanceId, { by: 5, kind: 'received', reason: 'From the roaster' })).toMatchObject({
      status: 201,
      record: { quantity_on_hand: 15 },
    })
    expect((await adjust(instanceId, { by: -17 })).record).toMatchObject({ quantity_on_hand: -2 })
    expect(await movements(db, instanceId)).toEqual([
      'corrected 10 by count, 10 left',
      'received 5 by adjustment, 15 left',
      'corrected -17 by adjustment, -2 left',
    ])
    const [, received] = await db.inventoryMovement.findMany({ where: { productInstanceId: instanceId }, orderBy: { id: 'asc' } })
    expect(received).toMatchObject({ reason: 'From the roaster', causeId: received?.id })
  })

  it('counts once with an Idempotency-Key', async () => {
    const { instanceId } = await addProduct(db, { stock: 10 })
    for (const replayed of [false, true])
      expect(await adjust(instanceId, { by: 3 }, `adjust-${surface}`)).toMatchObject({
        replayed,
        record: { quantity_on_hand: 13 },
      })
    expect(await movements(db, instanceId)).toHaveLength(2)
  })

  it('refuses what is wrong, and leaves the count', async () => {
    const { instanceId } = await addProduct(db, { stock: 10 })
    expect(await adjust(instanceId, { by: 0 })).toMatchObject({ status: 400, message: 'by must not be 0.' })
    expect((await adjust(instanceId, { by: 1, reason: ' ' })).message).toBe('reason must not be empty.')
    expect((await adjust(instanceId, { by: 2_147_483_647 })).message).toBe('by must be at most 2147483637: 10 are on hand.')
    expect((await adjust(9_007_199, { by: 1 })).status).toBe(404)
    expect(await movements(db, instanceId)).toHaveLength(1)
  })

  it('adds up what is adjusted at once', async () => {
    const { instanceId } = await addProduct(db, { stock: 10 })
    await Promise.all(Array.from({ length: 10 }, (_, index) => adjust(instanceId, { by: index + 1 })))
    expect(await movements(db, instanceId)).toHaveLength(11)
    expect((await adjust(instanceId, { by: -65 })).record).toMatchObject({ quantity_on_hand: 0 })
  })

  it('emits inventory.low where the count falls to lowStockAt or below, and no second time below it', async () => {
    const { instanceId } = await addProduct(db, { stock: 10 })
    const { userErrors } = await mutate(store, 'updateInventory', { productInstanceId: String(instanceId), lowStockAt: 6 })
    expect(userErrors).toEqual([])
    const { id } = await db.productInventory.findFirstOrThrow({ where: { productInstanceId: instanceId } })
    const low = () => db.event.count({ where: { type: 'inventory.low', recordId: id } })
    await adjust(instanceId, { by: -3 })
    expect(await low()).toBe(0)
    await adjust(instanceId, { by: -1 })
    await adjust(instanceId, { by: -1 })
    expect(await low()).toBe(1)
  })
})
