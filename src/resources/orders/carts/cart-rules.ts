/** The rules of carts. Pure. */
import { badInput, Refusal } from '../../../values/errors.ts'
import { field, say } from '../../../values/sentence.ts'
import { maxLines } from '../create-rules.ts'

/** The most open carts of a customer; one more takes the place of the one that is unchanged for longest. */
export const mostOpenCarts = 20

/** A cart, as far as decides what may be done with it. */
type CartState = { orderId: bigint | null; completed: boolean }

const hourMilliseconds = 3_600_000

/** Whether a cart counts as abandoned, and was not announced so. @param hours after its last change; null or 0 for never. */
export function isAbandoned(
  { completed, abandonedAt, changedAt }: { completed: boolean; abandonedAt: Date | null; changedAt: Date | null },
  hours: number | null,
  now: Date,
): boolean {
  if (completed || abandonedAt !== null || changedAt === null || !hours) return false
  return now.getTime() - changedAt.getTime() >= hours * hourMilliseconds
}

/** Refuses a number of lines that a checkout would refuse; an empty cart may be filled later. */
export function checkLines(count: number): void {
  if (count > maxLines) throw badInput(say`${field('products')} must have at most ${maxLines} lines, not ${count}.`)
}

/** Refuses a change of a cart that has an order: its order says what is bought, and at which price. */
export function checkFillable({ orderId, completed }: CartState): void {
  if (orderId === null) return
  const instead = completed ? 'Make another cart.' : 'Check it out to pay that order; to buy something else make another cart.'
  throw new Refusal('WRONG_STATUS', `The cart has led to order ${orderId} and stays as it is. ${instead}`, 'id')
}

/** Refuses the checkout of a cart that was paid. */
export function checkPayable({ orderId, completed }: CartState): void {
  if (completed) throw new Refusal('WRONG_STATUS', `The cart was checked out: it has led to order ${orderId}.`, 'id')
}

/** Refuses another payment of an order that is paid, or that nothing is to pay any more. */
export function checkUnpaid(order: { id: bigint; status: string; financialStatus: string }): void {
  if (order.status === 'open' && order.financialStatus === 'unpaid') return
  const why = order.financialStatus === 'unpaid' ? 'is closed' : 'is paid'
  throw new Refusal('WRONG_STATUS', `Order ${order.id} of the cart ${why}; make another cart.`, 'id')
}
