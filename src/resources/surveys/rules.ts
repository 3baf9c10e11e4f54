/** What counts as a questionnaire filled in. Pure. */
import { badInput } from '../../errors.ts'

export type Answer = { fieldId: bigint; value: string }

export const maxValueLength = 10_000

/** Refuses a survey that is about another product than the one subscribed to. */
export function checkProduct(surveyProductId: bigint, productId: bigint): void {
  if (surveyProductId !== productId) throw badInput("survey_id must be a survey of the subscription's product.", 'surveyId')
}

/** Refuses answers that are not exactly one for each field of the survey, naming the first field that is amiss. */
export function checkAnswers(fieldIds: readonly bigint[], answers: readonly Answer[]): void {
  const missing = new Set(fieldIds)
  const known = new Set(fieldIds)
  for (const { fieldId, value } of answers) {
    if (!known.has(fieldId)) throw badInput(`answers: field ${fieldId} is not a field of the survey.`, 'answers')
    if (!missing.delete(fieldId)) throw badInput(`answers: field ${fieldId} is answered twice.`, 'answers')
    if (value.length > maxValueLength)
      throw badInput(`answers: the answer to field ${fieldId} must have at most ${maxValueLength} characters.`, 'answers')
  }
  for (const fieldId of missing) {
    throw badInput(`answers: field ${fieldId} is missing; all fields of the survey must be answered.`, 'answers')
  }
}
