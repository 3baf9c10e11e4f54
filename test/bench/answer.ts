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
 * are ready in. Each such order is compared in depth once.
 */
export function sameAs(body: string): (given: string) => boolean {
  const expected: unknown = JSON.parse(body)
  const right = [body]
  return (given) => {
    if (right.includes(given)) return true
    const isRight = isDeepStrictEqual(parsed(given), expected)
    if (isRight) right.push(given)
    return isRight
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
