import { Prisma } from '../../../prisma/generated/client/client.ts'
import { lockRow } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { answerInput, byField, readAnswers } from './answers.ts'
import { checkAnswers } from './rules.ts'

mutation('replaceProductSurveyResult', {
  description:
    'Replaces all answers of a filled-in survey: the result keeps its id, its answers are new ones. Every field must be answered.',
  by: ['merchant', 'customer'],
  input: (t) => ({
    id: t.id({ required: true, description: 'The result.' }),
    subscriptionId: t.id({ description: 'The subscription it must belong to, if that is to be checked.' }),
    answers: t.field({ type: [answerInput], required: true, description: 'The answers, one for each field.' }),
  }),
  shows: { field: 'productSurveyResult', resource: 'ProductSurveyResult' },
  async write({ tx, viewer, now }, input, subject) {
    const { storeId } = viewer
    const id = readId('id', input.id)
    const answers = readAnswers(input.answers)
    const values: Record<string, bigint> = { id, storeId }
    if (input.subscriptionId != null) values.subscriptionId = readId('subscription_id', input.subscriptionId)
    // Part of the lock: nobody waits for the row of another, or makes its owner wait, and it takes no statement more.
    const own =
      viewer.role === 'customer'
        ? Prisma.sql`subscription_id IN (SELECT id FROM subscription WHERE store_id = ${storeId} AND customer_id = ${viewer.customerId})`
        : undefined
    const result = await lockRow<{ subscriptionId: bigint }>(tx, 'product_survey_result', values, own)
    const found =
      result &&
      (await tx.productSurveyResult.findFirst({
        where: { storeId, id },
        select: {
          answers: { select: { fieldId: true, value: true }, orderBy: { id: 'asc' } },
          survey: { select: { fields: { select: { id: true }, orderBy: { id: 'asc' } } } },
        },
      }))
    if (!found) throw notFound()
    const { subscriptionId } = result
    subject.subscriptionId = subscriptionId

    checkAnswers(
      found.survey.fields.map((field) => field.id),
      answers,
    )
    await tx.productSurveyAnswer.deleteMany({ where: { storeId, resultId: id } })
    await tx.productSurveyAnswer.createMany({ data: answers.map((answer) => ({ ...answer, storeId, resultId: id })) })
    await tx.productSurveyResult.update({
      where: { storeId_id: { storeId, id } },
      data: { updatedAt: now },
      select: { id: true },
    })
    return { id, subscriptionId, changes: { answers: { from: byField(found.answers), to: byField(answers) } } }
  },
})
