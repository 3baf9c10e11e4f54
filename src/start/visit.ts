/** The state of one request outside of the surfaces; its headers go on every answer. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { newFacts } from '../observe/request-facts.ts'
import { readRequestId, surfaceAt } from './requests.ts'

export type Visit = Pick<Context, 'requestId' | 'now' | 'forgetOrigins' | 'report' | 'hasFailed' | 'facts'> & {
  address: string
  /** Errors reported so far. */
  failures: readonly unknown[]
}

type VisitOptions = Pick<Context, 'forgetOrigins'> & {
  now: () => Date
  /** Called for each error, also for one that is not reported. */
  note: (error: unknown) => void
}

/** Creates the function that begins a request: its id, its one time, and its list of failures. */
export const visits =
  ({ now, note, forgetOrigins }: VisitOptions) =>
  (request: HttpRequest): Visit => {
    const failures: unknown[] = []
    return {
      requestId: readRequestId(request) ?? randomUUID(),
      address: request.address,
      now: now(),
      failures,
      facts: newFacts(surfaceAt(request.path) ?? 'other'),
      forgetOrigins,
      report(error) {
        note(error)
        // A client that hung up is not a failure.
        if (!request.signal.aborted || error !== request.signal.reason) failures.push(error)
      },
      hasFailed: () => failures.length > 0,
    }
  }
