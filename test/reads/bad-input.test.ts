/** Bad requests on REST: each answers 4xx with one clear sentence, and nothing of our inside. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { expectNothingInside } from './refusal.ts'

const store = await openStore()

const big = '9007199254740993'
const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',')

/** The sentences without their last, which says after each unknown filter what a list takes. */
const withoutAdvice = (errors: string[]) =>
  errors.map((sentence) => sentence.replace(/(?:; a| A) list takes [\w, ]* and its fields \(GET \/v1\/\)\.$/, ''))

const refused: [what: string, request: string, status: number, message: string | RegExp][] = [
  ['an unknown path', '/v1/nowhere/', 404, 'Unknown path: /v1/nowhere/; GET /v1/ lists those that there are.'],
  [
    'a path with one step too many',
    '/v1/orders/1/2/',
    404,
    'Unknown path: /v1/orders/1/2/; GET /v1/ lists those that there are.',
  ],
  ['a path with two slashes', '/v1//orders/', 404, 'Unknown path: /v1//orders/; GET /v1/ lists those that there are.'],
  ['another version', '/v2/orders/', 404, 'Unknown path: /v2/orders/'],
  [
    'a method the path does not answer',
    'DELETE /v1/transactions/',
    405,
    'DELETE is not answered here; allowed are GET, HEAD, OPTIONS.',
  ],
  ['a method nobody knows', 'BREW /v1/transactions/', 405, 'BREW is not answered here; allowed are GET, HEAD, OPTIONS.'],

  ['an unknown filter', '/v1/orders/?foo=1', 400, 'Unknown filter: foo'],
  [
    'a pattern for a kind',
    '/v1/orders/?type__like=o%25',
    400,
    'type does not take the operator like; it takes eq, ne, in, nin, is_null.',
  ],
  [
    'a larger JSON value',
    '/v1/products/?taxonomy__gt=1',
    400,
    'taxonomy does not take the operator gt; it takes eq, ne, is_null.',
  ],
  ['a JSON null', '/v1/products/?taxonomy=null', 400, /must not be null; to ask for missing values use is/],
  ['a JSON number beyond 2^53', `/v1/products/?taxonomy=[${big}]`, 400, /^taxonomy\.0 must be a number from /],
  ['an object of fields alone', '/v1/orders/?order_gift_info=x', 400, 'Unknown filter: order_gift_info'],
  ['a field that an object has not', '/v1/orders/?order_gift_info.shoe=x', 400, 'Unknown filter: order_gift_info.shoe'],
  ['a name of another list', '/v1/inventory/?on-hand=1', 400, 'Unknown filter: on-hand'],
  [
    'a filter in the spelling of GraphQL',
    '/v1/orders/?placedAt=2026-01-01',
    400,
    'Unknown filter: placedAt; did you mean placed_at?',
  ],
  ['a list of a field that is none', '/v1/orders/?shoe[]=1', 400, 'Unknown filter: shoe[]'],
  [
    'a list of one that takes none',
    '/v1/orders/?is_gift[]=true',
    400,
    'is_gift does not take the operator in; it takes eq, ne, is_null.',
  ],
  ['a filter without a name', '/v1/orders/?=1', 400, /^Unknown filter: ?$/],
  ['an object’s own property as a filter', '/v1/orders/?__proto__=1', 400, /proto__/],
  ['a constructor as a filter', '/v1/orders/?constructor=1', 400, 'Unknown filter: constructor'],
  ['a constructor as an operator', '/v1/orders/?id__constructor=1', 400, /^Unknown operator: constructor in id__constructor; /],
  ['a logical word as a filter', '/v1/orders/?AND=1', 400, 'Unknown filter: AND'],
  ['a logical word as a step', '/v1/orders/?NOT.status=open', 400, 'Unknown filter: NOT.status'],
  ['an unknown operator', '/v1/orders/?total__about=1', 400, /^Unknown operator: about in total__about; known are eq, ne, /],
  [
    'an operator its column does not take',
    '/v1/orders/?total__like=1',
    400,
    /^total does not take the operator like; it takes eq, /,
  ],
  [
    'a column of a relation',
    '/v1/fulfillments/?customer_id=1',
    400,
    'Unknown filter: customer_id; did you mean shipment.customer_id?',
  ],
  ['a relation that is unknown', '/v1/orders/?shop.name=x', 400, 'Unknown filter: shop.name'],
  ['an unknown field of a relation', '/v1/orders/?customer.shoe=1', 400, 'Unknown filter: customer.shoe'],
  ['a relation without a field', '/v1/orders/?customer=1', 400, 'Unknown filter: customer; did you mean customer_id?'],
  ['a step into a column', '/v1/orders/?total.cents=1', 400, 'Unknown filter: total.cents'],
  [
    'relations nested too deep',
    '/v1/orders/?customer.orders.customer.orders.id=1',
    400,
    'A filter may follow at most 3 relations one inside the other.',
  ],
  ['a metadata filter without a key', '/v1/subscriptions/?_md.=1', 400, /^_md\. names no metadata key/],
  [
    'a metadata filter of a relation without a key',
    '/v1/subscriptions/?customer._md.=1',
    400,
    /^customer\._md\. names no metadata key/,
  ],
  ['metadata of a relation that has none', '/v1/orders/?products._md.a=1', 400, 'Unknown filter: products._md.a'],
  ['metadata of an unknown relation', '/v1/orders/?shop._md.a=1', 400, 'Unknown filter: shop._md.a'],
  ['metadata larger than a number beyond 2^53', `/v1/carts/?_md.a__gt=${big}`, 400, /^_md\.a__gt must be a number from /],
  [
    'an operator that metadata does not take',
    '/v1/subscriptions/?customer__about._md.a=1',
    400,
    'Unknown filter: customer__about._md.a',
  ],
  ['a list that is too long', `/v1/orders/?id__in=${many}`, 400, 'id takes a list of at most 100 values, not 101.'],
  [
    'a metadata list that is too long',
    `/v1/subscriptions/?_md.a__nin=${many}`,
    400,
    '_md.a takes a list of at most 100 values, not 101.',
  ],

  ['an unknown sort field', '/v1/orders/?sort=shoe', 400, 'Unknown sort field: shoe'],
  ['a relation as a sort field', '/v1/orders/?sort=customer', 400, 'Unknown sort field: customer'],
  ['an empty sort field', '/v1/orders/?sort=total,', 400, /^Unknown sort field: ?$/],
  ['a sort field named twice', '/v1/orders/?sort=total,-total', 400, 'The order names total twice.'],
  ['an unknown relation to embed', '/v1/orders/?with=shoes', 400, /^Unknown relation: shoes; known are customer, /],
  [
    'embedding where nothing can be embedded',
    '/v1/store/api/shipments/?with=orders',
    400,
    /^Unknown (relation: orders|filter: with)/,
  ],
  ['a parameter of a single record', '/v1/orders/1?status=open', 400, 'Unknown parameter: status'],

  ...['-1', '1.5', 'two', '1e3', '99999999999999999999', '+1', '٣', '0x1'].flatMap((value): typeof refused => [
    [
      `page=${value}`,
      `/v1/orders/?page=${encodeURIComponent(value)}`,
      400,
      /^page must be a whole number from 0 to \d+, not .*\.$/,
    ],
    [
      `limit=${value}`,
      `/v1/orders/?limit=${encodeURIComponent(value)}`,
      400,
      /^limit must be a whole number from 1 to 1000, not .*\.$/,
    ],
  ]),
  ['a page far beyond any list', '/v1/orders/?page=2147483648&limit=1000', 400, /^(page|offset) must be /],
  ['limit=0', '/v1/orders/?limit=0', 400, 'limit must be a whole number from 1 to 1000, not 0.'],
  ['limit=1001', '/v1/orders/?limit=1001', 400, 'limit must be a whole number from 1 to 1000, not 1001.'],

  ...[
    'yesterday',
    '2026-02-30',
    '1763646300',
    '2026-01-01T25:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
  ].map((value): (typeof refused)[number] => [
    `a time ${value}`,
    `/v1/orders/?placed_at__gt=${encodeURIComponent(value)}`,
    400,
    /^Bad value for placed_at__gt: must be an ISO 8601 date or time, .*\.$/,
  ]),
  ...['1.5', 'ten', '9223372036854775808', '1e3', '- 1'].map((value): (typeof refused)[number] => [
    `an amount ${value}`,
    `/v1/orders/?total=${encodeURIComponent(value)}`,
    400,
    /^Bad value for total: must be a whole number.*\.$/,
  ]),
  ['an integer beyond 32 bits', '/v1/inventory/?quantity_on_hand=3000000000', 400, /^Bad value for quantity_on_hand: .*\.$/],
  ['a number that is a word', '/v1/products/?ship_weight=heavy', 400, 'Bad value for ship_weight: must be a number, not heavy.'],
  ['a number NaN', '/v1/products/?ship_weight=NaN', 400, 'Bad value for ship_weight: must be a number, not NaN.'],
  ['a boolean maybe', '/v1/orders/?is_gift=maybe', 400, 'Bad value for is_gift: must be true or false, not maybe.'],
  [
    'is_null=perhaps',
    '/v1/orders/?note__is_null=perhaps',
    400,
    'Bad value for note__is_null: must be true or false, not perhaps.',
  ],

  ...['0', '-1', big, '99999999999999999999999', '%30'].flatMap((id): typeof refused => [
    [`the id ${id} in a path, which no record has`, `/v1/orders/${id}`, 404, 'Not found.'],
    [`the id ${id} in the Store API`, `/v1/store/api/products/${id}/`, 404, 'Not found.'],
    [`the id ${id} in the path of a write`, `DELETE /v1/subscriptions/1/coupon/${id}/`, 404, 'Not found.'],
  ]),
  ...['abc', '1.5', '012', '1%20', '%00', '%F0%9F%91%8B', '1;2'].flatMap((id): typeof refused => [
    [`the id ${id} in a path`, `/v1/orders/${id}`, 400, /^order_id must be a whole number from 1 to 9007199254740991, not /],
    [
      `the id ${id} in the Store API`,
      `/v1/store/api/products/${id}/`,
      400,
      /^prod_id must be a whole number from 1 to 9007199254740991, not /,
    ],
  ]),
  [
    `the id ${big} in a filter`,
    `/v1/orders/?customer_id=${big}`,
    400,
    `customer_id must be a whole number from 1 to 9007199254740991, not ${big}.`,
  ],
  ['an id in a list', '/v1/orders/?id__in=1,x', 400, 'id__in must be a whole number from 1 to 9007199254740991, not x.'],
  ['broken percent-encoding in a path', '/v1/orders/%zz', 400, 'The path has a broken percent-encoding: %zz.'],
  ['half a character in a path', '/v1/orders/%ED%A0%80', 400, 'The path has a broken percent-encoding: %ED%A0%80.'],
  ['broken percent-encoding in a value', '/v1/orders/?note=%zz', 400, 'The query string has a broken percent-encoding: %zz.'],
  ['broken percent-encoding in a name', '/v1/orders/?%E0%A4%A=1', 400, /^The query string has a broken percent-encoding: /],
  ['half a surrogate pair', '/v1/orders/?note=%ED%A0%80', 400, /^The query string has a broken percent-encoding: /],
  [
    'a NUL character in a value',
    '/v1/orders/?note=a%00b',
    400,
    'The query string is not allowed: text must not contain the NUL character.',
  ],
  [
    'a NUL character in a name',
    '/v1/orders/?a%00=1',
    400,
    'The query string is not allowed: text must not contain the NUL character.',
  ],
  [
    'a NUL character in a metadata key',
    '/v1/subscriptions/?_md.%00=1',
    400,
    'The query string is not allowed: text must not contain the NUL character.',
  ],
  [
    'a query string of 100 kB',
    `/v1/orders/?note=${'x'.repeat(100_000)}`,
    413,
    /^The query string has 100005 characters; at most 8000 are read\.$/,
  ],
  ['a thousand parameters', `/v1/orders/?${'&a=1'.repeat(1_000)}`, 400, 'Unknown filter: a'],
]

