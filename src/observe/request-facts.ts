/** The facts of one request, for its line in the log, its metrics and its trace. They are filled in on its way. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import { hashOf } from '../values/hash.ts'
import { cutText } from '../values/text.ts'

/** A statement of a slow request. */
type SlowStatement = { text: string; milliseconds: number }

export type RequestFacts = {
  surface: 'graphql' | 'rest' | 'other'
  /** The status of the answer; 0 as long as there is none. */
  status: number
  milliseconds: number
  /** The name of the operation: that of the REST row, or the client's own. */
  name?: string
  /** The operation in one of a limited number of words: the REST row, or the root field of the schema. */
  operation?: string
  /** The client's document; REST has none. */
  document?: DocumentNode
  /** Points that were charged. */
  cost?: number
  statements: number
  databaseMilliseconds: number
  /** The slowest statements. */
  slowest: SlowStatement[]
}

/** The facts of a request that begins. */
export const newFacts = (surface: RequestFacts['surface']): RequestFacts => ({
  surface,
  status: 0,
  milliseconds: 0,
  statements: 0,
  databaseMilliseconds: 0,
  slowest: [],
})

/** A statement that is faster is never to blame. */
const slowStatementMilliseconds = 5
const mostSlowStatements = 10

/** Adds an answered statement. */
export function addStatement(facts: RequestFacts, text: string, milliseconds: number): void {
  facts.statements += 1
  facts.databaseMilliseconds += milliseconds
  if (milliseconds < slowStatementMilliseconds) return
  const { slowest } = facts
  slowest.push({ text, milliseconds })
  if (slowest.length <= mostSlowStatements) return
  const fastest = slowest.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one))
  slowest.splice(slowest.indexOf(fastest), 1)
}

/** Adds the operation that is run, unless it is a second one, such as the read after a write on REST. */
export function addOperation(facts: RequestFacts, document: DocumentNode, definition: OperationDefinitionNode): void {
  if (facts.operation !== undefined) return
  const name = definition.name?.value
  // The documents of REST rows have no text, and a name each.
  const isOurs = document.loc === undefined
  if (name !== undefined) facts.name = name
  facts.operation = isOurs && name !== undefined ? name : rootField(definition)
  if (!isOurs) facts.document = document
}

/** Valid documents only have fields of the schema, so there are no more words than it has root fields. */
function rootField({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [first, ...others] = selections
  return first?.kind === 'Field' && others.length === 0 ? first.name.value : 'several'
}

const hashes = new WeakMap<DocumentNode, string>()

/** The SHA-256 of a document's text, which errors in the log name it by too. */
function documentHash(document: DocumentNode): string {
  const known = hashes.get(document)
  if (known !== undefined) return known
  const made = hashOf(document.loc?.source.body ?? '')
  hashes.set(document, made)
  return made
}

const maxName = 100

/** The facts as fields of a request's line in the log. */
export const loggedFacts = ({ name, document, cost, statements, databaseMilliseconds, milliseconds }: RequestFacts) => ({
  ...(name !== undefined && { operation: cutText(name, maxName) }),
  ...(document && { document: documentHash(document) }),
  ...(cost !== undefined && { cost }),
  statements,
  databaseMilliseconds: Math.round(databaseMilliseconds),
  milliseconds: Math.round(milliseconds),
})

const maxText = 2_000

/** The slowest statements as fields of the log, the slowest first. They have no values of clients: those are apart from the text. */
export const loggedStatements = ({ slowest }: RequestFacts) =>
  slowest
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .map(({ text, milliseconds }) => ({ milliseconds: Math.round(milliseconds), text: cutText(text, maxText) }))
