/** The OpenAPI document of a REST table, made of its rows and their schema: a row that is added is described. */
import type { GraphQLSchema } from 'graphql'
import { capital, inWords } from '../../schema/wording.ts'
import type { Compiled } from '../compile.ts'
import { pathParameters, withSlash } from '../match.ts'
import { type Method, storePrefix } from '../route.ts'
import { isPublic, rowFacts } from '../row-facts.ts'
import { bodyOf } from './bodies.ts'
import { Components, type JsonSchema, type Shapes } from './components.ts'
import type { Examples } from './examples.ts'
import { aboutOperators } from './filters.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { OpenapiParameter } from './parameter.ts'
import { pathParametersOf, queryParametersOf } from './parameters.ts'
import { envelopeSchemas, errorsSchema, responsesOf, sharedResponses } from './responses.ts'
import { shareParameters } from './shared-parameters.ts'

type OpenapiOptions = {
  title: string
  version: string
  /** The SPDX identifier of the licence. */
  license: string
  /** The sentences that the directory opens with, and how the credentials of the two areas are sent. */
  about: { pages: string; credentials: { merchant: string; store: string } }
  examples: Examples
  /** The schemas of fields whose values GraphQL takes for any JSON, by `Type.field`. */
  shapes: Shapes
  /** Names of path parameters that paths call differently, with the one name that the document has. */
  pathNames: Readonly<Record<string, string>>
}

export type OpenapiOperation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, readonly string[]>[]
  parameters: (OpenapiParameter | { $ref: string })[]
  requestBody?: object
  responses: Record<string, object>
  /** The GraphQL operations that it runs: several where the body chooses. */
  'x-operations': string[]
}

export type OpenapiDocument = {
  openapi: '3.1.0'
  info: object
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenapiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, object>
    parameters: Record<string, object>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

const merchantSchemes = ['merchantKey', 'merchantBearer'] as const

/** Describes a table. */
export function describeOpenapi(schema: GraphQLSchema, rows: readonly Compiled[], options: OpenapiOptions): OpenapiDocument {
  const { title, version, license, about, examples, shapes, pathNames } = options
  const components = new Components(shapes)
  for (const [name, made] of Object.entries({ Errors: errorsSchema, ...envelopeSchemas })) components.refer(name, () => made)
  const paths: OpenapiDocument['paths'] = {}
  for (const [path, ofPath] of Map.groupBy(rows, ({ path }) => withSlash(path).replace(/\{\w+\}/g, '{}'))) {
    const written = withSlash(ofPath[0]?.path ?? path).replace(/\{(\w+)\}/g, (_, name) => `{${pathNames[name] ?? name}}`)
    const byMethod = Map.groupBy(ofPath, ({ method }) => method)
    paths[written] = Object.fromEntries(
      [...byMethod].map(([method, same]) => [method.toLowerCase(), operationOf(schema, same, written, components, examples)]),
    )
  }
  const operations = Object.values(paths).flatMap((ofPath) => Object.values(ofPath))
  const names = new Set(operations.flatMap(({ tags }) => tags))
  const parameters = { ...requestHeaders, ...shareParameters(operations) }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: license, identifier: license }, description: aboutAll(about.pages) },
    servers: [{ url: '/' }],
    tags: [...names].map((name) => ({ name, description: descriptionOfTag(name) })),
    paths,
    components: {
      schemas: components.schemas,
      responses: sharedResponses(),
      parameters,
      headers: answerHeaders,
      securitySchemes: {
        merchantKey: { type: 'http', scheme: 'basic', description: about.credentials.merchant },
        merchantBearer: { type: 'http', scheme: 'bearer', description: about.credentials.merchant },
        customerToken: { type: 'http', scheme: 'bearer', description: about.credentials.store },
      },
    },
  }
}

const aboutAll = (pages: string): string =>
  `Every path is answered with and without the slash at its end, PATCH as PUT, and HEAD where there is GET. Bodies are JSON; forms, with \`a[b]=1\` for what is nested, are read too. ${aboutOperators} ${pages}`

/** The operation of the rows that share a path and a method: one, or several of which the body chooses. */
function operationOf(
  schema: GraphQLSchema,
  rows: readonly Compiled[],
  path: string,
  components: Components,
  examples: Examples,
): OpenapiOperation {
  const [row] = rows as [Compiled, ...Compiled[]]
  const names = rows.map(({ name }) => name)
  const facts = rows.map((each) => rowFacts(schema, each))
  const scopes = facts[0]?.scopes ?? []
  const example = names.map((name) => examples[name]).find((each) => each !== undefined)
  const body = row.method === 'GET' ? undefined : bodyOf(schema, rows, components, example)
  return {
    operationId: names.join('Or'),
    summary: names.map((name) => capital(inWords(name))).join(', or '),
    description: [...facts.map(({ description }) => description), ...remarks(row, scopes)].join(' '),
    tags: [tagOf(path)],
    security: securityOf(schema, row, scopes),
    parameters: [
      ...renamed(pathParametersOf(row, components, example?.path), pathParameters(path)),
      ...queryParametersOf(row, components),
      ...headersOf(row.method),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(schema, row, components, example?.answer),
    'x-operations': names,
  }
}

function remarks({ path, alias }: Compiled, scopes: readonly string[]): string[] {
  const isStore = path.startsWith(storePrefix)
  return [
    ...(scopes.length > 0 && !isStore ? [`A merchant key needs ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`] : []),
    ...(alias ? [`${alias} does the same.`] : []),
  ]
}

/** The parameters under the names that the document's path gives them: rows may call the same part of a path differently. */
const renamed = (parameters: OpenapiParameter[], names: readonly string[]): OpenapiParameter[] =>
  parameters.map((parameter, index) => ({ ...parameter, name: names[index] ?? parameter.name }))

const headersOf = (method: Method): { $ref: string }[] =>
  (method === 'GET' ? ['IfNoneMatch'] : ['IdempotencyKey', 'DryRun']).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** The credentials that open a row; the scopes of a key are named beside it. */
function securityOf(schema: GraphQLSchema, row: Compiled, scopes: readonly string[]): Record<string, readonly string[]>[] {
  const isStore = row.path.startsWith(storePrefix)
  const merchant = merchantSchemes.map((name) => ({ [name]: isStore ? [] : scopes }))
  if (!isStore) return merchant
  return isPublic(schema, row) ? [{}, { customerToken: [] }, ...merchant] : [{ customerToken: [] }]
}

/** Groups paths by their area and the first part of what they lead to. */
function tagOf(path: string): string {
  const isStore = path.startsWith(storePrefix)
  const [part = ''] = path.slice(isStore ? storePrefix.length : '/v1/'.length).split('/')
  const words = part.replaceAll('_', ' ')
  return isStore ? `${capital(words)} (Store API)` : capital(words)
}

const descriptionOfTag = (name: string): string =>
  name.endsWith('(Store API)') ? 'For the storefront and for customers.' : 'For merchants.'
