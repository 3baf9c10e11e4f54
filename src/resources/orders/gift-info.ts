/** What makes an order a gift, as it comes in. */
import { inputFields } from '../../schema/inputs.ts'
import { builder } from '../describe.ts'
import { giftInfo } from './writable.ts'

export const orderGiftInfoInput = builder.inputType('OrderGiftInfoInput', {
  description: 'What makes an order a gift; what is left out stays as it is.',
  fields: (t) => inputFields(t, giftInfo),
})
