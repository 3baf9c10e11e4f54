/** Pieces are taken for an order that is edited, or a subscription that is changed, and put back. */
import { expect, it } from 'vitest'
import { releasePieces, type StockCause, takePieces } from '../../src/purchases/stock/stock.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addProduct } from '../writes/rows.ts'
import { movements } from './ledger.ts'

const { db } = await openStore()
const emit = () => {}
const of: StockCause = { cause: 'subscription', subscriptionId: 7n, storeId: 1n, at: today }

it('All are taken or none, and as often as their cause asks', async () => {
  const [one, other, untracked] = [await addProduct(db, { stock: 3 }), await addProduct(db, { stock: 1 }), await addProduct(db)]
  const pieces = (quantity: number) =>
    [one, other, untracked].map(({ instanceId }) => ({ instanceId: BigInt(instanceId), quantity }))
  const sentence = `There are not 2 in stock of product instance ${other.instanceId}: there are 1.`
  await expect(db.$transaction((tx) => takePieces(tx, pieces(2), of, emit))).rejects.toThrow(sentence)
  for (const _ of [1, 2]) {
    const taken = await db.$transaction((tx) => takePieces(tx, pieces(1), of, emit))
    expect([...taken]).toEqual([BigInt(one.instanceId), BigInt(other.instanceId)])
    await db.$transaction((tx) => releasePieces(tx, pieces(1), of))
  }
  expect(await movements(db, other.instanceId)).toEqual([
    'corrected 1 by count, 1 left',
    ...Array(2).fill(['taken -1 by subscription, 0 left', 'released 1 by subscription, 1 left']).flat(),
  ])
  expect(await movements(db, untracked.instanceId)).toEqual([])
})
