import { list, route } from '../../rest/route.ts'

export const fragments = `
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

const ofSubscription = 'subscription(id: $subscription_id).surveyResults'

export const routes = [
  route(
    'GET /v1/product_survey_results/',
    list(
      'ListProductSurveyResults',
      'productSurveyResults',
      'ProductSurveyResult',
      '...ProductSurveyResult ...ProductSurveyResultEmbeds url',
    ),
  ),
  route(
    'GET /v1/product_survey_results/{result_id}/',
    `query GetProductSurveyResult($result_id: ID!) {
      productSurveyResult(id: $result_id) { ...ProductSurveyResult ...ProductSurveyResultEmbeds }
    }`,
  ),
  route(
    'GET /v1/store/api/subscriptions/{subscription_id}/surveys/',
    list('ListSubscriptionSurveys', ofSubscription, 'ProductSurveyResult', '...StoreProductSurveyResult url'),
  ),
  route(
    'GET /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
    `query GetSubscriptionSurvey($subscription_id: ID!, $product_survey_result_id: ID!) {
      subscription(id: $subscription_id) {
        surveyResults(filter: { id: { eq: $product_survey_result_id } }) { nodes { ...StoreProductSurveyResult } }
      }
    }`,
  ),
]
