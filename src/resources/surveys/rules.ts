/** The rules of a complete questionnaire. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { isLongerThan } from '../../values/text.ts'

export type Answer = { fieldId: bigint; value: string }

const answersField = field('answers')

/** The fields that are asked. */
export const live = { archivedAt: null }

export const maxValueLength = 10_000

/** Refuses a survey that is about another product than the one subscribed to. */
export function checkProduct(surveyProductId: bigint, productId: bigint): void {
  if (surveyProductId !== productId) throw badInput(say`${field('surveyId')} must be a survey of the subscription's product.`)
}

/** Refuses a survey that is archived. */
export function checkOpen({ archivedAt }: { archivedAt: Date | null }): void {
  if (archivedAt) throw badInput(say`${field('surveyId')} names a survey that is archived; it is filled in no more.`)
}

/** Refuses answers that are not exactly one for each field of the survey, naming the first field that is amiss. */
export function checkAnswers(fieldIds: readonly bigint[], answers: readonly Answer[]): void {
  const missing = new Set(fieldIds)
  const known = new Set(fieldIds)
  for (const { fieldId, value } of answers) {
    if (!known.has(fieldId)) throw badInput(say`${answersField}: field ${fieldId} is not a field of the survey.`)
    if (!missing.delete(fieldId)) throw badInput(say`${answersField}: field ${fieldId} is answered twice.`)
    if (isLongerThan(value, maxValueLength))
      throw badInput(say`${answersField}: the answer to field ${fieldId} must have at most ${maxValueLength} characters.`)
  }
  for (const fieldId of missing) {
    throw badInput(say`${answersField}: field ${fieldId} is missing; all fields of the survey must be answered.`)
  }
}
