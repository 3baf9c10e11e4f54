/** Answers as they come in, and as the log keeps them. */
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { builder } from '../describe.ts'
import { type Answer, maxValueLength } from './rules.ts'

export const answerInput = builder.inputType('ProductSurveyAnswerInput', {
  description: 'The answer to one field of a survey.',
  fields: (t) => ({
    fieldId: t.id({ required: true, description: 'The field.' }),
    value: t.string({ required: true, description: `The answer, at most ${maxValueLength.toLocaleString('en-US')} characters.` }),
  }),
})

/** Reads answers, whose fields are named by their ids. */
export const readAnswers = (answers: readonly { fieldId: string; value: string }[]): Answer[] =>
  answers.map(({ fieldId, value }, index) => ({ fieldId: readId(field(`answers[${index}].fieldId`), fieldId), value }))

/** Answers by the id of their field. */
export const byField = (answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(answers.map(({ fieldId, value }) => [String(fieldId), value]))
