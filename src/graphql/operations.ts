/** Reads the file of registered documents; a locked server executes no other documents over GraphQL. */
import { readFile } from 'node:fs/promises'
import type { GraphQLSchema } from 'graphql'
import * as v from 'valibot'
import type { Limits } from '../config/limits.ts'
import { OperatorError } from '../values/operator-error.ts'
import { parseDocument, validateDocument } from './documents.ts'
import { bareName, isDocumentName } from './persisted.ts'

/** A map from hash to text, as GraphQL Code Generator writes it, or Apollo's manifest. */
const manifest = v.union([
  v.object({ operations: v.array(v.object({ id: v.string(), body: v.string() })) }),
  v.record(v.string(), v.string()),
])

/**
 * Reads the registered documents, keyed by their registered hashes or names.
 *
 * @throws OperatorError when the file cannot be read or is empty, or naming the first invalid document.
 */
export async function readOperations(
  file: string,
  schema: GraphQLSchema,
  limits: Limits,
  showsSchema: boolean,
): Promise<Map<string, string>> {
  const refuse = (sentence: string) => new OperatorError(`PERSISTED_OPERATIONS=${file}: ${sentence}`)
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw refuse(code === 'ENOENT' ? 'there is no such file.' : `it cannot be read (${code}).`)
  })
  const registered = readManifest(text)
  if (!registered) throw refuse('is no JSON object from hash to document.')
  if (registered.length === 0) throw refuse('there is no document in it.')
  for (const [id, text] of registered) {
    if (!isDocumentName(id)) throw refuse(`${JSON.stringify(id)} cannot be asked for: letters, digits and _ : . - make a name.`)
    const fault = documentFault(text, schema, limits, showsSchema)
    if (fault) throw refuse(`${id} would not run: ${fault}`)
  }
  const documents = new Map(registered.map(([id, text]) => [bareName(id), text]))
  if (documents.size < registered.length) throw refuse('two documents have one id.')
  return documents
}

function readManifest(text: string): [id: string, text: string][] | undefined {
  try {
    const written: unknown = JSON.parse(text)
    // valibot's record accepts an array.
    if (Array.isArray(written)) return undefined
    const found = v.parse(manifest, written)
    return Array.isArray(found.operations)
      ? found.operations.map(({ id, body }) => [id, body])
      : Object.entries(found as Record<string, string>)
  } catch {
    return undefined
  }
}

function documentFault(text: string, schema: GraphQLSchema, limits: Limits, showsSchema: boolean): string | undefined {
  try {
    return validateDocument(schema, parseDocument(text, limits), limits, showsSchema)[0]?.message
  } catch (error) {
    return (error as Error).message
  }
}
