/** Reads JSON strictly: what JSON.parse would mend or overlook in a body is refused. */
import { badInput } from './errors.ts'

/** Decodes a body. @throws Refusal BAD_INPUT for bytes that are not UTF-8; they would silently become other characters. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badInput('The body is not valid UTF-8.')
  }
}

/**
 * Reads a JSON object.
 *
 * @throws Refusal BAD_INPUT for what is no JSON object, is nested deeper than `maxDepth` or gives a key twice.
 */
export function readJsonObject(text: string, maxDepth: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badInput('The body must be a JSON object.')
  checkStructure(text, maxDepth)
  return value as Record<string, unknown>
}

/** Refuses what JSON.parse lets pass: a key given twice, of which it keeps the last, and nesting without end. */
function checkStructure(text: string, maxDepth: number): void {
  const open: (Set<string> | undefined)[] = []
  let isKeyNext = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const keys = open.at(-1)
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
      if (open.length > maxDepth) throw badInput(`The body is nested more than ${maxDepth} levels deep.`)
      isKeyNext = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      isKeyNext = false
    } else if (token === ',') {
      isKeyNext = keys !== undefined
    } else if (token === ':') {
      isKeyNext = false
    } else if (isKeyNext && keys) {
      const key = JSON.parse(token) as string
      if (keys.has(key)) throw badInput(`The body gives the key ${key} twice.`)
      keys.add(key)
    }
  }
}
