/** The limits of texts count Unicode code points, on both surfaces, whatever the text is for. */
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { openStore } from '../support/store.ts'
import { surfaces } from './ask.ts'

const store = await openStore()
const gift = '🎁'
const gifts = (count: number) => gift.repeat(count)

type Answer = { status: number; message: string | undefined }

/** Sends a body to REST, or a mutation or query with one variable to GraphQL; a refusal answers its sentence. */
const rest = async (request: string, body?: object): Promise<Answer> => {
  const answer = await store.rest(request, store.merchant, body && { body: JSON.stringify(body) })
  return { status: answer.status < 300 ? 200 : answer.status, message: answer.body?.errors?.join(' ') }
}
const graphql = async (query: string, variables: Record<string, unknown> = {}): Promise<Answer> => {
  const { status, data, errors } = await store.graphql(query, variables)
  const [payload] = Object.values((data ?? {}) as Record<string, { userErrors?: { message: string }[] } | null>)
  const [message] = [...errors, ...(payload?.userErrors ?? [])].map((error) => error.message)
  return { status: message === undefined ? status : 400, message }
}
const mutation = (name: string, field: string, fixed: string) => (text: string) =>
  graphql(`mutation($text: String) { ${name}(input: { ${fixed} ${field}: $text }) { userErrors { message } } }`, { text })

let resultId = 0
let fieldIds: number[] = []

beforeAll(async () => {
  const { body } = await store.rest('/v1/product_survey_results/?limit=1')
  const [result] = body.results
  resultId = result.id
  fieldIds = result.answers.map(({ field_id }: { field_id: number }) => field_id)
})

const answers = (text: string) => Object.fromEntries(fieldIds.map((id) => [id, text]))

type Write = Record<(typeof surfaces)[number], (text: string) => Promise<Answer>>

/** Texts that clients write, each with the most characters that it may have. */
const writes: Record<string, [most: number, Write]> = {
  "a product's name": [
    200,
    {
      REST: (name) => rest('PUT /v1/products/1/', { name }),
      GraphQL: mutation('updateProduct', 'name', 'id: 1'),
    },
  ],
  "a subscription's note": [
    10_000,
    {
      REST: (note) => rest('PUT /v1/subscriptions/1/', { note }),
      GraphQL: mutation('updateSubscription', 'note', 'id: 1'),
    },
  ],
  "an order's note": [
    10_000,
    { REST: (note) => rest('PUT /v1/orders/1/', { note }), GraphQL: mutation('updateOrder', 'note', 'id: 1') },
  ],
  'a remark for the log': [
    2_000,
    {
      REST: (log_note) => rest('PUT /v1/subscriptions/2/cancel/', { log_note }),
      GraphQL: mutation('cancelSubscription', 'logNote', 'id: 2'),
    },
  ],
  "a recipient's name": [
    200,
    {
      REST: (name) => rest('PUT /v1/orders/1/', { order_gift_info: { gift_recipient_name: name } }),
      GraphQL: (text) =>
        graphql(
          'mutation($text: String) { updateOrder(input: { id: 1, orderGiftInfo: { giftRecipientName: $text } }) { userErrors { message } } }',
          { text },
        ),
    },
  ],
  'an answer of a survey': [
    10_000,
    {
      REST: async (text) => {
        const { subscription_id } = (await store.rest(`/v1/product_survey_results/${resultId}/`)).body
        const { customerId } = await store.db.subscription.findFirstOrThrow({ where: { storeId: 1, id: subscription_id } })
        const path = `PUT /v1/store/api/subscriptions/${subscription_id}/surveys/${resultId}`
        const body = JSON.stringify({ answers: answers(text) })
        const { status, body: answer } = await store.rest(path, await store.customerToken(customerId), { body })
        return { status, message: answer.errors?.join(' ') }
      },
      GraphQL: async (text) => {
        const { subscriptionId } = await store.db.productSurveyResult.findFirstOrThrow({ where: { storeId: 1, id: resultId } })
        const { customerId } = await store.db.subscription.findFirstOrThrow({ where: { storeId: 1, id: subscriptionId } })
        const list = fieldIds.map((fieldId) => ({ fieldId, value: text }))
        const query = `mutation($id: ID!, $subscriptionId: ID, $answers: [ProductSurveyAnswerInput!]!) {
          replaceProductSurveyResult(input: { id: $id, subscriptionId: $subscriptionId, answers: $answers }) { userErrors { message } } }`
        const { status, data, errors } = await store.graphql(
          query,
          { id: resultId, subscriptionId: String(subscriptionId), answers: list },
          await store.customerToken(customerId),
        )
        const [message] = [...errors, ...(data?.replaceProductSurveyResult?.userErrors ?? [])].map((error) => error.message)
        return { status: message === undefined ? status : 400, message }
      },
    },
  ],
}

