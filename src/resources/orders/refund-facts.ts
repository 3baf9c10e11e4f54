/** The facts that decide a refund of an order which a write has locked. */
import type { Shape } from '../../db/shape.ts'
import type { FactsToRefund } from '../../purchases/refund/refund.ts'
import type { RefundFacts } from '../../purchases/refund/refundable.ts'
import { changingRefusal, isChanging } from '../../purchases/subscription/change-under-way.ts'
import { planRowInputs } from '../../read/plan/row-inputs.ts'
import { modelOf } from '../../schema/model.ts'
import type { ComputedInputs, InputValues } from '../../schema/reads.ts'
import { Refusal } from '../../values/errors.ts'
import type { Write } from '../../writes/write.ts'
import { models } from '../data-model.ts'
import { type RefundsUnderWay, refundFacts, refundInputs } from '../refund-facts.ts'

/** The inputs of a refund of an order, and the payments of its edits that are under way. */
export const moneyInputs = {
  ...refundInputs,
  relations: { ...refundInputs.relations, payments: { columns: ['id'], only: { state: { in: ['recorded', 'asked'] } } } },
} as const satisfies ComputedInputs

const readRow = planRowInputs(modelOf(models, 'Order'), {
  ...moneyInputs,
  store: { model: modelOf(models, 'Store'), columns: ['currency'] },
})

/** The facts, the refunds of the order that are under way, and whether the payment of an edit is. */
type MoneyFacts = RefundFacts & RefundsUnderWay & { isCharging: boolean }

/** The facts of an order, as they are read with it. */
export function moneyFacts({ payments, ...values }: InputValues): MoneyFacts {
  return { ...refundFacts(values), isCharging: (payments as object[]).length > 0 }
}

/** Reads what is left to refund of an order, by a statement of its own that begins behind the lock. */
export async function readRefundFacts({ tx, context }: Write, { id }: Shape<'Order'>): Promise<MoneyFacts & FactsToRefund> {
  const { store, ...values } = await readRow(tx, context, id)
  const { currency } = store as Pick<Shape<'Store'>, 'currency'>
  return { ...moneyFacts(values), currency }
}

/**
 * Refuses to move the money of an order while an edit of it is charged.
 *
 * @throws Refusal WRONG_STATUS.
 */
export function checkNotCharging({ orderId, isCharging }: MoneyFacts, what: string): void {
  if (isCharging)
    throw new Refusal('WRONG_STATUS', `Order ${orderId} has an edit under way: it can be ${what} once that is paid.`)
}

/**
 * Refuses to give money of an order back while a bank is to decide a dispute of it.
 *
 * @throws Refusal WRONG_STATUS.
 */
export function checkNotDisputed({ orderId, isDisputed }: MoneyFacts, what: string): void {
  if (isDisputed)
    throw new Refusal('WRONG_STATUS', `The payment of order ${orderId} is disputed: it can be ${what} once the dispute is over.`)
}

/**
 * Refuses a refund of an order while an edit is charged, a bank is to decide a dispute, or the gateway has not answered another refund.
 *
 * @throws Refusal WRONG_STATUS.
 */
export function checkNoneUnderWay(facts: MoneyFacts): void {
  checkNotCharging(facts, 'refunded')
  checkNotDisputed(facts, 'refunded')
  if (facts.isUnanswered)
    throw new Refusal(
      'WRONG_STATUS',
      `Order ${facts.orderId} has a refund that the payment gateway has not answered: it can be refunded once that is settled.`,
    )
}

/**
 * Refuses to work on an order while the difference of a change of its subscription is paid, which takes over what of it is unused.
 *
 * @param order locked.
 * @throws Refusal WRONG_STATUS.
 */
export async function checkNotChanging({ tx }: Write, { storeId, id }: Shape<'Order'>, what: string): Promise<void> {
  if (await isChanging(tx, storeId, id)) throw changingRefusal(id, what)
}
