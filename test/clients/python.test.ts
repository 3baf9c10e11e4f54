/** Python's clients: what their requests look like, sent again byte for byte as far as a server can tell. */
import { getIntrospectionQuery, parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { type Answer, address, headers, url } from './ask.ts'

/** Headers that each of them sends whatever is asked. */
const clients = {
  // gql over requests, aiohttp and httpx: the body has only what is given.
  'gql (requests)': { 'User-Agent': 'python-requests/2.32.5', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' },
  'gql (aiohttp)': { 'User-Agent': 'Python/3.13 aiohttp/3.13.2', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' },
  'gql (httpx)': { 'User-Agent': 'python-httpx/0.28.1', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' },
  // sgqlc over urllib: names the charset, and sends null for what is not given.
  sgqlc: {
    'User-Agent': 'Python-urllib/3.13',
    Accept: 'application/json; charset=utf-8',
    'Accept-Encoding': 'identity',
    'Content-Type': 'application/json; charset=utf-8',
  },
}
type Client = keyof typeof clients

async function send(client: Client, body: object): Promise<{ status: number; type: string | null } & Answer> {
  const own = { 'Content-Type': 'application/json', ...clients[client], ...headers }
  // Python's json writes what is not ASCII as escapes, and a space behind each comma and colon.
  const text = JSON.stringify(body, null, 1)
    .replace(/\n */g, ' ')
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const response = await fetch(url, { method: 'POST', headers: own, body: text })
  return { status: response.status, type: response.headers.get('content-type'), ...((await response.json()) as Answer) }
}

const bodyOf = (client: Client, query: string, variables?: object, operationName?: string): object =>
  client === 'sgqlc'
    ? { query, variables: variables ?? null, operationName: operationName ?? null }
    : { query, ...(operationName && { operationName }), ...(variables && { variables }) }

describe.each((Object.keys(clients) as Client[]).map((client) => ({ client })))('A request of $client', ({ client }) => {
  it('is answered, with variables and without', async () => {
    const plain = await send(client, bodyOf(client, print(parse('{ subscription(id: 1) { id status customer { name } } }'))))
    expect(plain).toMatchObject({ status: 200, data: { subscription: { id: '1' } } })
    // sgqlc looks at the type before it reads the errors of an answer.
    expect(plain.type).toMatch(/^application\/json/)
    const query = 'query List($first: Int) { subscriptions(first: $first) { nodes { id __typename } } }'
    const { data } = await send(client, bodyOf(client, query, { first: 2 }, 'List'))
    expect(data.subscriptions.nodes).toEqual(['1', '2'].map((id) => ({ id, __typename: 'CustomerSubscription' })))
  })

  it('writes', async () => {
    const note = `geschrieben von ${client} ✓`
    const query = 'mutation ($input: UpdateSubscriptionInput!) { updateSubscription(input: $input) { subscription { note } } }'
    const { data } = await send(client, bodyOf(client, query, { input: { id: 4, note } }))
    expect(data.updateSubscription.subscription.note).toBe(note)
  })

  it('is told what is wrong in the same shape', async () => {
    const answer = await send(client, bodyOf(client, '{ subscriptionz { id } }'))
    expect(answer.errors?.[0]?.message).toContain('Cannot query field "subscriptionz"')
    expect(answer.type).toMatch(/^application\/json/)
  })
})

describe('The schema', () => {
  it('is told to gql, which asks for it before the first request', async () => {
    const query = getIntrospectionQuery({ descriptions: true, directiveIsRepeatable: false, inputValueDeprecation: false })
    const { data } = await send('gql (requests)', { query })
    expect(data.__schema).toMatchObject({ queryType: { name: 'Query' }, subscriptionType: { name: 'Subscription' } })
  })

  it("is told to sgqlc's code generator, which includes descriptions by variables", async () => {
    const described = 'description @include(if: $includeDescription)'
    const query = `query IntrospectionQuery($includeDescription: Boolean = true, $includeDeprecated: Boolean = true,) {
      __schema { queryType { name } mutationType { name } subscriptionType { name } types { ...T } directives { name ${described} locations args { ...V } } }
    }
    fragment T on __Type {
      kind name ${described}
      fields(includeDeprecated: $includeDeprecated) {
        name ${described} args { ...V } type { ...R } isDeprecated @include(if: $includeDeprecated) deprecationReason @include(if: $includeDeprecated)
      }
      inputFields { ...V } interfaces { ...R } possibleTypes { ...R }
      enumValues(includeDeprecated: $includeDeprecated) {
        name ${described} isDeprecated @include(if: $includeDeprecated) deprecationReason @include(if: $includeDeprecated)
      }
    }
    fragment V on __InputValue { name ${described} type { ...R } defaultValue }
    fragment R on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`
    const variables = { includeDescription: true, includeDeprecated: true }
    const { data, errors } = await send('sgqlc', bodyOf('sgqlc', query, variables))
    expect(errors).toBeUndefined()
    expect(data.__schema).toMatchObject({ queryType: { name: 'Query' }, subscriptionType: { name: 'Subscription' } })
  })

  it('is also to be had as text', async () => {
    const response = await fetch(`${address}/schema.graphql`, { headers: clients.sgqlc })
    expect(await response.text()).toContain('type CustomerSubscription implements Node')
  })
})
