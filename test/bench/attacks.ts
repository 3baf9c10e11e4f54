/** Hostile requests: one of each known class, with the refusal it must get. */
import type { ErrorCode } from '../../src/values/errors.ts'
import { documents, valid } from './attack-documents.ts'

export type Attack = {
  title: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** The request, with the nonce in it where a document would be known the second time. */
  body?: string
  contentType?: string
  code: ErrorCode
  /** Answered with status 200 and the refusal at the field it is about, as GraphQL does once an operation runs. */
  atField?: true
}

/** Stands for a number of eight digits that differs from request to request, so that nothing is answered from memory. */
export const nonce = '#00000000'

const graphql = (title: string, code: ErrorCode, body: unknown): Attack => ({
  title,
  method: 'POST',
  path: '/graphql',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  code,
})

const withNonce = (query: string): string => `${nonce}\n${query}`

/** Variables of the filter of subscriptions. */
const filtered = (filter: unknown) => ({
  query: withNonce('query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount } }'),
  variables: { filter },
})

/** A cursor with the signature of a list in its usual order, that holds lists within each other. */
const nestedCursor = (name: string): string =>
  Buffer.from(`["id.asc",["${name}",${'['.repeat(40_000)}${']'.repeat(40_000)}]]`).toString('base64url')

/** Lists by one filter, under as many names. */
const lists = (count: number, variable: string, filter: string) =>
  withNonce(
    `query (${variable}) { ${times(count, 0)
      .map((_, n) => `l${n}: subscriptions(first: 1, filter: ${filter}) { totalCount }`)
      .join(' ')} }`,
  )

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

const rest = (title: string, code: ErrorCode, path: string, body?: string, contentType = 'application/json'): Attack => ({
  title,
  method: body === undefined ? 'GET' : 'PUT',
  path: `/v1/${path}`,
  ...(body !== undefined && { body, contentType }),
  code,
})

const keys = (count: number) => Object.fromEntries(times(count, 1).map((one, index) => [`key${index}`, one]))

const atField = (attack: Attack): Attack => ({ ...attack, atField: true })

