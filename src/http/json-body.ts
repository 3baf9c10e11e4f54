/** Reads JSON from a body or a parameter, within bounds. */
import { checkBounds, type JsonBounds } from '../values/bounds.ts'
import { badInput } from '../values/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body. @throws Refusal BAD_INPUT for bytes that are not UTF-8; they would silently become other characters. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badInput('The body is not valid UTF-8.')
  }
}

/**
 * Reads a JSON object.
 *
 * @param what names the text at the beginning of a sentence.
 * @throws Refusal BAD_INPUT for what is no JSON object, or beyond its bounds.
 */
export function readJsonObject(text: string, bounds: JsonBounds, what?: string): Record<string, unknown> {
  return readJsonValues(text, bounds, what).object
}

/** Reads a JSON object, with the count of the values in it. */
export function readJsonValues(
  text: string,
  bounds: JsonBounds,
  what = 'The body',
): { object: Record<string, unknown>; values: number } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput(`${what} is not valid JSON.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badInput(`${what} must be a JSON object.`)
  return { values: checkBounds(value, bounds, what), object: value as Record<string, unknown> }
}
