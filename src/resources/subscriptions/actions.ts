/** The operations on a subscription, and which of them are allowed now. Pure. */
import { type ErrorCode, Refusal } from '../../values/errors.ts'
import { checkChangeableNow, checkSchedulable } from './change/change-rules.ts'
import { pause, resume } from './pause-rules.ts'
import { cancel, checkRenewable, reactivate, type Subscription, skip, type Term, unskip } from './rules.ts'
import { update } from './update-rules.ts'

type AskedRule = {
  /** The mutation that does it, with the input beside the id that makes it this operation. */
  mutation: string
  input?: Record<string, unknown>
  /** The rule that answers for the subscription. */
  rule: (row: Subscription, now: Date, term: Term, isCustomer: boolean) => unknown
}

/** An update of one field to another value; whether the customer has what it then names, the write looks up. */
const changing = (name: 'addressId' | 'paymentMethodId'): AskedRule => ({
  mutation: 'updateSubscription',
  input: { [name]: null },
  rule: (row, now) => update({ ...row, [name]: undefined }, { [name]: null }, now),
})

const operations: Record<string, AskedRule> = {
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

export const actionNames = Object.keys(operations)

export type Action = { name: string; allowed: boolean; blockedBy: { code: ErrorCode; message: string } | null }

/**
 * Which operations are allowed now, by the very rules the operations obey.
 *
 * @param checkCredential refuses a mutation, by its name and input, that the credential may not run.
 */
export function allowedActions(
  row: Subscription,
  now: Date,
  term: Term,
  isCustomer: boolean,
  checkCredential: (mutation: string, input?: AskedRule['input']) => void,
): Action[] {
  return Object.entries(operations).map(([name, { mutation, input, rule }]) => {
    try {
      checkCredential(mutation, input)
      rule(row, now, term, isCustomer)
      return { name, allowed: true, blockedBy: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { name, allowed: false, blockedBy: { code: error.code, message: error.message } }
    }
  })
}
