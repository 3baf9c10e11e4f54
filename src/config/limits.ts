/** The limits of a request; every figure is a setting, but for the bounds of a body's content. */
import type { JsonBounds } from '../values/bounds.ts'

export type Limits = {
  /** Bytes of a request body. */
  bodyBytes: number
  /** Bytes of a body that lists records. */
  bulkBytes: number
  /** Seconds a read may take; its statement in the database is cancelled then. */
  seconds: number
  /** Characters of a GraphQL document. */
  characters: number
  /** Tokens of it; comments and spaces are none. */
  tokens: number
  /** Fields within fields. */
  depth: number
  /** Fields under another name. */
  aliases: number
  /** Directives in the whole document. */
  directives: number
  /** Fields in all, with every fragment written out where it is spread. */
  fields: number
  /** Points, as `read/cost/cost.ts` counts them. */
  cost: number
  /** Characters of an answer. */
  answer: number
  /** Hours that an Idempotency-Key is kept, and the answer to its request. */
  keyHours: number
}

/** Defaults of the settings; each reason stands where its limit is checked. */
export const defaultLimits: Limits = {
  bodyBytes: 524_288,
  bulkBytes: 8_388_608,
  seconds: 10,
  characters: 65_536,
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  directives: 20,
  fields: 300,
  cost: 10_000,
  answer: 33_554_432,
  keyHours: 24,
}

/** Bounds of the JSON of a GraphQL request: more than the largest filter, order or set of free-form keys has. */
export const graphqlBounds: JsonBounds = { levels: 64, values: 5_000, objects: 1_000 }

/** Bounds of a REST body: more than the largest record with all that can be embedded in it, since it may be sent back whole. */
export const restBounds: JsonBounds = { levels: 64, values: 20_000, objects: 2_500 }

/** A request that takes longer has a line of its own in the log. */
export const defaultSlowMilliseconds = 1_000

/** Bounds of a REST body that lists records: each is within the bounds of a body of its own, and all together hold as many values. */
export const listBounds = { characters: defaultLimits.bodyBytes, values: 25_000 } as const
