/** What may be written of an order once it is placed, and what makes one a gift, then or from the beginning. */
import { flag, text } from '../../values/writable.ts'

export const writable = {
  note: text('What the store notes about it', { max: 10_000, ifNull: 'nothing' }),
  giftRenewalNotif: flag('Whether the recipient of the gift is told of renewals'),
}

/** The columns of an order that gift information fills. */
export const giftInfo = {
  giftMessage: text('What the gift card says', { max: 10_000, initially: '' }),
  giftRecipientName: text('Name of the person the gift is for', { max: 200, initially: '' }),
  giftRecipientEmail: text('E-mail address of the person the gift is for', { max: 320, initially: '' }),
}
