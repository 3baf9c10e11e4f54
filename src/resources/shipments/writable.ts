/** The fields of the input that sends a shipment. */
import { amount, link, text } from '../../values/writable.ts'

export const tracking = {
  carrier: text('Who carries it', { max: 100, notBlank: true, ifNull: 'nobody in particular' }),
  trackingNumber: text("The carrier's number for it", { max: 200, notBlank: true, ifNull: 'none' }),
  trackingUrl: link("The carrier's page that says where it is", { ifNull: 'none' }),
}

export const label = {
  labelCost: amount('What its label cost', { ifNull: 'no label', besides: 'it takes a `carrier`' }),
}
