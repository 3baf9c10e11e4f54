/** The writable fields of a payment method; none can be null. */
import { flag, reference, step } from '../../values/writable.ts'
import { cardText, lastDigits } from '../../values/writable-texts.ts'

/** The card of a method, as the payment gateway describes it. */
export const card = {
  gatewayToken: cardText("The payment gateway's token of the card, which nothing shows", {
    max: 255,
    notBlank: true,
    isFixed: true,
    isSecret: true,
  }),
  gatewayCustomer: cardText("The payment gateway's id of the customer that the token belongs to, which nothing shows", {
    max: 255,
    ifNull: 'none, as in the sandbox',
    isFixed: true,
    isSecret: true,
  }),
  brand: cardText('Brand of the card', { max: 50, initially: '', isFixed: true }),
  last4: lastDigits('The last digits of the card', { isFixed: true }),
  expMonth: step('Month in which the card runs out', { from: 1, to: 12 }),
  expYear: step('Year in which the card runs out', { from: 2000, to: 2199 }),
}

export const writable = {
  customerId: reference('Customer', 'The customer who pays with it', { isFixed: true }),
  ...card,
  isDefault: flag('Whether it is charged where no other is named, in the place of the one before; a first one always is', {
    initially: false,
  }),
}
