/** Questionnaires about products, and how they were filled in. */
import { asPart, customersOwn, deleted, everybody, live, partOfStorefront, unlessArchived } from '../audience.ts'
import { resource } from '../describe.ts'

resource('ProductSurvey', {
  scope: 'product_survey_results',
  columns: { id: 'customer', storeId: 'customer', productId: 'customer', name: 'customer', archivedAt: 'customer' },
  derived: deleted('customer'),
  archivedBy: 'archivedAt',
  url: '/v1/product_surveys/{id}/',
  relations: ['product', 'fields'],
  connections: ['results'],
  // Asked of those who subscribe: no part of the storefront.
  access: unlessArchived(live, { merchant: partOfStorefront.merchant, customer: partOfStorefront.customer }),
  record: 'productSurvey',
  list: 'productSurveys',
})

resource('ProductSurveyField', {
  scope: 'product_survey_results',
  columns: { id: 'everybody', storeId: 'everybody', surveyId: 'everybody', name: 'everybody', archivedAt: 'everybody' },
  derived: deleted('everybody'),
  archivedBy: 'archivedAt',
  relations: ['survey'],
  access: asPart(unlessArchived({ ...live, survey: live }, everybody)),
  url: '/v1/product_survey_fields/{id}/',
  record: 'productSurveyField',
  list: 'productSurveyFields',
})

resource('ProductSurveyResult', {
  scope: 'product_survey_results',
  columns: {
    id: 'customer',
    storeId: 'customer',
    surveyId: 'customer',
    subscriptionId: 'customer',
    createdAt: 'customer',
    updatedAt: 'customer',
  },
  relations: ['survey', 'subscription', 'answers'],
  access: customersOwn(({ customerId }) => ({ subscription: { customerId } })),
  url: {
    merchant: '/v1/product_survey_results/{id}/',
    others: '/v1/store/api/subscriptions/{subscriptionId}/surveys/{id}/',
  },
  record: 'productSurveyResult',
  list: 'productSurveyResults',
})

resource('ProductSurveyAnswer', {
  scope: 'product_survey_results',
  columns: { id: 'customer', storeId: 'customer', resultId: 'customer', fieldId: 'customer', value: 'customer' },
  relations: ['result', 'field'],
  access: asPart(customersOwn(({ customerId }) => ({ result: { subscription: { customerId } } }))),
  record: 'productSurveyAnswer',
  list: 'productSurveyAnswers',
})
