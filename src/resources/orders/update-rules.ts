/** What an update changes of an order once it is placed, and of the gift it may be. Pure. */
import { badInput } from '../../values/errors.ts'
import { together } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import { type Checked, differing, type GivenOf } from '../../values/writable.ts'
import { giftInfo, writable } from './writable.ts'

export type GiftInfo = GivenOf<typeof giftInfo>

type Update = GivenOf<typeof writable> & { orderGiftInfo?: GiftInfo | null | undefined }

type OrderChange = Checked<typeof writable> & Checked<typeof giftInfo> & { isGift?: boolean }

/** What the rule looks at: the order, and, where an update would make it a gift, whether all it holds can be given as one. */
type Order = { isGift: boolean; isGiftable?: boolean }

/** Whether an update would make an order a gift that was none. */
export const makesGift = (order: Order, { orderGiftInfo }: Update): boolean => orderGiftInfo != null && !order.isGift

/**
 * What an update changes: gift information is merged into what is there and makes the order a gift.
 *
 * @throws Refusal BAD_INPUT naming the field that is null or too long, and for an order of what cannot be given; a gift stays
 *   one.
 */
export function update(order: Order, { orderGiftInfo, ...given }: Update): OrderChange {
  const [own, , gift] = together(
    () => differing(writable, order, given),
    () => checkGift(order, orderGiftInfo),
    () => orderGiftInfo && { ...differing(giftInfo, order, orderGiftInfo), isGift: true },
  )
  return { ...own, ...gift }
}

function checkGift(order: Order, orderGiftInfo: Update['orderGiftInfo']): void {
  if (orderGiftInfo === null && order.isGift)
    throw badInput(say`${field('orderGiftInfo')} must not be null: an order that is a gift stays one.`)
  if (makesGift(order, { orderGiftInfo }) && !order.isGiftable)
    throw badInput(say`${field('orderGiftInfo')} must not be given: the order has products that cannot be given as a gift.`)
}
