/** The OpenAPI document of the product, made at the first request for it. */
import { readFile } from 'node:fs/promises'
import { describeOpenapi, type OpenapiDocument } from '../rest/openapi/document.ts'
import { once } from '../values/once.ts'
import { restTable } from './routes.ts'

const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))

/** Describes the REST table, with answers of the demo store as examples. */
export async function openapiDocument(): Promise<OpenapiDocument> {
  const [{ version, license }, examples] = await Promise.all([
    readJson('../../package.json'),
    readJson('../../prisma/generated/examples.json'),
  ])
  const { schema, rows, directory } = restTable
  const credentials = { merchant: directory.merchant_api.credential, store: directory.store_api.credential }
  return describeOpenapi(schema, rows, {
    title: 'Tandem',
    version,
    license,
    about: { pages: directory.pages, credentials },
    examples,
  })
}

/** The document as JSON. */
export const openapiJson = once(async () => JSON.stringify(await openapiDocument()))
