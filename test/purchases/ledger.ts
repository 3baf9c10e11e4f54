/** The ledger of a product's stock. */
import { expect } from 'vitest'
import type { Db } from '../../src/db/connect.ts'

type Movement = { kind: string; quantity: number; cause: string; onHand: number }

/** The movements of an instance, the oldest first: `taken -2 by payment, 8 left`. Their sum is the count. */
export async function movements(db: Db, productInstanceId: number): Promise<string[]> {
  const rows: Movement[] = await db.inventoryMovement.findMany({ where: { productInstanceId }, orderBy: { id: 'asc' } })
  const { quantityOnHand } = await db.productInventory.findFirstOrThrow({ where: { productInstanceId } })
  expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(quantityOnHand)
  expect(rows.at(-1)?.onHand ?? 0).toBe(quantityOnHand)
  return rows.map(({ kind, quantity, cause, onHand }) => `${kind} ${quantity} by ${cause}, ${onHand} left`)
}

/** Checks that every count is the sum of its movements. */
export async function expectCounted(db: Db): Promise<void> {
  const wrong = await db.$queryRaw`
    SELECT product_instance_id, quantity_on_hand FROM product_inventory AS stock WHERE quantity_on_hand <> (
      SELECT coalesce(sum(quantity), 0) FROM inventory_movement AS moved
      WHERE moved.store_id = stock.store_id AND moved.product_instance_id = stock.product_instance_id)`
  expect(wrong).toEqual([])
}
