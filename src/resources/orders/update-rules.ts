/** What may be written of an order once it is placed, and of the gift it may be. Pure. */
import { badInput } from '../../errors.ts'
import { together } from '../../values/faults.ts'
import { differing, present, refuseLong, refuseNull } from '../../values/given.ts'

export type GiftInfo = {
  giftMessage?: string | null | undefined
  giftRecipientName?: string | null | undefined
  giftRecipientEmail?: string | null | undefined
}

export type Given = {
  note?: string | null | undefined
  orderGiftInfo?: GiftInfo | null | undefined
  giftRenewalNotif?: boolean | null | undefined
}

export type Change = Partial<{
  note: string | null
  giftRenewalNotif: boolean
  isGift: boolean
  giftMessage: string
  giftRecipientName: string
  giftRecipientEmail: string
}>

/** The most characters of each text; an e-mail address has at most 320. */
export const maxLengths = { note: 10_000, giftMessage: 10_000, giftRecipientName: 200, giftRecipientEmail: 320 }

/** What the rule looks at: the order, and, where an update would make it a gift, whether all it holds can be given as one. */
export type Order = { isGift: boolean; isGiftable?: boolean }

/** Whether an update would make an order a gift that was none. */
export const makesGift = (order: Order, { orderGiftInfo }: Given): boolean => orderGiftInfo != null && !order.isGift

/**
 * What an update changes: gift information is merged into what is there and makes the order a gift.
 *
 * @throws Refusal BAD_INPUT naming the field that is null or too long, and for an order of what cannot be given; a gift stays
 *   one.
 */
export function update(order: Order, { orderGiftInfo, ...given }: Given): Change {
  const own = differing(order, given)
  const [, , , gift] = together(
    () => refuseNull(own, ['giftRenewalNotif']),
    () => refuseLong(own, maxLengths),
    () => checkGift(order, orderGiftInfo),
    () => orderGiftInfo && { ...giftColumns(differing(order, orderGiftInfo)), isGift: true },
  )
  return { ...own, ...gift } as Change
}

function checkGift(order: Order, orderGiftInfo: Given['orderGiftInfo']): void {
  if (orderGiftInfo === null && order.isGift)
    throw badInput('order_gift_info must not be null: an order that is a gift stays one.', 'orderGiftInfo')
  if (makesGift(order, { orderGiftInfo }) && !order.isGiftable)
    throw badInput('order_gift_info must not be given: the order has products that cannot be given as a gift.', 'orderGiftInfo')
}

/** The columns of an order that gift information fills. */
export function giftColumns(info: GiftInfo): Change {
  together(
    () => refuseNull(info, ['giftMessage', 'giftRecipientName', 'giftRecipientEmail']),
    () => refuseLong(info, maxLengths),
  )
  return present(info) as Change
}