export const attacks: readonly Attack[] = [
  ...documents.map(({ title, code, query, atField }) => ({
    ...graphql(title, code, { query: withNonce(query) }),
    ...(atField && { atField }),
  })),

  graphql('4,900 unknown fields of an order', 'BAD_INPUT', {
    query: withNonce('query ($order: [OrderOrder!]) { orders(orderBy: $order) { totalCount } }'),
    variables: { order: Object.fromEntries(times(4_900, 0).map((_, n) => [`shoe${n}`, '"'.repeat(40)])) },
  }),
  atField(
    graphql('three cursors of 40,000 brackets', 'BAD_INPUT', {
      query: withNonce(
        `query ($a: String, $b: String, $c: String) { ${['a', 'b', 'c'].map((n) => `${n}: orders(first: 1, after: $${n}) { nodes { id } }`).join(' ')} }`,
      ),
      variables: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, nestedCursor(name)])),
    }),
  ),

  graphql('1,000,000 ids in a list', 'TOO_LARGE', filtered({ id: { in: times(1_000_000, 1) } })),
  graphql('200,000 ids in a list', 'BAD_INPUT', filtered({ id: { in: times(200_000, 1) } })),
  graphql('150,000 objects for ids', 'BAD_INPUT', filtered({ id: { in: times(150_000, {}) } })),
  graphql('150,000 conditions', 'BAD_INPUT', filtered({ AND: times(150_000, {}) })),
  graphql('5,000 keys in a filter', 'BAD_INPUT', filtered(keys(5_000))),
  graphql('2,400 ids in a list', 'BAD_INPUT', filtered({ id: { in: times(2_400, {}) } })),
  graphql('2,400 conditions', 'BAD_INPUT', filtered({ AND: times(2_400, {}) })),
  atField(graphql('101 ids in a list', 'BAD_INPUT', filtered({ id: { in: times(101, 1) } }))),
  atField(graphql('pattern of 400,000 characters', 'BAD_INPUT', filtered({ note: { like: `a${'%'.repeat(400_000)}a` } }))),
  atField(
    graphql('pattern of 8,000 characters', 'BAD_INPUT', filtered({ id: { eq: 'x' }, note: { like: `a${'%'.repeat(7_998)}a` } })),
  ),
  atField(
    graphql('20 lists of 60 × 7,900 characters', 'BAD_INPUT', {
      query: lists(20, '$texts: [String!]!', '{ note: { nin: $texts } }'),
      variables: { texts: times(60, 'x'.repeat(7_900)) },
    }),
  ),
  graphql('30 lists by 850 groups', 'TOO_COMPLEX', {
    query: lists(30, '$filter: SubscriptionFilter', '$filter'),
    variables: {
      filter: {
        AND: times(
          85,
          times(9, 0).reduce<object>((NOT) => ({ NOT }), {}),
        ),
      },
    },
  }),
  atField(
    graphql('20 lists by 882 values of a key', 'BAD_INPUT', {
      query: lists(20, '$filter: SubscriptionFilter', '$filter'),
      variables: {
        filter: { metadata: times(9, { key: 'plan', nin: times(98, 0).map((_, n) => `${n} gold`) }), id: { eq: 'x' } },
      },
    }),
  ),
  graphql('time of 400,000 characters', 'BAD_INPUT', filtered({ endDate: { gt: '2'.repeat(400_000) } })),
  atField(graphql('id of 400,000 characters', 'BAD_INPUT', filtered({ id: { eq: '1'.repeat(400_000) } }))),
  atField(
    graphql('metadata key of 400,000 characters', 'BAD_INPUT', filtered({ metadata: [{ key: 'a.'.repeat(200_000), eq: 'a' }] })),
  ),
  graphql('variables 10,000 deep', 'BAD_INPUT', `{"query":${JSON.stringify(valid)},"variables":{"a":${nested(10_000)}}}`),
  graphql('variables 200,000 deep', 'BAD_INPUT', `{"query":${JSON.stringify(valid)},"variables":{"a":${nested(200_000)}}}`),
  graphql('10,000 keys in a filter', 'BAD_INPUT', filtered(keys(10_000))),
  graphql('batch of 1,000', 'BAD_INPUT', times(1_000, { query: valid })),
  graphql('body that is cut off', 'BAD_INPUT', `{"query":"${'a'.repeat(400_000)}`),

  rest('list of 4,000 ids', 'TOO_LARGE', `subscriptions/?id__in=${times(4_000, '12').join()}`),
  rest('list of 2,500 ids', 'BAD_INPUT', `subscriptions/?id__in=${times(2_500, '12').join()}`),
  rest('2,000 spaces and a quote for a list', 'BAD_INPUT', `subscriptions/?id__in=${'+'.repeat(2_000)}%22`),
  rest(
    '500 names that are nearly known',
    'BAD_INPUT',
    `subscriptions/?${times(500, 0)
      .map((_, n) => `end_dat${n}=1`)
      .join('&')}`,
  ),
  rest('1,500 parameters', 'BAD_INPUT', `subscriptions/?${times(1_500, 'a=1').join('&')}`),
  rest('relations 1,000 deep', 'BAD_INPUT', `subscriptions/?${times(1_000, 'orders').join('.')}=1`),
  rest('pattern of 7,900 characters', 'BAD_INPUT', `subscriptions/?note__like=${'%25a'.repeat(1_900)}&limit=0`),
  rest('limit=2147483648', 'BAD_INPUT', 'subscriptions/?limit=2147483648'),
  rest('body 10,000 deep', 'BAD_INPUT', 'subscriptions/1/', `{"note":${nested(10_000)}}`),
  rest('body 200,000 deep', 'BAD_INPUT', 'subscriptions/1/', `{"note":${nested(200_000)}}`),
  rest('body of 10,000 keys', 'BAD_INPUT', 'subscriptions/1/', JSON.stringify(keys(10_000))),
  rest('body of one key 50,000 times', 'BAD_INPUT', 'subscriptions/1/', `{${times(50_000, '"note":1').join()}}`),
  rest('metadata of 400,000 characters', 'BAD_INPUT', 'subscriptions/1/metadata/', `{"a":"${'a'.repeat(400_000)}"}`),
  rest('body over 512 KiB', 'TOO_LARGE', 'subscriptions/1/', `{"note":"${'a'.repeat(1_048_576)}"}`),
  rest(
    'form of 10,000 fields',
    'BAD_INPUT',
    'subscriptions/1/',
    times(10_000, 'a[b]=1').join('&'),
    'application/x-www-form-urlencoded',
  ),
  rest(
    'multipart of 7,000 parts',
    'BAD_INPUT',
    'subscriptions/1/',
    times(7_000, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n').join(''),
    'multipart/form-data; boundary=b',
  ),
  rest(
    'multipart with 60,000 headers',
    'BAD_INPUT',
    'subscriptions/1/',
    `--b\r\nContent-Disposition: form-data; name="a"${'\r\nX: y'.repeat(60_000)}\r\n\r\nx\r\n--b--`,
    'multipart/form-data; boundary=b',
  ),
]
