import { lockRow } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { answerInput, byField, readAnswers } from './answers.ts'
import { checkAnswers, checkProduct } from './rules.ts'

mutation('createProductSurveyResult', {
  description: "Adds a filled-in survey of the subscription's product; every field of the survey must be answered.",
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    surveyId: t.id({ required: true, description: 'The survey.' }),
    answers: t.field({ type: [answerInput], required: true, description: 'The answers, one for each field.' }),
  }),
  shows: { field: 'productSurveyResult', resource: 'ProductSurveyResult' },
  async write({ tx, viewer: { storeId }, now }, input, subject) {
    const subscriptionId = readId('subscription_id', input.subscriptionId)
    const surveyId = readId('survey_id', input.surveyId)
    const answers = readAnswers(input.answers)
    const subscription = await lockRow<{ productId: bigint }>(tx, 'subscription', { id: subscriptionId, storeId })
    if (!subscription) throw notFound()
    subject.subscriptionId = subscriptionId

    const survey = await tx.productSurvey.findUnique({
      where: { storeId_id: { storeId, id: surveyId } },
      select: { productId: true, fields: { select: { id: true }, orderBy: { id: 'asc' } } },
    })
    if (!survey) throw notFound()
    checkProduct(survey.productId, subscription.productId)
    checkAnswers(
      survey.fields.map(({ id }) => id),
      answers,
    )
    const { id } = await tx.productSurveyResult.create({
      data: { storeId, surveyId, subscriptionId, createdAt: now, updatedAt: now },
      select: { id: true },
    })
    await tx.productSurveyAnswer.createMany({ data: answers.map((answer) => ({ ...answer, storeId, resultId: id })) })
    return { id, subscriptionId, changes: { answers: { from: null, to: byField(answers) } } }
  },
})
