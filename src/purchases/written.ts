/** What a settled purchase tells the door: the record to show, the log entry, and the refusal of a declined payment. */
import { Refusal } from '../errors.ts'
import type { Charge } from '../payments/gateway.ts'
import type { Written } from '../writes/write.ts'
import type { Plan } from './plan.ts'
import { renewedId } from './reserve.ts'
import type { Settled } from './settle.ts'

/** Puts a settled purchase into the words of the door; a declined one shows no record. */
export function writtenOf(plan: Plan, charge: Charge, { orderId, isPaid }: Settled, note?: string | null): Written {
  const subscriptionId = renewedId(plan)
  const shown = plan.shows === 'order' ? orderId : BigInt(subscriptionId ?? 0)
  return {
    ...(isPaid && { id: shown }),
    orderId,
    ...(subscriptionId !== undefined && { subscriptionId: BigInt(subscriptionId) }),
    note,
    changes: { order: { from: null, to: { id: orderId, total: plan.totals.total, charged: isPaid ? plan.totals.charge : 0 } } },
    ...(charge.result === 'declined' && {
      refusal: new Refusal('PAYMENT_DECLINED', `The payment was declined. ${charge.reason}`),
    }),
  }
}