/** Texts that lists are filtered by. */
const filters: Record<string, [most: number, Write]> = {
  'a pattern': [
    100,
    {
      REST: (text) => rest(`/v1/products/?name__ilike=${encodeURIComponent(text)}`),
      GraphQL: (text) =>
        graphql('query($text: String) { products(filter: { name: { ilike: $text } }) { totalCount } }', { text }),
    },
  ],
}

describe.each(surfaces)('%s', (surface) => {
  it.each(Object.entries({ ...writes, ...filters }))(
    'takes %s of as many emoji as characters, and not one more',
    async (_what, [most, by]) => {
      expect(await by[surface](gifts(most))).toEqual({ status: 200, message: undefined })
      const refused = await by[surface](gifts(most + 1))
      expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(`at most ${most} characters`) })
      expect(refused.message).not.toContain(String(2 * most))
    },
  )
})

describe('The log', () => {
  it('keeps a remark of 2,000 emoji whole, and of a longer text as many characters as of any', async () => {
    await rest('PUT /v1/subscriptions/3/cancel/', { log_note: gifts(2_000) })
    const { note } = await store.db.logEntry.findFirstOrThrow({ where: { subscriptionId: 3, operation: 'cancelSubscription' } })
    expect(note).toBe(gifts(2_000))
    await rest('PUT /v1/orders/2/', { note: gifts(501) })
    const { changes } = await store.db.logEntry.findFirstOrThrow({ where: { orderId: 2, operation: 'updateOrder' } })
    expect(changes).toMatchObject({ note: { to: `${gifts(500)} … (cut: 501 characters in all)` } })
  })
})

describe('GraphQL', () => {
  const document = (count: number) => `# ${gifts(count - 17)}\n{ __typename }`

  it('takes a document of 65,536 emoji, however its JSON spells them, and not one more', async () => {
    expect([...document(65_536)]).toHaveLength(65_536)
    const escaped = (text: string) =>
      JSON.stringify({ query: text }).replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    // Escaped, so many take more than a body usually has.
    const large = await openStore({ limits: { ...defaultLimits, bodyBytes: 1_048_576 } })
    const send = async (count: number, spell: (text: string) => string) => {
      const init = { method: 'POST', headers: { Authorization: store.merchant, 'Content-Type': 'application/json' } }
      const response = await large.fetch('/graphql', { ...init, body: spell(document(count)) })
      return [response.status, ((await response.json()) as { errors?: { message: string }[] }).errors?.[0]?.message]
    }
    for (const spell of [escaped, (query: string) => JSON.stringify({ query })]) {
      expect(await send(65_536, spell)).toEqual([200, undefined])
      expect(await send(65_537, spell)).toEqual([400, 'A document may have at most 65536 characters.'])
    }
  })

  it("takes a key's name of 100 emoji", async () => {
    const name = mutation('createMerchantKey', 'name', 'scopes: ["read_orders"],')
    expect(await name(gifts(100))).toEqual({ status: 200, message: undefined })
    expect((await name(gifts(101))).message).toBe('name must have at most 100 characters.')
  })

  it('compares with a text of 8,000 emoji', async () => {
    const query = 'query($text: String) { products(filter: { name: { eq: $text } }) { totalCount } }'
    expect(await graphql(query, { text: gifts(8_000) })).toEqual({ status: 200, message: undefined })
    expect((await graphql(query, { text: gifts(8_001) })).message).toMatch('at most 8000 characters')
  })
})
