/** The writable fields of a subscription, and the note that an action may carry. */
import { maxQuantity } from '../../purchases/payment/plan.ts'
import { say } from '../../values/sentence.ts'
import { amount, count, flag, reference, text, time } from '../../values/writable.ts'
import { externalId } from '../../values/writable-texts.ts'
import { labels } from '../labels.ts'

export const writable = {
  externalId: externalId('subscription'),
  note: text("The store's note about it", { max: 10_000, ifNull: 'nothing' }),
  // Terms added to a date that is given by hand stay within what can be written and stored; others are slips of the pen.
  endDate: time('When the time paid for ends, and the next renewal is due', {
    years: [2000, 2199],
    besides: 'not before `startDate`, and while it renews by itself not in the past',
    ofNull: 'must be a time, not null',
  }),
  autorenew: flag(
    'Whether it renews by itself; turned off, a skip that lies ahead is taken back; a gift does not; a cancelled or expired one is reactivated instead, and one whose end date is over is given a later one',
    {
      ofNull: 'must be true or false, not null',
    },
  ),
  addressId: reference('Address', 'The address of its customer that it is sent to', { ifNull: 'the oldest one' }),
  paymentMethodId: reference('PaymentMethod', 'The payment method of its customer that it is charged to', {
    ifNull: 'the default one',
  }),
  backupPaymentMethodId: reference(
    'PaymentMethod',
    'The payment method of its customer that a renewal is tried with once, after the other one was declined',
    { ifNull: 'none' },
  ),
  credit: amount('Credit that lowers the next renewal', {
    ifNull: 'none',
    range: (name, max) => say`${name} must be from 0 to ${max}.`,
  }),
  ...labels('subscription'),
}

export const pauseFields = {
  pausedUntil: time('When it resumes by itself', {
    years: [2000, 2199],
    besides: 'in the future',
    ifNull: 'when it is resumed by hand',
  }),
}

/** The plan of a subscription, as `changeSubscription` takes it. */
export const planFields = {
  termId: reference('SubscriptionTypeTerm', 'The term that each payment covers, one that the product is sold for', {}),
  productInstanceId: reference('ProductInstance', 'The instance that it sends; one of another product needs a term of that', {}),
  quantity: count('How many each delivery holds', { min: 1, max: maxQuantity }),
  fixedPrice: amount('Price of one piece from the next renewal on', {
    besides: 'for merchants; another term or instance without it is at the price of the day',
    ifNull: 'the price of the day',
  }),
}

const maxRemark = 2_000

export const remark = { logNote: text('A remark for the log', { max: maxRemark, ifNull: 'none' }) }
