/** What makes an order a gift, as it comes in. */
import { builder } from '../describe.ts'

export const orderGiftInfoInput = builder.inputType('OrderGiftInfoInput', {
  description: 'What makes an order a gift; what is left out stays as it is.',
  fields: (t) => ({
    giftMessage: t.string({ description: 'What the gift card says, at most 10,000 characters.' }),
    giftRecipientName: t.string({ description: 'Name of the person the gift is for, at most 200 characters.' }),
    giftRecipientEmail: t.string({ description: 'E-mail address of the person the gift is for, at most 320 characters.' }),
  }),
})
