/** Bodies that cannot be taken: each answers 4xx in the contract's shape, with one sentence, and changes nothing. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addMonthly, addProduct } from './rows.ts'
import { tablesChangedBy } from './tables.ts'

const store = await openStore()
const { db } = store
const { id } = await addMonthly(db)
const customer = await addCustomer(db)
const product = await addProduct(db)

const maxBytes = 524_288
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const form = 'application/x-www-form-urlencoded'

const requests = {
  update: `PUT /v1/subscriptions/${id}/`,
  cancel: `PUT /v1/subscriptions/${id}/cancel/`,
  skip: `PUT /v1/subscriptions/${id}/skip/`,
  order: 'POST /v1/orders/',
} as const
const each = Object.entries(requests)

type Sent = { body: BodyInit; type?: string | undefined; headers?: Record<string, string> }

async function refused(request: string, { body, type, headers }: Sent, status: number, message?: string | RegExp) {
  const changed = await tablesChangedBy(db, async () => {
    const answer = await store.rest(request, store.merchant, {
      body,
      headers: { ...(type && { 'Content-Type': type }), ...headers },
    })
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { errors: expect.any(Array) } })
    // One for each fault, such as an unknown field and a missing one.
    expect(answer.body.errors).not.toEqual([])
    for (const sentence of answer.body.errors) expect(sentence).toMatch(/\w{3}.*\.?$/s)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    if (typeof message === 'string') expect(answer.body.errors).toEqual([message])
    else if (message) expect(answer.body.errors[0]).toMatch(message)
  })
  expect(changed).toEqual([])
}

describe.each(each)('%s: the body as a whole', (_name, request) => {
  it.each(['[]', '[{"note":"x"}]', '"note"', '5', 'true', 'null'])('must be an object, not %s', (body) =>
    refused(request, { body, type: 'application/json' }, 400, 'The body must be a JSON object.'),
  )

  it.each(['{', '{"note":}', '{"note":"x",}', "{'note':'x'}", '{"note":"x"} x', '{"note":NaN}', '{"note":"\u0001"}', 'note=x'])(
    'must be JSON, not %s',
    (body) => refused(request, { body, type: 'application/json' }, 400, 'The body is not valid JSON.'),
  )

  it.each(['data.json', '5', '"x"', 'note'])(
    'must be more than a name to be a form, unlike %s, which curl -d calls one',
    (body) => refused(request, { body, type: form }, 400, /^The body (must be a JSON object|is not valid JSON)\.$/),
  )

  it('must be UTF-8', () =>
    refused(request, { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }, 400, 'The body is not valid UTF-8.'))

  it('must not be nested without end', async () => {
    await refused(request, { body: `{"note":${deep(100)}}`, type: 'application/json' }, 400)
    await refused(request, { body: `{"note":${deep(200_000)}}`, type: 'application/json' }, 400)
  })

  it('must have at most 512 KiB, whether it says so or not', async () => {
    const note = (bytes: number) => `{"note":"${'x'.repeat(bytes - '{"note":""}'.length)}"}`
    await refused(request, { body: note(maxBytes + 1), type: 'application/json' }, 413, 'The body is larger than 524288 bytes.')
    const stream = new Blob([note(maxBytes + 1)]).stream()
    const init = { method: request.split(' ')[0], body: stream, duplex: 'half', headers: { Authorization: store.merchant } }
    const { status } = await store.fetch(request.split(' ')[1] ?? '', init as RequestInit)
    expect(status).toBe(413)
    // At the limit it is read, and refused for what it says.
    await refused(request, { body: note(maxBytes), type: 'application/json' }, 400)
  })

  it.each([undefined, 'with-a-key'])('is read no further than it may be, with the Idempotency-Key %s', async (key) => {
    const chunk = new Uint8Array(65_536).fill(0x20)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        if (sent > 32 * maxBytes) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const [method, path = ''] = request.split(' ')
    const headers = { Authorization: store.merchant, ...(key && { 'Idempotency-Key': key }) }
    const { status } = await store.fetch(path, { method, body, duplex: 'half', headers } as RequestInit)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(4 * maxBytes)
  })

  it('must not be compressed', () =>
    refused(
      request,
      { body: gzipSync('{"note":"x"}'), type: 'application/json', headers: { 'Content-Encoding': 'gzip' } },
      415,
      'The body must not be compressed.',
    ))

  it('must not hold a file', async () => {
    const data = new FormData()
    data.append('note', new File(['x'], 'note.txt'))
    await refused(request, { body: data }, 400, 'note is a file; no file is taken here.')
  })

  const unreadableForm = 'The form cannot be read: at most 200 fields, five levels deep, percent-encoded.'

  it('must not have more than 200 parts', async () => {
    const type = 'multipart/form-data; boundary=b'
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) => `--b\r\nContent-Disposition: form-data; name="a${index}"\r\n\r\nx\r\n`)
    for (const count of [201, 8_000]) await refused(request, { body: `${parts(count).join('')}--b--`, type }, 400, unreadableForm)
    // As many are read, and refused for what they are called.
    await refused(request, { body: `${parts(200).join('')}--b--`, type }, 400, /^Unknown field|is required|Send exactly one/)
  })

  const note = 'Content-Disposition: form-data; name="note"'
  it.each([
    ['no part', 'x'],
    ['a part without an end', `--b\r\n${note}\r\n\r\nx`],
    ['a part of headers alone', `--b\r\n${note}\r\n--b--`],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
    ['a part with half a name', '--b\r\nContent-Disposition: form-data; name="note\r\n\r\nx\r\n--b--'],
    ['a part that does not say what it is', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--'],
    ['a header that is none', `--b\r\nnote\r\n${note}\r\n\r\nx\r\n--b--`],
    ['lines without a carriage return', `--b\n${note}\n\nx\n--b--`],
  ])('must be the multipart it says it is, not %s', (_which, body) =>
    refused(request, { body, type: 'multipart/form-data; boundary=b' }, 400, /^The multipart body cannot be read/),
  )

  it('must not have a field without a name', () =>
    refused(request, { body: 'a=1&=2', type: form }, 400, 'A field of the form has no name.'))

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data boundary=b',
    'multipart/form-data; x=b',
  ])('must name its boundary, unlike %s', (type) =>
    refused(
      request,
      { body: '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--b--', type },
      400,
      /^The multipart body cannot be read/,
    ),
  )

  it('must not have a file, of whatever bytes', () => {
    const head = 'Content-Disposition: form-data; name="note"; filename="a.png"\r\nContent-Type: image/png'
    const body = Buffer.from(`--b\r\n${head}\r\n\r\n\x89PNG\xff\r\n--b--`, 'latin1')
    return refused(request, { body, type: 'multipart/form-data; boundary=b' }, 400, 'note is a file; no file is taken here.')
  })

  it.each([
    [
      'another alphabet',
      'Content-Disposition: form-data; name="note"\r\nContent-Type: text/plain; charset=iso-8859-1',
      'caf\xe9',
    ],
    ['half a character', 'Content-Disposition: form-data; name="note"', 'a\xed\xa0\x80'],
    ['a name in another alphabet', 'Content-Disposition: form-data; name="not\xe9"', 'x'],
  ])('must be UTF-8 in every part: %s', (_which, headers, value) => {
    const body = Buffer.from(`--b\r\n${headers}\r\n\r\n${value}\r\n--b--`, 'latin1')
    return refused(request, { body, type: 'multipart/form-data; boundary=b' }, 400, 'The body is not valid UTF-8.')
  })

  const namedLike = (name: string) => `A field is named like shoe, shoe[size] or shoes[], not ${name}.`
  it.each([
    ['order_gift_info[x]lost=1', namedLike('order_gift_info[x]lost')],
    ['order_gift_info[x=1', namedLike('order_gift_info[x')],
    ['order_gift_info[[x]]=1', namedLike('order_gift_info[[x]]')],
    ['order_gift_info]=1', namedLike('order_gift_info]')],
    ['a=1&[note]=2', namedLike('[note]')],
    ['order_gift_info[x]=1&order_gift_info[x]=2', 'The form gives order_gift_info[x] twice.'],
    ['tags[0]=1&tags[0]=2', 'The form gives tags[0] twice.'],
    ['note=1&note[x]=2', 'The form gives note a value, and a part of its own, note[x].'],
    ['a[b]=1&a[b][c]=2', 'The form gives a[b] a value, and a part of its own, a[b][c].'],
    ['tags[]=1&tags=2', 'The form gives tags a value, and a part of its own, tags[0].'],
  ])('must not say of one name two things: %s', async (body, sentence) => {
    await refused(request, { body, type: form }, 400, sentence)
    const data = new FormData()
    for (const [name, value] of new URLSearchParams(body)) data.append(name, value)
    const multipart = new Response(data)
    const type = multipart.headers.get('content-type') ?? ''
    await refused(request, { body: new Uint8Array(await multipart.arrayBuffer()), type }, 400, sentence)
  })

  it.each(['%zz=1', 'note=%', 'a[b][c][d][e][f][g]=1', `${'a=1&'.repeat(201)}a=1`])(
    'must be a form that can be read: %s',
    (body) => refused(request, { body, type: form }, 400, unreadableForm),
  )

  it.each(['{"colour":"red"}', '{"__proto__":{"note":"x"}}', '{"":1}', '{"toString":1}', '{"\\u0000":1}'])(
    'must have no unknown field: %s',
    (body) => refused(request, { body, type: 'application/json' }, 400),
  )

  it('takes no values in the query', () =>
    refused(
      `${request}?note=x`,
      { body: '{}', type: 'application/json' },
      400,
      'Unknown parameter: note; a write takes its values in the body.',
    ))
})

describe.each([
  [requests.update, 'note', ['5', '[]', '{}', 'true', '"\\u0000"', '"\\ud800"']],
  [requests.update, 'autorenew', ['null', '"maybe"', '2', '"2"', '[true]', '{}', '""', '" true"']],
  [requests.update, 'credit', ['"x"', '1.5', '"1.5"', 'true', '[1]', '1e400', '-1', '"９"', '""', '9007199254740993']],
  [requests.update, 'end_date', ['null', '""', '5', '"soon"', '"2026-02-30"', '"2026-01-01T24:00:00Z"', '[]']],
  [requests.cancel, 'log_note', ['5', '[]', '{}', '"\\u0000"', '"\\udc00"']],
  [requests.cancel, 'cancel_reason', ['"x"', '1.5', '2147483648', '[]', 'true']],
  [requests.skip, 'skip', ['"x"', '2', '[]', '{}', '""']],
])('%s', (request, field, values) => {
  it.each(values)(`does not take ${field} of %s`, (value) =>
    refused(
      request,
      { body: `{"${field}":${value}}`, type: 'application/json' },
      400,
      new RegExp(`${field}|A value is not allowed`),
    ),
  )
})

it.each(['"x"', '5', '{}', '{"product_instance":{"id":1}}'])('A list is a list, not %s', async (given) => {
  const type = 'application/json'
  const body = (products: string) => `{"customer":{"id":${customer.id}},"products":${products}}`
  await refused(requests.order, { body: body(given), type }, 400, 'products must be a list.')
  const withCoupons = `{"customer":{"id":${customer.id}},"products":[],"coupons":${given}}`
  await refused(requests.order, { body: withCoupons, type }, 400, /coupons must be a list\./)
})

describe('the same over GraphQL', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', Authorization: store.merchant, ...headers },
    }
    const response = await store.fetch('/graphql', init)
    return { status: response.status, answer: (await response.json()) as { errors?: { message: string }[] } }
  }
  const mutation = (input: string) =>
    `{"query":"mutation($input: UpdateSubscriptionInput!) { updateSubscription(input: $input) { userErrors { code } } }","variables":{"input":${input}}}`

  it.each<[string, BodyInit, number]>([
    ['no JSON', '{', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['more than 512 KiB', mutation(`{"id":${id},"note":"${'x'.repeat(maxBytes)}"}`), 413],
    ['NUL', mutation(`{"id":${id},"note":"\\u0000"}`), 400],
    ['half a character', mutation(`{"id":${id},"note":"\\ud800"}`), 400],
    ['a wrong type', mutation(`{"id":${id},"note":5}`), 400],
    ['an unknown field', mutation(`{"id":${id},"colour":"red"}`), 400],
    ['no id', mutation('{"note":"x"}'), 400],
    ['nesting without end', mutation(`{"id":${id},"note":${deep(100_000)}}`), 400],
    ['bytes that are no UTF-8', Buffer.from(mutation(`{"id":${id},"note":"\u00ff"}`), 'latin1'), 400],
    ['half of a UTF-8 sequence', Buffer.concat([Buffer.from(mutation(`{"id":${id},"note":"`)), Buffer.of(0xe2, 0x82)]), 400],
    ['UTF-16', Buffer.from(mutation(`{"id":${id},"note":"x"}`), 'utf16le'), 400],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${mutation(`{"id":${id},"note":"x"}`)}`, 'utf16le'), 400],
    ['trailing garbage', `${mutation(`{"id":${id},"note":"a"}`)}}`, 400],
    ['an object for a list', `[${mutation(`{"id":${id},"note":"a"}`)}]`, 400],
  ])('refuses %s', async (_name, body, status) => {
    const changed = await tablesChangedBy(db, async () => {
      const answer = await post(body)
      expect(answer).toMatchObject({ answer: { errors: [{ message: expect.stringMatching(/\w{3}/) }] } })
      expect(answer.status).toBe(status)
    })
    expect(changed).toEqual([])
  })
})

describe.each(['/graphql', `/v1/subscriptions/${id}/`])('%s: a body that breaks off', (path) => {
  it.each([undefined, `broken${path.length}`])(
    'is refused without a word to the log, with the Idempotency-Key %s',
    async (key) => {
      const body = new ReadableStream({
        pull(controller) {
          controller.error(new Error('aborted'))
        },
      })
      const headers = {
        Authorization: store.merchant,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      }
      const method = path === '/graphql' ? 'POST' : 'PUT'
      const logged = vi.spyOn(console, 'error')
      const response = await store.fetch(path, { method, body, duplex: 'half', headers } as RequestInit)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('The body did not arrive as a whole.')
      expect(logged).not.toHaveBeenCalled()
      logged.mockRestore()
    },
  )
})

describe('a body that is good', () => {
  it('may begin with the byte order mark of UTF-8', async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: store.merchant }
    const graphql = await store.fetch('/graphql', { method: 'POST', headers, body: '\ufeff{"query":"{ __typename }"}' })
    expect(await graphql.json()).toMatchObject({ data: { __typename: 'Query' } })
    expect((await store.rest(requests.update, store.merchant, { body: '\ufeff{"note":"marked"}' })).status).toBe(200)
  })

  it('is taken, so that the refusals above mean something', async () => {
    const body = JSON.stringify({ customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] })
    expect((await store.rest(requests.order, store.merchant, { body })).status).toBe(201)
    expect((await store.rest(requests.skip, store.merchant, { body: '{"skip":true}' })).status).toBe(200)
    expect((await store.rest(requests.update, store.merchant, { body: '{"note":"x"}' })).status).toBe(200)
    expect((await store.rest(requests.cancel, store.merchant, { body: '' })).status).toBe(200)
  })
})
