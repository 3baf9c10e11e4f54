/** The facts that decide a refund of an order which a write has locked. */
import type { Shape } from '../../db/shape.ts'
import type { FactsToRefund } from '../../purchases/refund.ts'
import { planRowInputs } from '../../read/plan/row-inputs.ts'
import { modelOf } from '../../schema/model.ts'
import type { Write } from '../../writes/write.ts'
import { models } from '../data-model.ts'
import { refundFacts, refundInputs } from '../refund-facts.ts'

const readRow = planRowInputs(modelOf(models, 'Order'), {
  ...refundInputs,
  store: { model: modelOf(models, 'Store'), columns: ['currency'] },
})

/** Reads what is left to refund of an order, by a statement of its own that begins behind the lock. */
export async function readRefundFacts(
  { tx, context }: Write,
  { id }: Shape<'Order'>,
): Promise<FactsToRefund & { isRefunding: boolean }> {
  const values = await readRow(tx, context, id)
  const { currency } = values.store as Pick<Shape<'Store'>, 'currency'>
  return { ...refundFacts(values), currency }
}
