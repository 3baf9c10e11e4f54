/** Derives the effects of a request's writes on its answer: cookies, secrets, replay and refusal. */
import type { Effects } from '../http/exchange.ts'
import type { FirstOutcome } from '../schema/outcome.ts'

export const effectsOf = (outcomes: readonly FirstOutcome[]): Effects => ({
  cookies: outcomes.flatMap(({ cookie }) => cookie ?? []),
  hasSecret: outcomes.some(({ shownOnce }) => shownOnce !== undefined),
  key: outcomes.find(({ key }) => key)?.key,
  isRefused: outcomes.some(({ userErrors }) => userErrors.length > 0),
})
