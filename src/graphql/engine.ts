/** What clients' documents go through: Yoga parses and validates them, with our rules as its plugins; `run` executes them. */
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, Kind, validate } from 'graphql'
import { type Plugin, YogaServer } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Account } from '../budget/account.ts'
import type { Context } from '../context.ts'
import type { Limits } from '../limits.ts'
import { DocumentFault } from '../read/document-fault.ts'
import { bytesOfDocument } from '../read/document-size.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { checkDocument, parseDocument } from './documents.ts'
import { namesSent, withoutNames } from './hidden-names.ts'
import { openStream } from './live.ts'
import type { Streams } from './open-streams.ts'
import { pointsToPrepare } from './price.ts'
import { refusedDocument } from './refused-document.ts'
import { ownRules } from './rules.ts'
import { type Operation, type OperationResult, run } from './run.ts'
import { unknownVariables } from './unknown-variables.ts'

export type EngineOptions = {
  schema: GraphQLSchema
  limits: Limits
  /** Our own operations by their texts; no limit on documents is meant for them, and no variable they do not take. */
  own: ReadonlyMap<string, DocumentNode>
  /** Whether a client may ask what the schema has; if not, no error tells it by the way. */
  showsSchema: boolean
  /** What wakes and ends the streams of live operations. */
  streams: Streams
}

/** A text that was parsed and validated: a document, what is wrong with it, or with the text. */
type Prepared = { document: DocumentNode | undefined; errors: readonly GraphQLError[] }

export type Engine = {
  /** Parses and validates a text, the first time it comes, for which its sender pays. */
  prepare(text: string, account: Pick<Account, 'charge'>): Prepared
  /** Executes an operation of a valid document. */
  execute(operation: Operation, context: Context): Promise<OperationResult>
}

/** Makes what prepares and executes the documents of a schema. */
export function createEngine({ schema, limits, own, showsSchema, streams }: EngineOptions): Engine {
  const trusted = new Set(own.values())
  const ownNames = new Set([...trusted].flatMap((document) => [...namesSent(document)]))
  const told: Told = (errors, document, variables) => {
    if (showsSchema) return errors
    const sent = namesSent(trusted.has(document) ? undefined : document, variables)
    return errors.map((error) => withoutNames(error, schema, sent, ownNames))
  }
  // `createYoga` puts an HTTP layer around this that nobody asks, and loads Node's own fetch to make it.
  const yoga = new YogaServer<object, Context>({
    schema,
    plugins: [checkByTheRules({ limits, own, showsSchema }, trusted, told)],
    // What clients hear of errors is decided for both surfaces in one place.
    maskedErrors: false,
    // Yoga would keep a thousand documents of any size.
    parserAndValidationCache: false,
  })
  const known = boundedCache()

  function prepare(text: string, account: Pick<Account, 'charge'>): Prepared {
    const kept = known.get(text)
    if (kept) return kept
    const { document, errors } = prepareNew(text)
    // Of a text that is no document it is not known how many tokens were read; each has a character.
    account.charge(pointsToPrepare(document ? document.tokenCount : Math.min(text.length, limits.tokens)))
    const prepared = errors.length > 0 ? refusedDocument(document, errors) : { document, errors }
    known.set(text, prepared)
    return prepared
  }

  /** @throws Error that names the text, which is a fault of ours. */
  function prepareNew(text: string): Prepared {
    const { parse, validate } = yoga.getEnveloped()
    let document: DocumentNode | undefined
    try {
      document = parse(text) as DocumentNode
      return { document, errors: validate(schema, document) }
    } catch (error) {
      // Rules of graphql-js throw too, at a live operation that a variable may leave nothing of.
      if (error instanceof GraphQLError) return { document, errors: [error] }
      // So many tokens as an operator may allow can nest deeper than the stack of V8 is.
      if (error instanceof RangeError) throw new Refusal('TOO_COMPLEX', 'The document nests too deep.')
      throw new DocumentFault(text, 'cannot be read', error)
    }
  }

  // No plugin has a word to say here, and to ask them would cost as much as a small operation does.
  async function execute(operation: Operation, context: Context): Promise<OperationResult> {
    const { document, variableValues } = operation
    const isTrusted = trusted.has(document)
    const unknown = isTrusted ? unknownVariables(document, variableValues, showsSchema) : []
    if (unknown.length > 0) return { errors: unknown }
    const fault = keyFault(operation, context)
    const outcome = fault
      ? { errors: [badInput(fault)] }
      : await runOrOpen(operation, context, isTrusted ? undefined : limits.cost)
    return outcome.errors ? { ...outcome, errors: told(outcome.errors, document, variableValues) } : outcome
  }

  function runOrOpen(operation: Operation, context: Context, maxCost: number | undefined): Promise<OperationResult> {
    const definition = getOperationAST(operation.document, operation.operationName)
    if (definition?.operation !== 'subscription') return run(schema, operation, context, maxCost)
    return openStream(schema, operation, definition, context, streams, maxCost)
  }
  return { prepare, execute }
}

/** The errors about a document or its variables as a client may hear them. */
type Told = (
  errors: readonly GraphQLError[],
  document: DocumentNode,
  variables?: Operation['variableValues'],
) => readonly GraphQLError[]

const keptBytes = 33_554_432
const keptBytesOfOne = 2_097_152
const bytesOfError = 1_024
const bytesOfOperation = 512

/** Keeps what was made of texts. */
const boundedCache = () =>
  new LRUCache<string, Prepared>({
    maxSize: keptBytes,
    maxEntrySize: keptBytesOfOne,
    sizeCalculation: ({ document, errors }, text) =>
      bytesOfDocument(document?.tokenCount, text.length) +
      bytesOfError * errors.length +
      bytesOfOperation * (document?.definitions.length ?? 0),
  })

/** Errors of one document that are told; to write each costs time, the more the longer the document is. */
const maxErrors = 10

// Envelop's order of arguments is not that of graphql-js.
const validateBriefly: typeof validate = (schema, document, rules, _typeInfo, options) =>
  validate(schema, document, rules, { ...options, maxErrors })

function checkByTheRules(
  { limits, own, showsSchema }: Pick<EngineOptions, 'limits' | 'own' | 'showsSchema'>,
  trusted: ReadonlySet<DocumentNode>,
  told: Told,
): Plugin {
  const rules = ownRules(showsSchema)
  return {
    onParse: ({ params, setParseFn }) =>
      setParseFn((source, options) => {
        const text = typeof source === 'string' ? source : source.body
        return own.get(text) ?? parseDocument(text, { ...options, ...params.options }, limits)
      }),
    onValidate: ({ params, addValidationRule, setResult, setValidationFn }) => {
      const document = params.documentAST as DocumentNode
      for (const rule of rules) addValidationRule(rule)
      setValidationFn(validateBriefly)
      try {
        if (!trusted.has(document)) checkDocument(document, limits)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setResult([error])
      }
      return ({ valid, result, setResult: tell }) => (valid ? undefined : tell([...told(result as GraphQLError[], document)]))
    },
  }
}

/** An Idempotency-Key stands for one write: of several, some could be done and some be told again. */
function keyFault({ document, operationName }: Operation, { idempotency }: Context): string | undefined {
  const operation = idempotency && getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation') return undefined
  const [field, ...others] = operation.selectionSet.selections
  const isOne = field?.kind === Kind.FIELD && others.length === 0
  return isOne ? undefined : 'An Idempotency-Key stands for one write; send one mutation at a time with it.'
}
