/** What a stock record may say. Pure. */
import { badInput } from '../../errors.ts'
import { together } from '../../values/faults.ts'
import { refuseNegative, refuseNull } from '../../values/given.ts'

export type Change = {
  quantityOnHand?: number | null | undefined
  confidence?: number | null | undefined
  trackInventory?: boolean | null | undefined
  outOfStockPurchases?: boolean | null | undefined
}

/** Refuses what a stock record cannot say. */
export function checkChange(change: Change): void {
  const { confidence } = change
  together(
    () => refuseNull(change, ['quantityOnHand', 'confidence', 'trackInventory', 'outOfStockPurchases']),
    () => refuseNegative(change, ['quantityOnHand']),
    () => {
      if (confidence == null) return
      if (confidence < 1 || confidence > 10)
        throw badInput('Product Inventory Update Exception: confidence must be between 1-10.', 'confidence')
      if (!Number.isInteger(confidence)) throw badInput('confidence must be a whole number.', 'confidence')
    },
  )
}
