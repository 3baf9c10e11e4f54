/** The fields of the input that sends a shipment. */
import { amount, text } from '../../values/writable.ts'
import { link } from '../../values/writable-texts.ts'

export const tracking = {
  carrier: text('The carrier', { max: 100, notBlank: true, ifNull: 'no carrier' }),
  trackingNumber: text("The carrier's number for it", { max: 200, notBlank: true, ifNull: 'none' }),
  trackingUrl: link("The carrier's page that says where it is", {
    ifNull: 'none',
    example: 'https://carrier.example/track/1Z999',
  }),
}

export const label = {
  labelCost: amount('The cost of its label', { ifNull: 'no label', besides: 'it takes a `carrier`' }),
}
