/** Tells right answers from wrong ones. */
import { isDeepStrictEqual } from 'node:util'
import type { Answer, Call } from './scenarios.ts'

/** Whether a text is an answer without errors that holds what the call asked for. */
export function isAnswerTo({ isRight }: Call, text: string): boolean {
  const answer = parsed(text) as Answer | undefined
  return answer !== undefined && answer.errors === undefined && isRight(answer)
}

/**
 * Whether an answer is the one of the rehearsal. The order of keys may differ: the executor writes fields in the order they
 * are ready in. Each such order is compared in depth once. What is told of the budget differs from request to request.
 */
export function sameAs(body: string): (given: string) => boolean {
  const expected: unknown = JSON.parse(withoutCost(body))
  const right: string[] = []
  return (given) => {
    const answer = withoutCost(given)
    if (right.includes(answer)) return true
    const isRight = isDeepStrictEqual(parsed(answer), expected)
    if (isRight) right.push(answer)
    return isRight
  }
}

/** Without the end of a GraphQL answer that tells what the operation cost. */
const withoutCost = (body: string): string => {
  const at = body.lastIndexOf(',"extensions":{"cost":')
  return at < 0 ? body : `${body.slice(0, at)}}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
