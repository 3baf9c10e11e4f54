/** graphql-sse, the client of GraphQL over SSE, hears events as they come and goes on where it was. */
import { type Client, createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import { type Answer, ask, headers, url, writeNote } from './ask.ts'

const query =
  'subscription ($after: WholeNumber) { events(after: $after, types: [subscription_updated]) { lastSequence nodes { sequence recordId changes } } }'

/** The subscription that no other test writes to: the server is the same for all of them. */
const own = '5'

/** Hears until its own subscription had so many events, and answers them with the place to go on from. */
async function hear(client: Client, count: number, after: number | null, begun = async () => {}) {
  const notes: string[] = []
  let place = after
  for await (const result of client.iterate<Answer['data']>({ query, variables: { after } })) {
    expect(result.errors).toBeUndefined()
    if (place === null || notes.length === 0) await begun()
    const { lastSequence, nodes } = (result.data as Answer['data']).events as {
      lastSequence: number
      nodes: { recordId: string; changes: { note: { to: string } } }[]
    }
    place = lastSequence
    notes.push(...nodes.filter(({ recordId }) => recordId === own).map(({ changes }) => changes.note.to))
    if (notes.length >= count) break
  }
  return { notes, place }
}

describe('graphql-sse', () => {
  const client = createClient({ url, headers, retryAttempts: 0 })

  it('hears each event once, also over a break', async () => {
    let written = 0
    const write = async () => {
      written += 1
      if (written === 1) for (const note of ['one', 'two']) await writeNote(`subscriptions/${own}`, note)
    }
    const first = await hear(client, 2, null, write)
    expect(first.notes).toEqual(['one', 'two'])
    for (const note of ['three', 'four']) await writeNote(`subscriptions/${own}`, note)
    const { notes } = await hear(client, 2, first.place)
    expect(notes).toEqual(['three', 'four'])
  })

  it('is told what is refused', async () => {
    const refused = (given: { query: string; headers?: Record<string, string> }) =>
      new Promise<unknown>((resolve) => {
        const one = createClient({ url, headers: given.headers ?? headers, retryAttempts: 0 })
        one.subscribe({ query: given.query }, { next: resolve, error: resolve, complete: () => resolve('complete') })
      })
    expect(await refused({ query, headers: {} })).toMatchObject({ response: { status: 401 } })
    expect(await refused({ query: 'subscription { nothing }' })).toMatchObject({ response: { status: 400 } })
  })
})

it('The schema has the root of subscriptions, which says so to tools too', async () => {
  const { data } = await ask('{ __schema { subscriptionType { name fields { name } } } }')
  expect(data.__schema.subscriptionType).toEqual({ name: 'Subscription', fields: [{ name: 'events' }] })
})
