/**
 * The engine of clients' documents: Envelop's phases parse, validate, execute and subscribe, each with its plugins. Our own checks are one
 * plugin, and the compiler of reads (`run`) implements the last two phases; plugins of the registry observe or change the same phases.
 */
import { type DocumentNode, type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST, Kind } from 'graphql'
import { type Plugin, YogaServer } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Account } from '../budget/account.ts'
import type { Limits } from '../config/limits.ts'
import type { Context } from '../context.ts'
import { DocumentFault } from '../read/plan/document-fault.ts'
import { bytesOfDocument } from '../read/plan/document-size.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { checkDocuments } from './documents.ts'
import { openStream } from './live.ts'
import type { Streams } from './open-streams.ts'
import { pointsToPrepare } from './price.ts'
import { type Operation, type OperationResult, run } from './run.ts'

export type EngineOptions = {
  schema: GraphQLSchema
  limits: Limits
  /** Whether introspection is allowed; if not, errors suggest no names either. */
  showsSchema: boolean
  /** Wakes and ends the streams of live operations. */
  streams: Streams
  /** Plugins of the phases, in order, behind our own checks. */
  plugins?: readonly Plugin<object, Context>[]
}

/** A parsed and validated document, or the errors of its text. */
type Prepared = { document: DocumentNode; errors?: undefined } | { document?: DocumentNode; errors: readonly GraphQLError[] }

export type Engine = {
  /** Parses and validates a text; the account is charged unless the valid document is cached. */
  prepare(text: string, account: Pick<Account, 'charge'>): Prepared
  /** Executes an operation of a valid document. */
  execute(operation: Operation, context: Context): Promise<OperationResult>
}

/** Creates the engine of a schema. */
export function createEngine({ schema, limits, showsSchema, streams, plugins = [] }: EngineOptions): Engine {
  // Only Yoga's engine is used: `createYoga` adds an HTTP layer, and loads Node's own fetch for it.
  const yoga = new YogaServer<object, Context>({
    schema,
    plugins: [checkDocuments(limits, showsSchema), compileExecution(limits, showsSchema, streams), ...plugins],
    // Errors are masked in one place for both surfaces (client-error.ts).
    maskedErrors: false,
    // Yoga's cache holds a thousand documents of any size.
    parserAndValidationCache: false,
  })
  const { parse, validate, execute, subscribe } = yoga.getEnveloped()
  const valid = boundedCache()

  function prepare(text: string, account: Pick<Account, 'charge'>): Prepared {
    const cached = valid.get(text)
    if (cached) return { document: cached }
    const prepared = parseAndValidate(text)
    // Without a document the number of tokens is unknown; each has at least one character.
    account.charge(pointsToPrepare(prepared.document?.tokenCount ?? Math.min(text.length, limits.tokens)))
    if (!prepared.errors) valid.set(text, prepared.document)
    return prepared
  }

  /** @throws Error that names the text, for an internal error. */
  function parseAndValidate(text: string): Prepared {
    let document: DocumentNode | undefined
    try {
      document = parse(text) as DocumentNode
      const errors = validate(schema, document) as readonly GraphQLError[]
      // Yoga adds the status of its own HTTP layer.
      for (const { extensions } of errors) delete extensions.http
      return errors.length > 0 ? { document, errors } : { document }
    } catch (error) {
      // Some rules of graphql-js throw, such as for a live operation whose selection a variable may leave empty.
      if (error instanceof GraphQLError) return { ...(document && { document }), errors: [error] }
      // Within the token limit that an operator may set, a document can nest deeper than V8's stack.
      if (error instanceof RangeError) throw new Refusal('TOO_COMPLEX', 'The document nests too deep.')
      throw new DocumentFault(text, 'cannot be read', error)
    }
  }

  return {
    prepare,
    async execute(operation, contextValue) {
      const definition = getOperationAST(operation.document, operation.operationName)
      const phase = definition?.operation === 'subscription' ? subscribe : execute
      return (await phase({ schema, contextValue, ...operation })) as OperationResult
    },
  }
}

/** Executes operations with the compiler of reads and the door of writes, and opens the streams of live ones. */
function compileExecution(limits: Limits, showsSchema: boolean, streams: Streams): Plugin<object, Context> {
  const runOperation = async ({ schema, contextValue, ...operation }: ExecutionArgs): Promise<OperationResult> => {
    const fault = keyFault(operation, contextValue as Context)
    if (fault) return { errors: [badInput(fault)] }
    return run(schema, { ...operation, showsSchema }, contextValue as Context, limits.cost)
  }
  const openOperation = ({ schema, contextValue, ...operation }: ExecutionArgs): Promise<OperationResult> =>
    openStream(schema, { ...operation, showsSchema }, contextValue as Context, streams, limits.cost)
  return {
    onExecute: ({ setExecuteFn }) => setExecuteFn(runOperation as never),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(openOperation as never),
  }
}

const cachedBytes = 33_554_432
const cachedBytesOfOne = 2_097_152
const bytesOfOperation = 512

/** A cache of valid documents, keyed by text. */
const boundedCache = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: cachedBytes,
    maxEntrySize: cachedBytesOfOne,
    sizeCalculation: ({ tokenCount, definitions }, text) =>
      bytesOfDocument(tokenCount, text.length) + bytesOfOperation * definitions.length,
  })

/** Refuses an Idempotency-Key for several writes: it stands for one, and of several some could be executed and some replayed. */
function keyFault({ document, operationName }: Operation, { idempotency }: Context): string | undefined {
  const operation = idempotency && getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation') return undefined
  const [field, ...others] = operation.selectionSet.selections
  const isOne = field?.kind === Kind.FIELD && others.length === 0
  return isOne ? undefined : 'An Idempotency-Key stands for one write; send one mutation at a time with it.'
}
