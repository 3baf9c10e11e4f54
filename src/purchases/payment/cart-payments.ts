/** The payments of a cart: the one that is not settled, and the plan of another one for the order of a declined one. */
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import type { Write } from '../../writes/write.ts'
import { planOfStored } from './payment.ts'
import type { Plan } from './stored-plan.ts'
import { endOfWait } from './waiting.ts'

type OfCart = { storeId: bigint; cartId: bigint }

/**
 * Finds the payment of a cart that may still be charged, which the gateway has given no answer on. One that waits for the customer is ended first.
 *
 * @returns the id of one that was given up, which its next checkout resumes or withdraws; undefined where there is none.
 *
 * @throws Refusal WRONG_STATUS while one is under way. @throws Beforehand where one waits.
 */
export async function givenUpPaymentOf(write: Write, { storeId, cartId }: OfCart): Promise<bigint | undefined> {
  const open = await write.tx.payment.findFirst({
    where: { storeId, cartId, state: { in: ['recorded', 'asked', 'given_up', 'waiting'] } },
    select: { id: true, state: true },
  })
  if (open?.state === 'waiting') throw endOfWait(write, { storeId, id: open.id })
  if (!open || open.state === 'given_up') return open?.id
  throw new Refusal('WRONG_STATUS', 'A payment of the cart is not settled yet; it will be within minutes.', 'id')
}

/** The plan of the payments of a cart that has led to an order; undefined for a cart of before they were made here. */
export async function planOfCart(tx: Tx, { storeId, cartId }: OfCart): Promise<Plan | undefined> {
  const payment = await tx.payment.findFirst({
    where: { storeId, cartId, orderId: { not: null } },
    orderBy: { id: 'asc' },
    select: { storeId: true, plan: true },
  })
  return payment ? planOfStored(payment) : undefined
}

type PaidAgain = { orderId: bigint; paymentMethodId: bigint | undefined; credit: number; isVisitors: boolean }

/** Plans another payment of the order: at its price, by another method or a new card, with the credit that there is now. Pure. */
export function paidAgain(
  { customerCredit: _, paymentMethodId: _before, isVisitors: _by, ...plan }: Plan,
  { orderId, paymentMethodId, credit, isVisitors }: PaidAgain,
): Plan {
  const { total } = plan.totals
  const creditApplied = Math.min(credit, total)
  const totals = { ...plan.totals, creditApplied, charge: total - creditApplied }
  return {
    ...{ ...plan, orderId, totals },
    ...(paymentMethodId !== undefined && { paymentMethodId }),
    ...(isVisitors && { isVisitors }),
    ...(creditApplied > 0 && { customerCredit: creditApplied }),
  }
}
