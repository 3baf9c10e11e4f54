/** The names of surveys and their questions, as they are written by themselves and with their product. */
import { text } from '../values/writable.ts'

export const surveyName = text('Name of the survey', { max: 200, notBlank: true })

export const questionName = text("The question's text", { max: 1_000, notBlank: true })
