/** Conditions in headers of writes, which are refused: a client that sends one counts on it that nothing is overwritten. */

import type { HttpRequest } from '../http/exchange.ts'
import { badInput } from '../values/errors.ts'

const conditions = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'] as const

/**
 * Refuses a write that is only to be done under a condition.
 *
 * @throws Refusal BAD_INPUT naming the header.
 */
export function checkUnconditional(request: HttpRequest): void {
  const sent = conditions.find((name) => request.header(name.toLowerCase()) !== undefined)
  if (sent)
    throw badInput(`${sent} is for reads; a write takes if_changed_in in its body, the changed_in of the record as it was read.`)
}
