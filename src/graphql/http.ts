/** GraphQL over HTTP: Yoga, with what it would accept too gladly refused in front of it. */
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type ValidationRule,
  validate,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { badInput, type ErrorCode } from '../errors.ts'
import { readBytes } from '../http/body-bytes.ts'
import { decodeBody, readJsonObject } from '../http/json-body.ts'
import { headersOf, statusOf } from '../http/status.ts'
import type { Limits } from '../limits.ts'
import { textFault } from '../values/text.ts'
import { clientError, placesOf } from './client-error.ts'
import { checkDocument, checkText, parseDocument } from './documents.ts'
import { namesSent, withoutNames } from './hidden-names.ts'
import type { Documents } from './persisted.ts'
import { methods, refused, tagged } from './reply.ts'
import { requestFault } from './request-fault.ts'
import { maxVariableDepth, type Outcome, run } from './run.ts'
import { schema } from './schema.ts'
import { unknownVariables } from './unknown-variables.ts'

export type GraphqlOptions = {
  limits: Limits
  /** Which documents run. */
  documents: Documents
  /** Our own operations among them by their texts; no limit on documents is meant for them, and no variable they do not take. */
  own: ReadonlyMap<string, DocumentNode>
  /** Whether a client may ask what the schema has; if not, no error tells it by the way. */
  showsSchema: boolean
}

/** Makes the function that answers a GraphQL request. */
export function graphqlOverHttp({
  limits,
  documents,
  own,
  showsSchema,
}: GraphqlOptions): (request: Request, context: Context) => Promise<Response> {
  const yoga = createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [
      readStrictly(limits),
      findDocuments(documents, limits),
      runByTheRules(limits, own, showsSchema),
      showOnlyClientErrors,
      ...(showsSchema ? [] : [hideSchema]),
    ],
    maskedErrors: false,
    // Each of these is on in Yoga, and is either of no use to us or of use to an attacker.
    landingPage: false,
    graphiql: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    // readStrictly sees to it.
    maxRequestBodySize: false,
    // Yoga would keep a thousand documents of any size.
    parserAndValidationCache: { documentCache: boundedCache<DocumentNode>(), errorCache: boundedCache() },
  } as never)
  return async (request, context) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods } })
    const refusal = requestFault(request)
    if (refusal) return refused(request, refusal.code, refusal.message)
    const response = await (yoga.fetch as (request: Request, context: Context) => Promise<Response>)(request, context)
    return request.method === 'GET' && response.status === 200 ? tagged(response) : response
  }
}

const keptBytes = 33_554_432
const keptBytesOfOne = 2_097_152
// What graphql-js makes of a token and its text is a hundred times as large as they are.
const bytesOfToken = 480
const bytesOfCharacter = 2

/** Keeps what was made of documents, by their text. */
const boundedCache = <T extends { tokenCount?: number | undefined }>() =>
  new LRUCache<string, T>({
    maxSize: keptBytes,
    maxEntrySize: keptBytesOfOne,
    sizeCalculation: ({ tokenCount = 1 }, text) => bytesOfToken * tokenCount + bytesOfCharacter * text.length,
  })

/** As deep as variables may be, in a body of their own. */
const maxBodyDepth = maxVariableDepth + 2

// More than the largest filter, order or metadata has.
const maxBodyParts = 5_000

/** Yoga's own reader takes bytes that are no text for other characters, and of two equal keys the last. */
const readStrictly = ({ bodyBytes }: Limits): Plugin<object, Context> => ({
  onRequestParse: ({ request, setRequestParser, serverContext: { account } }) => {
    if (request.method !== 'POST') return
    setRequestParser(async (each) => {
      const bytes = await readBytes(each, bodyBytes, account)
      return readJsonObject(decodeBody(bytes), maxBodyDepth, maxBodyParts)
    })
  },
})

const onlyWhatRuns: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }))
  },
  StringValue: (node) => {
    const fault = textFault(node.value)
    if (fault) context.reportError(new GraphQLError(`A value is not allowed: ${fault}.`, { nodes: node }))
  },
})

/** Puts the text of a document in the place of its name, and holds back those that may not run. */
const findDocuments = (documents: Documents, limits: Limits): Plugin => ({
  onParams: ({ request, params, setParams }) => {
    // What is no text Yoga refuses in its own words.
    if (params.query !== undefined && typeof params.query !== 'string') return
    checkText(params.query ?? '', limits)
    const { documentId = documentIdOf(request), ...rest } = params as typeof params & { documentId?: unknown }
    setParams({ ...rest, query: documents({ ...rest, documentId }) })
  },
})

