/** The writable fields of a survey of a product, and of a question of it. */
import { reference } from '../../values/writable.ts'
import { questionName, surveyName } from '../survey-names.ts'

export const surveyFields = {
  productId: reference('Product', 'The product that it is about', { isFixed: true }),
  name: surveyName,
}

export const questionFields = {
  surveyId: reference('ProductSurvey', 'The survey that it is asked in', { isFixed: true }),
  name: questionName,
}
