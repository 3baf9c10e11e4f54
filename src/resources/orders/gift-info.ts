/** The gift fields of an order, as the client sends them. */
import { inputFields } from '../../schema/inputs.ts'
import { builder } from '../describe.ts'
import { giftInfo } from './writable.ts'

export const orderGiftInfoInput = builder.inputType('OrderGiftInfoInput', {
  description: 'The gift fields of an order; fields that are left out stay as they are.',
  fields: (t) => inputFields(t, giftInfo),
})
