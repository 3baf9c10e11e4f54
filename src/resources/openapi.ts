/** The OpenAPI document of the product, made at the first request for it. */
import { readFile } from 'node:fs/promises'
import { describeOpenapi, type OpenapiDocument } from '../rest/openapi/document.ts'
import { withTimes } from '../rest/openapi/examples.ts'
import { once } from '../values/once.ts'
import { jsonShapes } from './json-shapes.ts'
import { restTable } from './routes.ts'
import { describeDeliveries } from './webhooks/openapi.ts'

/** The contract calls a few records differently from path to path; the document and its clients call each by one name. */
const pathNames = {
  sub_id: 'subscription_id',
  zone_id: 'shipping_zone_id',
  prod_id: 'product_id',
  trans_id: 'transaction_id',
  survey_id: 'product_survey_id',
  result_id: 'product_survey_result_id',
}

const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))

/** The document, with the requests that webhooks send. */
export type ProductDocument = OpenapiDocument & { webhooks: ReturnType<typeof describeDeliveries>['webhooks'] }

/** Describes the REST table, with requests and answers of the demo store as examples. @param now from which the times in them are counted. */
export async function openapiDocument(now = new Date()): Promise<ProductDocument> {
  const [{ version, license }, examples] = await Promise.all([
    readJson('../../package.json'),
    readJson('../../prisma/generated/examples.json'),
  ])
  const { schema, rows, directory } = restTable
  const credentials = { merchant: directory.merchant_api.credential, store: directory.store_api.credential }
  const document = describeOpenapi(schema, rows, {
    title: 'Tandem',
    version,
    license,
    about: { pages: directory.pages, credentials },
    examples: withTimes(examples, now) as typeof examples,
    shapes: jsonShapes,
    pathNames,
  })
  const { webhooks, schemas } = describeDeliveries()
  return {
    ...document,
    webhooks,
    components: { ...document.components, schemas: { ...document.components.schemas, ...schemas } },
  }
}

/** The document as JSON. */
export const openapiJson = once(async () => JSON.stringify(await openapiDocument()))
