/** The changes of an update to a placed order, and to the gift it may be. Pure. */

import { badInput } from '../../values/errors.ts'
import { together } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import type { Checked, GivenOf } from '../../values/writable.ts'
import { differing } from '../../values/written-values.ts'
import { giftInfo, writable } from './writable.ts'

export type GiftInfo = GivenOf<typeof giftInfo>

type Update = GivenOf<typeof writable> & { orderGiftInfo?: GiftInfo | null | undefined }

type OrderChange = Checked<typeof writable> & Checked<typeof giftInfo> & { isGift?: boolean }

/** The facts of the rule: whether the order is a gift, and its gift information. */
type Order = { isGift: boolean } & { readonly [Name in keyof typeof giftInfo]?: string }

/**
 * Decides what an update changes. Gift information is merged into the order's; it makes the order a gift where it says anything. Three empty
 * texts, as an order that is no gift shows them, change nothing there, and neither does null.
 *
 * @throws Refusal BAD_INPUT naming the field that is null or too long; a gift stays one.
 */
export function update(order: Order, { orderGiftInfo, ...given }: Update): OrderChange {
  const [own, , gift] = together(
    () => differing(writable, order, given),
    () => checkGift(order, orderGiftInfo),
    () => orderGiftInfo && giftChange(order, orderGiftInfo),
  )
  return { ...own, ...gift }
}

function giftChange(order: Order, given: GiftInfo): Omit<OrderChange, keyof typeof writable> {
  const change = differing(giftInfo, order, given)
  return order.isGift || Object.values(change).some((text) => text !== '') ? { ...change, isGift: true } : {}
}

function checkGift({ isGift }: Order, orderGiftInfo: Update['orderGiftInfo']): void {
  if (orderGiftInfo === null && isGift)
    throw badInput(say`${field('orderGiftInfo')} must not be null: an order that is a gift stays one.`)
}
