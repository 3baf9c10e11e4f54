/** Every kind of text that a client chooses, made to any length: what a reader of it could stumble over. */
import type { Message } from './send.ts'

export type Text = {
  title: string
  /** About half of the characters that are read. */
  length: number
  /** A request with a text of so many characters. */
  message: (length: number) => Message
}

/** A part over and over, up to a length. */
const filled = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** Numbered parts, no two alike, up to a length. */
function numbered(part: (number: number) => string, between: string, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length; size += (parts.at(-1)?.length ?? 0) + between.length) parts.push(part(parts.length))
  return parts.join(between)
}

const halfQuery = 3_900
const halfHeader = 7_000
const halfDocument = 32_000
const halfBody = 250_000

const query = (title: string, search: (length: number) => string, list = 'subscriptions'): Text => ({
  title: `query: ${title}`,
  length: halfQuery,
  message: (length) => ({ method: 'GET', path: `/v1/${list}/?${search(length)}`, headers: {} }),
})

const path = (title: string, part: string): Text => ({
  title: `path: ${title}`,
  length: halfHeader,
  message: (length) => ({ method: 'GET', path: `/v1/orders/${filled(part, length)}`, headers: {} }),
})

const header = (name: string, part: string, around: readonly [string, string] = ['', ''], at = '/v1/orders/0'): Text => ({
  title: `header: ${name}, ${JSON.stringify(part)}`,
  length: halfHeader,
  message: (length) => ({ method: 'GET', path: at, headers: { [name]: around[0] + filled(part, length) + around[1] } }),
})

const body = (
  title: string,
  text: (length: number) => string,
  type = 'application/json',
  request: readonly [string, string] = ['PUT', '/v1/subscriptions/1/'],
  length = halfBody,
): Text => ({
  title: `body: ${title}`,
  length,
  message: (size) => ({ method: request[0], path: request[1], headers: { 'Content-Type': type }, body: text(size) }),
})

const graphql = (title: string, given: (length: number) => object, length = halfBody): Text => ({
  ...body(title, (size) => JSON.stringify(given(size)), 'application/json', ['POST', '/graphql'], length),
  title: `GraphQL: ${title}`,
})

const document = (title: string, text: (length: number) => string): Text =>
  graphql(title, (length) => ({ query: text(length) }), halfDocument)

const variable = (title: string, type: string, use: string, value: (length: number) => unknown): Text =>
  graphql(title, (length) => ({ query: `query ($v: ${type}) { ${use} }`, variables: { v: value(length) } }))

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'
const part = (headers: string, value: string) => `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`
const metadata = ['PUT', '/v1/subscriptions/1/metadata/'] as const
const orders = ['POST', '/v1/orders/'] as const

