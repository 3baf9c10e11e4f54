/** GraphQL over HTTP: Yoga, with what it would accept too gladly refused in front of it. */
import { type ExecutionArgs, execute, GraphQLError, getOperationAST, Kind, parse, type ValidationRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { maxBodyBytes, readBytes } from '../body-bytes.ts'
import type { Context } from '../context.ts'
import { badInput, Refusal } from '../errors.ts'
import { decodeBody, readJsonObject } from '../json-body.ts'
import { textFault } from '../values/text.ts'
import { clientError, maxVariableDepth, variablesFault } from './run.ts'
import { schema } from './schema.ts'

/** Makes the function that answers a GraphQL request. */
export function graphqlOverHttp(): (request: Request, context: Context) => Promise<Response> {
  const yoga = createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [readStrictly, runByTheRules, showOnlyClientErrors],
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
  } as never)
  return async (request, context) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } })
    const refusal = requestFault(request)
    if (refusal) return refused(refusal)
    return (yoga.fetch as (request: Request, context: Context) => Promise<Response>)(request, context)
  }
}

/** What is wrong with a request before it is read; Yoga would fail on the first and run the others. */
function requestFault(request: Request): Refusal | undefined {
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url)
    for (const name of ['variables', 'extensions']) {
      const text = searchParams.get(name)
      if (text && !isJsonObject(text)) return badInput(`The ${name} parameter must be a JSON object.`)
    }
    return undefined
  }
  if (request.method !== 'POST')
    return new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not answered here; use GET or POST.`)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return badInput('POST takes a JSON body with the Content-Type application/json.')
  if (request.headers.get('content-encoding')) return new Refusal('UNSUPPORTED_MEDIA', 'The body must not be compressed.')
  if (Number(request.headers.get('content-length')) > maxBodyBytes) return tooLarge()
  return undefined
}

const tooLarge = () => new Refusal('TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes.`)

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const requestStatus: Partial<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA: 415,
  TOO_LARGE: 413,
  UNAUTHENTICATED: 401,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** A refusal of the whole request, in GraphQL's error shape. */
export function refused(error: GraphQLError): Response {
  const code = String(error.extensions.code)
  return Response.json(
    { errors: [{ message: error.message, extensions: { code } }] },
    {
      status: requestStatus[code] ?? 400,
      headers: {
        ...(code === 'METHOD_NOT_ALLOWED' && { Allow: 'GET, POST' }),
        ...(code === 'UNAVAILABLE' && { 'Retry-After': '1' }),
        ...(code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Basic realm="Tandem", charset="UTF-8"' }),
      },
    },
  )
}

/** As deep as variables may be, in a body of their own. */
const maxBodyDepth = maxVariableDepth + 2

/** Yoga's own reader takes bytes that are no text for other characters, and of two equal keys the last. */
const readStrictly: Plugin = {
  onRequestParse: ({ request, setRequestParser }) => {
    if (request.method !== 'POST') return
    setRequestParser(async (each) => readJsonObject(decodeBody(await readBytes(each)), maxBodyDepth))
  },
}

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

/** A document of more tokens is no question but an attack; GraphiQL's introspection has 400. */
const maxTokens = 2_000

const runByTheRules: Plugin = {
  onParse: ({ params, setParseFn }) =>
    setParseFn((source, options) => parse(source, { ...options, ...params.options, maxTokens })),
  onValidate: ({ addValidationRule }) => addValidationRule(onlyWhatRuns),
  onExecute: ({ args, setExecuteFn, setResultAndStopExecution }) => {
    // graphql-js keeps the order of the fields asked for, and REST runs on it too.
    setExecuteFn(execute)
    const fault = variablesFault(args.variableValues) ?? keyFault(args)
    if (fault) setResultAndStopExecution({ errors: [badInput(fault)] })
  },
}

/** An Idempotency-Key stands for one write: of several, some could be done and some be told again. */
function keyFault({ document, operationName, contextValue }: ExecutionArgs): string | undefined {
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation' || !(contextValue as Context).idempotency) return undefined
  const [field, ...others] = operation.selectionSet.selections
  const isOne = field?.kind === Kind.FIELD && others.length === 0
  return isOne ? undefined : 'An Idempotency-Key stands for one write; send one mutation at a time with it.'
}

/** Lets nothing out that is not meant for clients; a request that could not be run at all answers 4xx. */
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
  const http = { status: requestStatus[String(error.extensions.code)] ?? 400, ...(headers && { headers }) }
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions: { ...error.extensions, http } })
}
