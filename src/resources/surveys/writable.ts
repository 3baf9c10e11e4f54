/** The writable fields of a survey of a product, and of a question of it. */
import { reference, text } from '../../values/writable.ts'

export const surveyFields = {
  productId: reference('Product', 'The product that it is about', { isFixed: true }),
  name: text('Name of the survey', { max: 200, notBlank: true }),
}

export const questionFields = {
  surveyId: reference('ProductSurvey', 'The survey that it is asked in', { isFixed: true }),
  name: text("The question's text", { max: 1_000, notBlank: true }),
}
