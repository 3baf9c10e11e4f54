/**
 * The one seam for metrics, traces and logs. Steps, which take time and have parts, run through `observe`; facts, which are counted, go
 * through `emit`. Without an observer a step is called directly; without a listener a fact is dropped.
 */
import type { RequestFacts } from './request-facts.ts'

/** A step that can be observed. The steps of a request share its id; a statement belongs to the step that encloses it. */
export type Observation =
  /** A whole request, from its headers to its answer. */
  | {
      kind: 'request'
      requestId: string
      method: string
      path: string
      /** The W3C trace context that the client sent. */
      traceparent: string | undefined
      /** Complete once the step has ended. */
      facts: RequestFacts
    }
  /** From a credential to a viewer and its account. */
  | { kind: 'admit'; requestId: string }
  /** From a body or a query string to a document with its variables. */
  | { kind: 'parse'; requestId: string; surface: string }
  /** From a document to its cost and its plan, which is mostly cached. */
  | { kind: 'plan'; requestId: string; operation: string | undefined }
  /** The reads or the write of a planned operation. */
  | { kind: 'run'; requestId: string; operation: string | undefined }
  /** From an answer to its representation: compressed, or not modified. */
  | { kind: 'reply'; requestId: string }
  /** One statement of the database, from its sending to its answer. */
  | { kind: 'statement'; text: string }
  /** One call of the payment gateway. */
  | { kind: 'gateway'; gateway: string; call: GatewayCall }
  /** One due subscription, from its claim to what became of it. */
  | { kind: 'renewal'; storeId: bigint; subscriptionId: bigint }

/** The result of a call; `done` for a look at a reference that the gateway does not know. */
export type GatewayResult = 'captured' | 'declined' | 'waiting' | 'done' | 'pending' | 'void' | 'unknown' | 'failed'

export type GatewayCall = 'charge' | 'find' | 'refund' | 'find_refund'

/** A fact that is counted. Times are in milliseconds. */
export type Fact =
  | { kind: 'answered'; facts: RequestFacts }
  /** A statement was answered. */
  | { kind: 'queried'; milliseconds: number }
  /** Work has got a connection of the pool. */
  | { kind: 'connected'; milliseconds: number }
  /** A read was sent to a replica, or to the primary where there are replicas. */
  | { kind: 'read-from'; database: 'primary' | 'replica' }
  /** A bucket did not hold what a request deposits. */
  | { kind: 'over-budget' }
  /** A due subscription was looked after; the reason is that of a past due subscription, `other`, or `none` for one that is done. */
  | { kind: 'renewed'; result: 'done' | 'declined' | 'refused' | 'failed'; reason: string }
  /** A delivery of a consumer of events was tried. */
  | { kind: 'delivered'; consumer: string; result: 'delivered' | 'waiting' | 'failed' }
  /** The gateway has answered a call, or has not. */
  | {
      kind: 'gateway-answered'
      gateway: string
      call: GatewayCall
      result: GatewayResult
      milliseconds: number
    }

/** Wraps the work of a step, which it must call once; the work may return a promise. Asynchronous context set around it reaches its parts. */
type Observer = <T>(observation: Observation, work: () => T) => T

type Added = { readonly observer: Observer }

let observers: readonly Added[] = []
/** All of them as one, each around the next. */
let all: Observer | undefined

/** Runs the work of a step under the observers, if there are any. */
export const observe: Observer = (observation, work) => (all ? all(observation, work) : work())

/** Adds an observer, inside those that are there already; returns the function that removes it again. */
export function addObserver(observer: Observer): () => void {
  const added = { observer }
  use([...observers, added])
  return () => use(observers.filter((each) => each !== added))
}

function use(others: readonly Added[]): void {
  observers = others
  all = observers
    .map(({ observer }) => observer)
    .reduce<Observer | undefined>((outer, inner) => (outer ? nested(outer, inner) : inner), undefined)
}

const nested =
  (outer: Observer, inner: Observer): Observer =>
  (observation, work) =>
    outer(observation, () => inner(observation, work))

/** Runs work and calls back once it has ended, with the error if it failed. */
export function whenEnded<T>(work: () => T, end: (failure?: { error: unknown }) => void): T {
  try {
    const result = work()
    if (result instanceof Promise)
      result.then(
        () => end(),
        (error: unknown) => end({ error }),
      )
    else end()
    return result
  } catch (error) {
    end({ error })
    throw error
  }
}

let listener: ((fact: Fact) => void) | undefined

/** Passes a fact to the listener. */
export const emit = (fact: Fact): void => listener?.(fact)

/** Sets the listener of facts; returns the function that removes it. */
export function listen(hear: (fact: Fact) => void): () => void {
  listener = hear
  return () => {
    listener = undefined
  }
}
