import { lockRow } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { byField } from './answers.ts'

mutation('deleteProductSurveyResult', {
  description: 'Deletes a filled-in survey with its answers.',
  scope: 'product_survey_results',
  input: (t) => ({ id: t.id({ required: true, description: 'The result.' }) }),
  async write({ tx, viewer: { storeId } }, input, subject) {
    const id = readId('id', input.id)
    const result = await lockRow<{ subscriptionId: bigint }>(tx, 'product_survey_result', { id, storeId })
    if (!result) throw notFound()
    const { subscriptionId } = result
    subject.subscriptionId = subscriptionId

    const answers = await tx.productSurveyAnswer.findMany({
      where: { storeId, resultId: id },
      select: { fieldId: true, value: true },
      orderBy: { id: 'asc' },
    })
    await tx.productSurveyAnswer.deleteMany({ where: { storeId, resultId: id } })
    await tx.productSurveyResult.delete({ where: { storeId_id: { storeId, id } }, select: { id: true } })
    return { subscriptionId, changes: { answers: { from: byField(answers), to: null } } }
  },
})
