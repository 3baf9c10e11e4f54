/** The REST rows for filled-in surveys. */
import { detail, list, records, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment ProductSurvey on ProductSurvey { id archivedAt deleted name productId storeId type url fields { ...ProductSurveyField } }

  fragment ProductSurveyField on ProductSurveyField { id archivedAt deleted name surveyId storeId type url }

  fragment ProductSurveyResult on ProductSurveyResult {
    id subscriptionId createdAt @httpDate updatedAt @httpDate type
    answers { id fieldId value field { id surveyId name type survey { id type } } }
  }

  fragment StoreProductSurveyResult on ProductSurveyResult {
    id subscriptionId createdAt @httpDate updatedAt @httpDate type
    answers { id fieldId value field { id surveyId type survey { id type } } }
  }

  fragment ProductSurveyResultEmbeds on ProductSurveyResult {
    subscription @with { ...Subscription }
  }
`

const answer = 'productSurveyResult { ...ProductSurveyResult } userErrors { code message }'

const ofSubscription = 'subscription(id: $subscription_id).surveyResults'

const survey = { record: 'productSurvey', list: 'productSurveys' }
const surveyField = { record: 'productSurveyField', list: 'productSurveyFields' }
const verbs = ['create', 'update', 'archive', 'restore']

export const routes = [
  ...records(
    '/v1/product_surveys/{product_survey_id}/',
    'ProductSurvey',
    { ...survey, of: { path: '/v1/products/{product_id}/', kind: 'surveys', record: 'product', connection: 'surveyList' } },
    verbs,
  ),
  ...records(
    '/v1/product_survey_fields/{product_survey_field_id}/',
    'ProductSurveyField',
    { ...surveyField, of: { path: '/v1/product_surveys/{survey_id}/', kind: 'fields', record: 'productSurvey' } },
    verbs,
  ),
  list(
    '/v1/product_survey_results/',
    'ListProductSurveyResults',
    'productSurveyResults',
    'ProductSurveyResult',
    '...ProductSurveyResult ...ProductSurveyResultEmbeds url',
  ),
  detail(
    '/v1/product_survey_results/{result_id}/',
    'GetProductSurveyResult',
    'productSurveyResult',
    '...ProductSurveyResult ...ProductSurveyResultEmbeds',
  ),
  list(
    '/v1/store/api/subscriptions/{subscription_id}/surveys/',
    'ListSubscriptionSurveys',
    ofSubscription,
    'ProductSurveyResult',
    '...StoreProductSurveyResult url',
  ),
  route(
    'GET /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
    `query GetSubscriptionSurvey($subscription_id: ID!, $product_survey_result_id: ID!) {
      subscription(id: $subscription_id) {
        surveyResults(filter: { id: { eq: $product_survey_result_id } }) { nodes { ...StoreProductSurveyResult } }
      }
    }`,
  ),
  {
    ...route(
      'POST /v1/product_survey_results/',
      `mutation CreateProductSurveyResult(
        $subscription_id: ID!, $survey_id: ID!, $answers: [ProductSurveyAnswerInput!]! @entries(of: "fieldId value")
      ) {
        createProductSurveyResult(input: { subscriptionId: $subscription_id, surveyId: $survey_id, answers: $answers }) { ${answer} }
      }`,
    ),
    // The contract lists POST, and its sample shows PUT.
    alias: 'PUT' as const,
  },
  write('DELETE /v1/product_survey_results/{result_id}/', 'deleteProductSurveyResult'),
  route(
    'PUT /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
    `mutation ReplaceProductSurveyResult(
      $subscription_id: ID!, $product_survey_result_id: ID!
      $answers: [ProductSurveyAnswerInput!]! @entries(of: "fieldId value")
    ) {
      replaceProductSurveyResult(
        input: { id: $product_survey_result_id, subscriptionId: $subscription_id, answers: $answers }
      ) {
        productSurveyResult { ...StoreProductSurveyResult }
        userErrors { code message }
      }
    }`,
  ),
]
