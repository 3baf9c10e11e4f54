/** Deletes a filled-in survey with its answers. */
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { byField } from './answers.ts'

mutation('deleteProductSurveyResult', {
  emits: ['survey_result.deleted'],
  description: 'Deletes a filled-in survey with its answers.',
  scope: 'product_survey_results',
  input: (t) => ({ id: t.id({ required: true, description: 'The result.' }) }),
  async write(write, input) {
    const result = await write.lock('ProductSurveyResult', { id: readId(field('id'), input.id) })
    const { storeId, id: resultId } = result
    const answers = await write.tx.productSurveyAnswer.findMany({
      where: { storeId, resultId },
      select: { fieldId: true, value: true },
      orderBy: { id: 'asc' },
    })
    await write.deleteAll('ProductSurveyAnswer', { resultId })
    await write.delete(result)
    const gone = { type: 'survey_result.deleted', recordType: 'product_survey_result', id: resultId } as const
    return { changes: { answers: { from: byField(answers), to: null } }, emits: [gone] }
  },
})
