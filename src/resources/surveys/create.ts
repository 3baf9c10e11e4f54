/** Adds a filled-in survey of a subscription's product. */
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { answerInput, byField, readAnswers } from './answers.ts'
import { checkAnswers, checkOpen, checkProduct, live } from './rules.ts'

mutation('createProductSurveyResult', {
  emits: ['survey_result.created'],
  description: "Adds a filled-in survey of the subscription's product; every field of the survey must be answered.",
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    surveyId: t.id({ required: true, description: 'The survey.' }),
    answers: t.field({ type: [answerInput], required: true, description: 'The answers, one for each field.' }),
  }),
  shows: { field: 'productSurveyResult', resource: 'ProductSurveyResult' },
  async write(write, input) {
    const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
    const surveyId = readId(field('surveyId'), input.surveyId)
    const answers = readAnswers(input.answers)
    const { storeId, productId } = await write.lock('Subscription', { id: subscriptionId })
    const survey = await write.tx.productSurvey.findUnique({
      where: { storeId_id: { storeId, id: surveyId } },
      select: { productId: true, archivedAt: true, fields: { where: live, select: { id: true }, orderBy: { id: 'asc' } } },
    })
    if (!survey) throw notFound()
    checkOpen(survey)
    checkProduct(survey.productId, productId)
    checkAnswers(
      survey.fields.map(({ id }) => id),
      answers,
    )
    const times = { createdAt: write.now, updatedAt: write.now }
    const id = await write.insert('ProductSurveyResult', { surveyId, subscriptionId, ...times })
    await write.insertAll(
      'ProductSurveyAnswer',
      answers.map((answer) => ({ ...answer, resultId: id })),
    )
    return { id, changes: { answers: { from: null, to: byField(answers) } } }
  },
})
