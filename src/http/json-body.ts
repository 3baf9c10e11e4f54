/** Reads JSON strictly: what JSON.parse would mend or overlook in a body is refused. */
import { badInput } from '../values/errors.ts'
import { checkStructure, type StructureOptions } from '../values/json-structure.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body. @throws Refusal BAD_INPUT for bytes that are not UTF-8; they would silently become other characters. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notUtf8()
  }
}

/** The refusal of bytes that are no text. */
export const notUtf8 = () => badInput('The body is not valid UTF-8.')

/**
 * Reads a JSON object.
 *
 * @param maxParts how many objects, lists and commas it may have.
 * @param options of `checkStructure`.
 * @throws Refusal BAD_INPUT for what is no JSON object, is nested deeper than `maxDepth`, has too many values or a key twice.
 */
export function readJsonObject(
  text: string,
  maxDepth: number,
  maxParts: number,
  options: StructureOptions = {},
): Record<string, unknown> {
  checkStructure(text, maxDepth, maxParts, options)
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badInput(`${options.what ?? 'The body'} must be a JSON object.`)
  return value as Record<string, unknown>
}
