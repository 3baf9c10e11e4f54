/** The scenarios: named requests, each of which knows a right answer from a wrong one. */
import { reads } from './reads.ts'
import { writes } from './writes.ts'

/** Rows of the database that requests are about, all of one store. */
export type Sample = {
  subscriptionIds: bigint[]
  /** Forms that are sold by subscription, each with a term. */
  forms: { instanceId: bigint; termId: bigint }[]
  /** A customer who may order: each of them once before the first comes round again. */
  nextBuyer(): bigint
}

/** A parsed answer. */
export type Answer = { errors?: unknown } & Record<string, unknown>

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
  /** Status of a right answer. */
  status: 200 | 201
  /** Whether an answer holds what was asked for; a benchmark of refusals or of empty pages says nothing. */
  isRight(answer: Answer): boolean
}

/** Where a request stands in a load: on which of the connections, and after how many others on it. */
export type Turn = { connection: number; connections: number; number: number }

export type Scenario = {
  /** Its name on the command line; its group is another name for it and its like. */
  name: string
  /** Reads answer the same every time; writes change the database and get one of their own. */
  group: 'reads' | 'writes'
  title: string
  surface: 'REST' | 'GraphQL'
  /** How many requests in a row belong together, such as a cancellation and its reactivation. */
  round: number
  call(sample: Sample, turn: Turn): Call
}

const scenarios: readonly Scenario[] = [...reads, ...writes]

/** The names the command line takes. */
export const names: readonly string[] = [...new Set(scenarios.flatMap(({ group, name }) => [group, name]))]

/** The scenarios of those names or groups; all of them when none is named. */
export const chosen = (wanted: readonly string[]): Scenario[] =>
  scenarios.filter(({ name, group }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(group))
