/** Reads the file of registered documents: those that alone run over GraphQL on a locked server. */
import { readFile } from 'node:fs/promises'
import { parse, validate } from 'graphql'
import { z } from 'zod'
import { OperatorError } from '../operator-errors.ts'
import { schema } from './schema.ts'

/** Hash to text, as GraphQL Code Generator writes it; or Apollo's manifest. */
const manifest = z.union([
  z.object({ operations: z.array(z.object({ id: z.string(), body: z.string() })) }),
  z.record(z.string(), z.string()),
])

/**
 * Reads the documents, by what they are registered by.
 *
 * @throws OperatorError when the file cannot be read, or naming the first document that does not fit the schema.
 */
export async function readOperations(file: string): Promise<Map<string, string>> {
  const registered = new Map(await readManifest(file))
  for (const [id, text] of registered) {
    const fault = documentFault(text)
    if (fault) throw new OperatorError(`PERSISTED_OPERATIONS=${file}: ${id} does not fit the schema: ${fault}`)
  }
  return registered
}

async function readManifest(file: string): Promise<[id: string, text: string][]> {
  try {
    const found = manifest.parse(JSON.parse(await readFile(file, 'utf8')))
    return Array.isArray(found.operations)
      ? found.operations.map(({ id, body }) => [id, body])
      : Object.entries(found as Record<string, string>)
  } catch (error) {
    const { code } = error as { code?: string }
    const sentence = code === 'ENOENT' ? 'there is no such file' : 'is no JSON object from hash to document'
    throw new OperatorError(`PERSISTED_OPERATIONS=${file}: ${sentence}.`)
  }
}

function documentFault(text: string): string | undefined {
  try {
    return validate(schema, parse(text))[0]?.message
  } catch (error) {
    return (error as Error).message
  }
}
