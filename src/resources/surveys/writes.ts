/** Makes surveys of products and their questions, updates, archives and restores them. */
import { recordWrites } from '../record-writes.ts'
import { questionFields, surveyFields } from './writable.ts'

recordWrites('ProductSurvey', {
  fields: surveyFields,
  parent: 'productId',
  create: {},
  update: {},
  archivedBy: 'archivedAt',
})

recordWrites('ProductSurveyField', {
  fields: questionFields,
  parent: 'surveyId',
  create: {},
  update: {},
  archivedBy: 'archivedAt',
})
