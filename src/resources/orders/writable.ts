/** The writable fields of a placed order, and the gift fields of one that is placed. */
import { flag, text } from '../../values/writable.ts'
import { code, externalId, name } from '../../values/writable-texts.ts'
import { labels } from '../labels.ts'

export const writable = {
  externalId: externalId('order'),
  note: text("The store's note about it", { max: 10_000, ifNull: 'nothing' }),
  giftRenewalNotif: flag('Whether the recipient of the gift is told of renewals'),
  ...labels('order'),
}

/** The columns of an order that gift information fills. */
export const giftInfo = {
  giftMessage: text('The text of the gift card', { max: 10_000, initially: '' }),
  giftRecipientName: name('Name of the person the gift is for', { max: 200, initially: '' }),
  giftRecipientEmail: code('E-mail address of the person the gift is for', { max: 320, initially: '' }),
}

/** The reason of a cancellation, an edit or a refund. */
export const storesReason = { reason: text("The store's reason", { max: 10_000, ifNull: 'nothing' }) }
