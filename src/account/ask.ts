/** Runs GraphQL documents in this process as a customer, with the rules, permissions and prices of a request that a program sends. */
import { type DocumentNode, type GraphQLError, parse, validate } from 'graphql'
import type { Context } from '../context.ts'
import { run } from '../graphql/run.ts'
import { schema } from '../resources/schema.ts'
import { type ErrorCode, Refusal } from '../values/errors.ts'

/** Parses a document, which is validated when the process starts. @throws Error for one that does not fit the schema. */
export function documentOf(text: string): DocumentNode {
  const document = parse(text, { noLocation: true })
  const [fault] = validate(schema, document)
  if (fault) throw new Error(`${fault.message}\n${text}`)
  return document
}

/** The refusal of a write: its code, and its sentence in English. */
export type RefusedAct = { code: string; message: string }

/** Runs a read. @throws Refusal of the first error. */
export async function read<Data>(context: Context, document: DocumentNode, variables: object = {}): Promise<Data> {
  const { data, errors = [] } = await run(schema, { document, variableValues: { ...variables } }, context)
  const [error] = errors
  if (error) throw refusalOf(error)
  return JSON.parse((data ?? []).join('')) as Data
}

/** The payload of a mutation, whose document selects one field named `done`. */
type Payload<Shown> = Shown & { userErrors: readonly RefusedAct[] }

/** Runs a mutation. @returns its payload, or the refusal of its rule. @throws Refusal for other errors. */
export async function act<Shown = object>(
  context: Context,
  document: DocumentNode,
  input: object,
): Promise<{ shown: Shown; refused: undefined } | { shown: undefined; refused: RefusedAct }> {
  const { done } = await read<{ done: Payload<Shown> | null }>(context, document, { input })
  if (!done) throw new Refusal('INTERNAL', 'The write answered nothing.')
  const [refused] = done.userErrors
  return refused ? { shown: undefined, refused } : { shown: done, refused: undefined }
}

const refusalOf = ({ message, extensions }: GraphQLError): Refusal => new Refusal(extensions.code as ErrorCode, message)

/** The document of a mutation that shows nothing of what it wrote, or some fields of its payload. */
export const mutationOf = (name: string, fields = ''): DocumentNode => {
  const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  return documentOf(
    `mutation Account_${name}($input: ${input}!) { done: ${name}(input: $input) { ${fields} userErrors { code message } } }`,
  )
}