const documentIdOf = ({ method, url }: Request): string | null =>
  method === 'GET' ? new URL(url).searchParams.get('documentId') : null

/** Errors of one document that are told; to write each costs time, the more the longer the document is. */
const maxErrors = 10

// Envelop's order of arguments is not that of graphql-js.
const validateBriefly: typeof validate = (schema, document, rules, _typeInfo, options) =>
  validate(schema, document, rules, { ...options, maxErrors })

function runByTheRules(limits: Limits, own: GraphqlOptions['own'], showsSchema: boolean): Plugin {
  const trusted = new Set(own.values())
  const ownNames = new Set([...trusted].flatMap((document) => [...namesSent(document)]))
  /** The errors about a document or its variables as a client may hear them. */
  const told = (errors: readonly GraphQLError[], document: DocumentNode, variables?: ExecutionArgs['variableValues']) => {
    if (showsSchema) return errors
    const sent = namesSent(trusted.has(document) ? undefined : document, variables)
    return errors.map((error) => withoutNames(error, sent, ownNames))
  }
  // Yoga keeps the document it parsed from a text, so that each is judged once.
  const judged = new WeakSet<DocumentNode>(trusted)
  return {
    onParse: ({ params, setParseFn }) =>
      setParseFn((source, options) => {
        const text = typeof source === 'string' ? source : source.body
        return own.get(text) ?? parseDocument(text, { ...options, ...params.options }, limits)
      }),
    onValidate: ({ params, addValidationRule, setResult, setValidationFn }) => {
      const document = params.documentAST as DocumentNode
      addValidationRule(onlyWhatRuns)
      setValidationFn(validateBriefly)
      try {
        if (!judged.has(document)) checkDocument(document, limits)
        judged.add(document)
      } catch (error) {
        setResult([error as GraphQLError])
      }
      return ({ valid, result, setResult: tell }) => (valid ? undefined : tell([...told(result as GraphQLError[], document)]))
    },
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((async (args: ExecutionArgs) => {
        const isTrusted = trusted.has(args.document)
        const unknown = isTrusted ? unknownVariables(args.document, args.variableValues, showsSchema) : []
        if (unknown.length > 0) return { errors: unknown }
        const { errors, data, extensions } = await runOne(args, isTrusted ? undefined : limits.cost)
        const result = { ...(data !== undefined && { data: JSON.parse(data) }), ...(extensions && { extensions }) }
        return errors ? { ...result, errors: told(errors, args.document, args.variableValues) } : result
      }) as never),
  }
}

async function runOne(args: ExecutionArgs, maxCost?: number): Promise<Outcome> {
  const fault = keyFault(args)
  return fault ? { errors: [badInput(fault)] } : run(args, args.contextValue as Context, maxCost)
}

/** An Idempotency-Key stands for one write: of several, some could be done and some be told again. */
function keyFault({ document, operationName, contextValue }: ExecutionArgs): string | undefined {
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation' || !(contextValue as Context).idempotency) return undefined
  const [field, ...others] = operation.selectionSet.selections
  const isOne = field?.kind === Kind.FIELD && others.length === 0
  return isOne ? undefined : 'An Idempotency-Key stands for one write; send one mutation at a time with it.'
}

/**
 * Lets nothing out that is not meant for clients. A request that could not be run at all answers 4xx, under `application/json`
 * too, where the draft of GraphQL over HTTP advises 200; see test/clients/http-audit.test.ts.
 */
const showOnlyClientErrors: Plugin<object, Context> = {
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (Symbol.asyncIterator in result || Array.isArray(result) || !result.errors) return
    const errors = result.errors.map((error) => clientError(error, serverContext.report))
    const isRequestError = result.data === undefined
    setResult({ ...result, errors: isRequestError ? errors.map(withStatus) : errors })
  },
}

function withStatus(error: GraphQLError): GraphQLError {
  const { headers } = (error.extensions.http ?? {}) as { headers?: Record<string, string> }
  const code = error.extensions.code as ErrorCode
  const http = { status: statusOf[code], headers: { ...headersOf[code], ...headers } }
  return new GraphQLError(error.message, { ...placesOf(error), extensions: { ...error.extensions, http } })
}

/** Answers nothing about the schema when it is asked for it; what errors would tell of it `withoutNames` sees to. */
const hideSchema: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
}
