/** The operations on a subscription, and which of them are allowed now. Pure. */
import { type Action, actionsBy, type CheckCredential, type Operations } from '../allowed-actions.ts'
import { checkChangeableNow, checkSchedulable } from './change/change-rules.ts'
import { pause, resume } from './pause-rules.ts'
import { cancel, checkRenewable, reactivate, type Subscription, skip, type Term, unskip } from './rules.ts'
import { update } from './update-rules.ts'

type SubscriptionFacts = [row: Subscription, now: Date, term: Term, isCustomer: boolean]

/** An update of one field to another value; whether the customer has what it then names, the write looks up. */
const changing = (name: 'addressId' | 'paymentMethodId'): Operations<SubscriptionFacts>[string] => ({
  mutation: 'updateSubscription',
  input: { [name]: null },
  rule: (row, now) => update({ ...row, [name]: undefined }, { [name]: null }, now),
})

export const operations: Operations<SubscriptionFacts> = {
  cancel: { mutation: 'cancelSubscription', rule: (row, now) => cancel(row, now) },
  reactivate: { mutation: 'reactivateSubscription', rule: (row, now, _term, isCustomer) => reactivate(row, now, isCustomer) },
  skip: { mutation: 'skipSubscription', rule: skip },
  unskip: { mutation: 'unskipSubscription', rule: (row, now) => unskip(row, now) },
  renew: { mutation: 'renewSubscription', rule: (row, now, _term, isCustomer) => checkRenewable(row, now, isCustomer) },
  pause: { mutation: 'pauseSubscription', rule: (row, now) => pause(row, now) },
  resume: { mutation: 'resumeSubscription', rule: (row, now) => resume(row, now) },
  change_product: {
    mutation: 'changeSubscription',
    rule: (row, now) => (row.autorenew ? checkSchedulable(row) : checkChangeableNow(row, now)),
  },
  change_address: changing('addressId'),
  change_payment_method: changing('paymentMethodId'),
  // The subscription forbids none; whether a coupon can be added is said of that coupon.
  add_coupon: { mutation: 'addSubscriptionCoupon', rule: () => undefined },
}

/** Which operations are allowed now. */
export const allowedActions = (checkCredential: CheckCredential, ...facts: SubscriptionFacts): Action[] =>
  actionsBy(operations, facts, checkCredential)
