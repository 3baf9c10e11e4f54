/**
 * Variables that an operation of our own does not take.
 *
 * GraphQL passes over them. That is left to the documents of clients, who wrote the names themselves; ours are called by names
 * that can be misspelt, and a write without what was asked for may cost money.
 */
import { type DocumentNode, type ExecutionArgs, getOperationAST } from 'graphql'
import { badInput, type Refusal } from '../values/errors.ts'
import { didYouMean, toldOf, withAdvice } from '../values/faults.ts'
import { nearestName } from '../values/nearest.ts'
import { shown, snakeCase } from '../values/text.ts'

/**
 * Names each variable that the operation does not take, with the nearest it does take in whatever spelling, or with all of them.
 *
 * @param suggests whether names may be told that the client did not write.
 */
export function unknownVariables(
  document: DocumentNode,
  given: ExecutionArgs['variableValues'],
  suggests: boolean,
): readonly Refusal[] {
  const operation = getOperationAST(document)
  const taken = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const unknown = Object.keys(given ?? {}).filter((name) => !taken.includes(name))
  const spellings = new Map(taken.map((name) => [snakeCase(name), name]))
  const all = `${operation?.name?.value} takes ${taken.join(', ') || 'none'}.`
  return toldOf(unknown, (name) => {
    const sentence = `Unknown variable: ${shown(name)}`
    if (!suggests) return sentence
    const nearest = spellings.get(nearestName(snakeCase(name), spellings.keys()) ?? '')
    return withAdvice(sentence, didYouMean(nearest) ?? all)
  }).map((sentence) => badInput(sentence))
}
