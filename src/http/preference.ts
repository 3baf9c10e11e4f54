/** Parses client preferences: the weighted lists of Accept and Accept-Encoding (RFC 9110, section 12.4.2). */
import type { HttpRequest } from './exchange.ts'

const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * Reads a list into its members, in lower case and in their order, with their weights; one without a weight has 1. A member
 * whose weight is none is left out, and of one given twice the first counts.
 *
 * Accepted: `br, gzip;q=0.8`, `*;q=0`. Left out: `gzip;q=2`, `gzip;q=-1`, `gzip;q=0.1234`.
 */
export function preferences(header: string | undefined): Map<string, number> {
  const weights = new Map<string, number>()
  for (const member of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim())
    const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    if (name !== '' && !weights.has(name) && weight.test(text)) weights.set(name, Number(text))
  }
  return weights
}

const graphqlResponse = 'application/graphql-response+json'
const json = 'application/json'

/** The type of a stream of server-sent events. */
export const eventStream = 'text/event-stream'

/** Media types of GraphQL answers, by the names that clients may use. */
const graphqlTypes = new Map(
  [graphqlResponse, json, 'application/*', '*/*'].map((type) => [type, type === graphqlResponse ? type : json]),
)

/**
 * The type of GraphQL's answers that an Accept header names first, or undefined if it allows none of them. Only a client that
 * names the newer one knows it (GraphQL over HTTP, Legacy Watershed).
 */
export function acceptedGraphqlType(accept: string | undefined): string | undefined {
  if (!accept || accept === json || accept === '*/*') return json
  const types = [...preferences(accept)].filter(([, weight]) => weight > 0)
  return types.map(([type]) => graphqlTypes.get(type)).find((type) => type !== undefined)
}

/** Whether an Accept header names a stream of server-sent events. */
export const acceptsEvents = (accept: string | undefined): boolean => (preferences(accept).get(eventStream) ?? 0) > 0

/** The Content-Type of a GraphQL answer; JSON too where Accept allows no supported type. */
export const graphqlContentType = (request: Pick<HttpRequest, 'header'>): string =>
  `${acceptedGraphqlType(request.header('accept')) ?? json}; charset=utf-8`