export const texts: readonly Text[] = [
  ...['+', '%22', '%22%22', ',', '+%22', '%22a%22,', '%22+', 'a+'].map((each) =>
    query(`a list, ${each}`, (length) => `note__in=${filled(each, length)}%22`),
  ),
  query('ids', (length) => `id__in=${filled('1,', length)}`),
  query('parameters', (length) => numbered((number) => `a${number}=1`, '&', length)),
  query('one field equal to many', (length) => numbered((number) => `id=${number}`, '&', length)),
  query('empty parameters', (length) => filled('a&', length)),
  query('& and ?', (length) => filled('&?', length)),
  query('percent-encoded', (length) => `note=${filled('%20', length)}`),
  query('a broken percent-encoding', (length) => `note=${filled('%2', length)}`),
  ...['a', 'a.', 'customer.orders.', '_', '__', '__gt', '_md.', '_md.a.'].map((each) =>
    query(`a filter's name, ${each}`, (length) => `${filled(each, length)}=1`),
  ),
  query('a key of metadata', (length) => `_md.${filled('a.', length)}=1`),
  query('names nearly known', (length) => numbered((number) => `end_dat${number}=1`, '&', length)),
  query('an order, commas', (length) => `sort=${filled(',', length)}`),
  query('an order, ids', (length) => `sort=${filled('-id,', length)}`),
  query('an order, one name', (length) => `sort=${filled('a', length)}`),
  query('relations', (length) => `with=${filled('customer,', length)}`),
  query('unknown relations', (length) => `with=${numbered((number) => `a${number}`, ',', length)}`),
  ...['page', 'limit', 'id', 'credit', 'end_date__gt', 'autorenew', 'status'].map((name) =>
    query(`digits for ${name}`, (length) => `${name}=${filled('1', length)}`),
  ),
  query('a number', (length) => `ship_weight=-${filled('1', length)}.${filled('1', length)}`.slice(0, 2 * halfQuery), 'products'),
  ...['+', '+00', '2026-01-01', ':'].map((each) => query(`a time, ${each}`, (length) => `end_date__gt=${filled(each, length)}`)),
  ...['%25', '%25a', 'a', '_', '%5C'].map((each) =>
    query(`a pattern, ${each}`, (length) => `note__ilike=${filled(each, length)}&limit=0`),
  ),

  ...['1', '/', '/1', '%20', '.', '../', '{}'].map((each) => path(JSON.stringify(each), each)),

  header('Authorization', 'a', ['Basic ', '']),
  header('Authorization', 'a', ['Bearer ', '']),
  header('Authorization', ' ', ['Bearer', 'a']),
  header('Authorization', 'a ', ['Bearer ', '']),
  header('Authorization', '.', ['Bearer a', 'a']),
  header('Cookie', '; '),
  header('Cookie', '='),
  header('Cookie', '__Host-tandem_customer=a; '),
  header('Idempotency-Key', 'a'),
  header('X-Request-Id', 'a'),
  header('X-Forwarded-For', ','),
  header('X-Forwarded-For', '[', ['', ']:1a']),
  header('X-Forwarded-For', '1:', ['', 'a']),
  header('Accept', ',', ['', ''], '/graphql?query=%7B__typename%7D'),
  header('Accept', ';', ['', ''], '/graphql?query=%7B__typename%7D'),
  header('Accept-Encoding', ';q=0.', ['', ''], '/graphql/assets/nothing.js'),
  header('Accept-Encoding', '0', ['gzip;q=0.', 'a'], '/graphql/assets/nothing.js'),
  header('Origin', 'a', ['https://', '.example']),
  header('Origin', '.', ['https://a', '']),
  header('Sec-Fetch-Site', 'a'),
  header('If-None-Match', ','),

  document('spaces', (length) => `{ __typename ${filled(' ', length)} }`),
  document('lines', (length) => `{ shoe ${filled('\n', length)} }`),
  document('comments', (length) => `{ shoe } ${filled('#\n', length)}`),
  document('a name', (length) => `{ ${filled('a', length)} }`),
  document('a text', (length) => `{ order(id: "${filled('a', length)}") { id } }`),
  document('escapes', (length) => `{ order(id: "${filled('\\n', length)}") { id } }`),
  document('a block of text', (length) => `{ order(id: """${filled(' \n', length)}""") { id } }`),
  document('digits', (length) => `{ order(id: ${filled('1', length)}) { id } }`),
  document('braces', (length) => filled('{', length)),
  document('half a text', (length) => `{ order(id: "${filled('a', length)}`),
  document('half a block of text', (length) => `{ order(id: """${filled('"', length)}`),
  graphql('the name of an operation', (length) => ({ query: '{ __typename }', operationName: filled('a', length) })),
  graphql('a hash', (length) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: filled('a', length) } } })),
  variable('a cursor', 'String', 'orders(after: $v) { totalCount }', (length) => filled('W', length)),
  variable('a time', 'DateTime', 'orders(filter: { placedAt: { gt: $v } }) { totalCount }', (length) => filled('2', length)),
  variable('an id', 'ID!', 'order(id: $v) { id }', (length) => filled('1', length)),
  variable('a node', 'ID!', 'node(nodeId: $v) { nodeId }', (length) => filled('a', length)),
  variable('a text', 'String', 'orders(filter: { note: { eq: $v } }) { totalCount }', (length) => filled('a', length)),
  variable('a key of metadata', 'String!', 'subscriptions(filter: { metadata: [{ key: $v, eq: 1 }] }) { totalCount }', (length) =>
    filled('a.', length),
  ),
  variable('ids', '[ID!]', 'orders(filter: { id: { in: $v } }) { totalCount }', (length) =>
    Array(Math.ceil(length / 200)).fill('1'),
  ),
  variable('an unknown variable', 'OrderFilter', 'orders(filter: $v) { totalCount }', (length) => ({ [filled('a', length)]: 1 })),

  ...['"', '\\', '\\"', '[', '{"a":', '[1,', '1', ' ', '"a",'].map((each) =>
    body(JSON.stringify(each), (length) => filled(each, length)),
  ),
  body('backslashes in a text', (length) => `{"note":"${filled('\\\\', length)}"}`),
  body('a key', (length) => `{"${filled('a', length)}":1}`),
  body('a key with escapes', (length) => `{"${filled('\\u0061', length - (length % 6))}":1}`),
  body('a note', (length) => JSON.stringify({ note: filled('a', length) })),
  body('a time', (length) => JSON.stringify({ end_date: filled('2026-01-01T00:00:00.', length) })),
  body('an amount', (length) => JSON.stringify({ credit: filled('1', length) })),
  body('a boolean', (length) => JSON.stringify({ autorenew: filled('true', length) })),
  body('a key of metadata', (length) => JSON.stringify({ [filled('a.', length)]: 1 }), 'application/json', metadata, 32_000),
  body('a value of metadata', (length) => JSON.stringify({ a: filled('2026-', length) }), 'application/json', metadata, 32_000),
  body(
    'levels of metadata',
    (length) => `${filled('{"a":', length)}1${'}'.repeat(length / 5)}`,
    'application/json',
    metadata,
    32_000,
  ),
  ...['@', 'a@', '1', ' ', 'a'].map((each) =>
    body(
      `a customer, ${JSON.stringify(each)}`,
      (length) => JSON.stringify({ customer: { id: `${filled(each, length)}@` }, products: [] }),
      'application/json',
      orders,
    ),
  ),
  body(
    'a coupon',
    (length) => JSON.stringify({ customer: { id: 0 }, products: [], coupons: [filled('a', length)] }),
    'application/json',
    orders,
  ),
  ...['&', '&a=', '=', '+', '%20', '[', ']', '[a]', '%5B', '%5Ba%5D', ' ', '__proto_'].map((each) =>
    body(`a form, ${each}`, (length) => `a${filled(each, length)}`, form),
  ),
  body('a form of 200 fields', (length) => numbered((number) => `a[${number}]=${filled('1', length / 200)}`, '&', length), form),
  body('parts', (length) => filled(part('name="a"', 'x'), length), multipart),
  body(
    '200 parts',
    (length) =>
      `${Array(200)
        .fill(part('name="a"', filled('x', length / 200)))
        .join('')}--b--`,
    multipart,
  ),
  body('a part', (length) => `${part('name="a"', filled('\r\n--', length))}--b--`, multipart),
  body("a part's headers", (length) => `${part(`name="a"${filled('\r\nX: y', length)}`, 'x')}--b--`, multipart),
  body(
    "a part's parameters",
    (length) => `${part(`name="a"${filled('; x=y', length)}`, 'x')}--b--`,
    multipart,
    undefined,
    30_000,
  ),
  body("a part's name", (length) => `${part(`name="${filled('%22', length)}"`, 'x')}--b--`, multipart, undefined, 30_000),
  body('a part that does not end', (length) => part('name="a"', filled('\r\n-', length)), multipart),
  body('what stands before the parts', (length) => filled('\r\n', length), multipart),
]
