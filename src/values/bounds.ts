/** Bounds a JSON value before anything else reads it: no later reader needs a defence against its size or its texts. */
import { badInput } from './errors.ts'
import { textFault } from './text.ts'

/** Maximum levels of lists and objects, values of any kind, and objects among them. */
export type JsonBounds = { readonly levels: number; readonly values: number; readonly objects: number }

/**
 * Refuses a value beyond its bounds, and texts that the database cannot store. Walks level by level, since clients choose the depth.
 *
 * @param what names the value at the beginning of a sentence, such as `The body`.
 * @returns how many values it holds.
 * @throws Refusal BAD_INPUT
 */
export function checkBounds(root: unknown, bounds: JsonBounds, what: string): number {
  let values = 0
  let objects = 0
  let level: unknown[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    values += level.length
    const inside: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') checkText(value)
      if (typeof value !== 'object' || value === null) continue
      if (depth > bounds.levels) throw badInput(`${what} is nested more than ${bounds.levels} levels deep.`)
      const count = Array.isArray(value) ? value.length : Object.keys(value).length
      if (values + inside.length + count > bounds.values) throw tooMany(bounds, what)
      if (Array.isArray(value)) {
        for (const item of value) inside.push(item)
        continue
      }
      objects += 1
      if (objects > bounds.objects) throw badInput(`${what} has more than ${bounds.objects} objects.`)
      for (const [name, part] of Object.entries(value)) {
        checkText(name)
        inside.push(part)
      }
    }
    level = inside
  }
  return values
}

const tooMany = (bounds: JsonBounds, what: string) => badInput(`${what} has more than ${bounds.values} values.`)

/** @throws Refusal BAD_INPUT for a text with a NUL character or half a surrogate pair. */
function checkText(text: string): void {
  const fault = textFault(text)
  if (fault) throw badInput(`A value is not allowed: ${fault}.`)
}
