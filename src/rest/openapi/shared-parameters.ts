/** Takes parameters that several operations have in the same words out of them, as components that they refer to. */
import type { OpenapiParameter } from './parameter.ts'

type Parametrized = { parameters: (OpenapiParameter | { $ref: string })[] }

/**
 * Replaces parameters that occur more than once by references.
 *
 * @returns the components: under the parameter's name; of several of one name the most frequent, the others with a number behind it.
 */
export function shareParameters(operations: readonly Parametrized[]): Record<string, OpenapiParameter> {
  const found = new Map<string, { parameter: OpenapiParameter; count: number }>()
  for (const { parameters } of operations) {
    for (const parameter of parameters) {
      if ('$ref' in parameter) continue
      const text = JSON.stringify(parameter)
      found.set(text, { parameter, count: (found.get(text)?.count ?? 0) + 1 })
    }
  }
  const repeated = [...found].filter(([, { count }]) => count > 1).sort(([, one], [, other]) => other.count - one.count)
  const keys = new Map<string, string>()
  const components: Record<string, OpenapiParameter> = {}
  for (const [text, { parameter }] of repeated) {
    const key = freeKey(parameter.name, components)
    keys.set(text, key)
    components[key] = parameter
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((parameter) => {
      const key = keys.get(JSON.stringify(parameter))
      return key === undefined ? parameter : { $ref: `#/components/parameters/${key}` }
    })
  }
  return components
}

function freeKey(name: string, taken: object): string {
  let key = name
  for (let number = 2; Object.hasOwn(taken, key); number++) key = `${name}-${number}`
  return key
}
