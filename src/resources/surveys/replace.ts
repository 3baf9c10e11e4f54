/** Replaces all answers of a filled-in survey. */
import { isDeepStrictEqual } from 'node:util'
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { answerInput, byField, readAnswers } from './answers.ts'
import { checkAnswers, live } from './rules.ts'

mutation('replaceProductSurveyResult', {
  emits: ['survey_result.updated'],
  description:
    'Replaces all answers of a filled-in survey: the result keeps its id, its answers are new ones. Every field must be answered.',
  by: ['merchant', 'customer'],
  input: (t) => ({
    id: t.id({ required: true, description: 'The result.' }),
    subscriptionId: t.id({ description: 'The subscription it must belong to, if that is to be checked.' }),
    answers: t.field({ type: [answerInput], required: true, description: 'The answers, one for each field.' }),
  }),
  shows: { field: 'productSurveyResult', resource: 'ProductSurveyResult' },
  async write(write, input) {
    const id = readId(field('id'), input.id)
    const answers = readAnswers(input.answers)
    const subscriptionId = input.subscriptionId == null ? undefined : readId(field('subscriptionId'), input.subscriptionId)
    const result = await write.lock('ProductSurveyResult', { id, ...(subscriptionId !== undefined && { subscriptionId }) })
    const found = await write.tx.productSurveyResult.findFirst({
      where: { storeId: result.storeId, id },
      select: {
        answers: { select: { fieldId: true, value: true }, orderBy: { id: 'asc' } },
        survey: { select: { fields: { where: live, select: { id: true }, orderBy: { id: 'asc' } } } },
      },
    })
    if (!found) throw notFound()
    // Equal answers stay as they are, also where a question was archived since.
    const [before, after] = [byField(found.answers), byField(answers)]
    if (answers.length === found.answers.length && isDeepStrictEqual(before, after)) return { id, isNothing: true }
    checkAnswers(
      found.survey.fields.map((field) => field.id),
      answers,
    )
    await write.deleteAll('ProductSurveyAnswer', { resultId: id })
    await write.insertAll(
      'ProductSurveyAnswer',
      answers.map((answer) => ({ ...answer, resultId: id })),
    )
    await write.change(result, { updatedAt: write.now })
    return { id, changes: { answers: { from: before, to: after } } }
  },
})