describe('a request with', () => {
  it.each(refused)('%s is refused', async (_what, request, status, message) => {
    const path = request.slice(request.indexOf('/'))
    const answer = await store.rest(request, path.startsWith('/v1/store/') ? store.customer : store.merchant)
    expect(Object.keys(answer.body)).toEqual(['errors'])
    expect(withoutAdvice(answer.body.errors)).toEqual([message instanceof RegExp ? expect.stringMatching(message) : message])
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expectNothingInside(answer.body)
  })

  it('a method the path does not answer is told what it may use', async () => {
    const { headers } = await store.rest('POST /v1/transactions/')
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('many conditions is answered, not failed', async () => {
    const { status } = await store.rest(`/v1/orders/?${'&total__ge=1'.repeat(600)}`)
    expect(status).toBe(200)
  })

  it('HEAD is refused like GET, without a body', async () => {
    const response = await store.fetch('/v1/orders/?foo=1', { method: 'HEAD', headers: { Authorization: store.merchant } })
    expect([response.status, await response.text()]).toEqual([400, ''])
  })
})

describe('one answer', () => {
  it('names each parameter that is wrong, and the known name that is nearest', async () => {
    const query = 'page=-1&limit=0&stauts=open&total=ten&custmer.emial=x&customer.emial__ilike=x&placed_at_gt=2026-01-01'
    const { status, body } = await store.rest(`/v1/orders/?${query}&total.gt=5&sort=-place_at,id,shoe&with=shoes&wiht=customer`)
    expect(status).toBe(400)
    expect(withoutAdvice(body.errors)).toEqual([
      'page must be a whole number from 0 to 2000000, not -1.',
      'limit must be a whole number from 1 to 1000, not 0.',
      expect.stringMatching(/^Unknown relation: shoes; known are customer, .*, all\.$/),
      'Unknown filter: stauts; did you mean status?',
      'Bad value for total: must be a whole number, not ten.',
      'Unknown filter: custmer.emial; did you mean customer.email?',
      'Unknown filter: placed_at_gt; did you mean placed_at__gt?',
      'Unknown filter: total.gt; did you mean total__gt?',
      'Unknown filter: wiht; did you mean with?',
      'Unknown filter: customer.emial__ilike; did you mean customer.email__ilike?',
      'Unknown sort field: place_at; did you mean placed_at?',
      'Unknown sort field: shoe',
    ])
  })

  it('names those of a single record and of a write', async () => {
    const record = await store.rest('/v1/orders/1?wth=customer&status=open')
    expect(record.body).toEqual({ errors: ['Unknown parameter: wth; did you mean with?', 'Unknown parameter: status'] })
    const write = await store.rest('PUT /v1/orders/1/?note=x&total=1')
    expect(write.body).toEqual({
      errors: ['note', 'total'].map((name) => `Unknown parameter: ${name}; a write takes its values in the body.`),
    })
  })

  it('names each field of a body that is wrong', async () => {
    // Columns are compared once the rest is right: total is not named yet.
    const given = { nota: 'x', total: 1, gift_renewal_notif: 'x', order_gift_info: { gift_mesage: 'x', gift_recipient_name: 5 } }
    const { status, body } = await store.rest('PUT /v1/orders/1/', store.merchant, { body: JSON.stringify(given) })
    expect([status, body]).toEqual([
      400,
      {
        errors: [
          'gift_renewal_notif must be true or false.',
          'order_gift_info.gift_recipient_name must be text.',
          'Unknown field: order_gift_info.gift_mesage; did you mean order_gift_info.gift_message?',
          'Unknown field: nota; did you mean note?',
        ],
      },
    ])
  })

  it('tells twenty faults of a thousand', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `a${index}=1`)
    const { body } = await store.rest(`/v1/orders/?${names.join('&')}`)
    expect(body.errors).toHaveLength(21)
    expect(withoutAdvice(body.errors).slice(19)).toEqual(['Unknown filter: a19', 'More is wrong; the first 20 faults are told.'])
  })

  it('says what a list takes', async () => {
    const taken = 'list takes page, limit, sort, changed_since, q, with and its fields (GET /v1/).'
    for (const name of ['per_page', 'offset', 'cursor', 'query'])
      expect((await store.rest(`/v1/orders/?${name}=5`)).body.errors[0]).toMatch(
        new RegExp(`^Unknown filter: ${name}; (a|did you mean [a-z_.]+\\? A) ${taken.replace(/[().]/g, '\\$&')}$`),
      )
    const ofStore = (await store.rest('/v1/store/api/shipments/?offset=5', store.customer)).body.errors[0]
    expect(ofStore).toContain('list takes page, limit, sort and its fields')
  })
})

describe('without the right credential', () => {
  it.each([
    '',
    'Bearer',
    'Bearer x',
    'Bearer demo.wrong',
    'Basic %%%',
    'Basic ZGVtbw==',
    'Digest x',
    'Bearer a.b.c',
    'Bearer é.x',
  ])('%j: 401, and how to ask', async (as) => {
    const answer = await store.rest('/v1/orders/', undefined, as ? { headers: { Authorization: encodeURI(as) } } : {})
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ errors: [expect.stringMatching(/^[A-Z].*\.$/)] })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    expectNothingInside(answer.body)
  })
})
