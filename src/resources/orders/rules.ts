/** What may be written of an order. Pure. */
import { type Given, refuseLong, refuseNull } from '../../values/given.ts'

/** The most characters of each text. */
export const maxLengths = { note: 10_000, giftMessage: 10_000, giftRecipientName: 200, giftRecipientEmail: 320 }

type Change = { note?: string | null; giftRenewalNotif?: boolean; orderGiftInfo?: Given }

/** The columns an update changes: gift info is put beside what is there, and makes the order a gift. */
export function update(_row: object, given: { [Key in keyof Change]: Change[Key] | null | undefined }): Given {
  const { orderGiftInfo, ...columns } = given
  refuseNull(given, ['giftRenewalNotif', 'orderGiftInfo'])
  refuseLong(columns, maxLengths)
  if (!orderGiftInfo) return columns
  return { ...columns, ...giftColumns(orderGiftInfo), isGift: true }
}

/** The columns of an order that gift info fills. */
export function giftColumns(info: Given): Given {
  refuseNull(info, Object.keys(info))
  refuseLong(info, maxLengths)
  return info
}
