/** The headers that REST reads and writes, as components of a document. */
import { dryRunHeader } from '../dry-run.ts'
import { operationHeader } from '../reply.ts'

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer' } })

/** Headers of answers, by their names. */
export const answerHeaders = {
  'X-Request-Id': text("The request's id, the client's own if it sent one; it stands in every log line."),
  [operationHeader]: text('The GraphQL operation that the request ran.'),
  'RateLimit-Limit': number('Points that the budget of the caller holds when it is full.'),
  'RateLimit-Remaining': number('Points that are left of it.'),
  'RateLimit-Reset': number('Seconds until it is full again.'),
  'RateLimit-Cost': number('Points that the request cost.'),
  ETag: text('Names this content; sent back in If-None-Match it saves sending the same again.'),
  Link: text('Where to go on, such as the next page as `rel="next"`.'),
  'Idempotent-Replayed': text('`true` when this repeats the answer to an earlier request with the same Idempotency-Key.'),
  [dryRunHeader]: text(
    '`true` when the write was only tried; the `id` and `url` of records that would have been created are then null.',
  ),
  'Retry-After': number('Seconds after which the request may be sent again.'),
  'WWW-Authenticate': text('How to authenticate.'),
} as const

export type AnswerHeader = keyof typeof answerHeaders

/** Headers of requests, by the names of their components. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the write safe to repeat: the same request with the same key gets the first answer again, for a day.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  DryRun: {
    name: dryRunHeader,
    in: 'header',
    description: 'Runs the write as a trial: the answer is that of the write, and nothing is kept, charged or logged.',
    schema: { type: 'string', const: 'true' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the content that the client has; answered by 304 while it is current.',
    schema: { type: 'string' },
  },
} as const

/** Headers of every answer, which the responses of refusals name, and those of successes do not repeat. */
export const headersOfEvery: readonly AnswerHeader[] = [
  'X-Request-Id',
  operationHeader,
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Cost',
]

/** References to headers. */
export const headerReferences = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
