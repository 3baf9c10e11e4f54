/** Each step of a request, and each statement, can be observed in one place, on both surfaces. */
import { afterEach, describe, expect, it } from 'vitest'
import { addObserver, type Observation, whenEnded } from '../../src/observe/observe.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const seen: { observation: Observation; error?: unknown }[] = []
let remove = () => {}

function watch() {
  seen.length = 0
  remove = addObserver((observation, work) => whenEnded(work, (failure) => void seen.push({ observation, ...failure })))
}

const kinds = () => seen.map(({ observation }) => observation.kind).filter((kind) => kind !== 'statement')

afterEach(() => remove())

describe('An observer', () => {
  const rest = () => store.rest('GET /v1/subscriptions/1/')
  const graphql = () => store.graphql('query One { subscription(id: 1) { id } }')

  it.each([
    ['REST', rest],
    ['GraphQL', graphql],
  ])('sees the steps of a request on %s as they end: admit, parse, plan, run, reply, and the whole', async (_surface, ask) => {
    watch()
    expect((await ask()).status).toBe(200)
    expect(kinds()).toEqual(['admit', 'parse', 'plan', 'run', 'reply', 'request'])
    const ids = new Set(seen.flatMap(({ observation }) => ('requestId' in observation ? observation.requestId : [])))
    expect(ids.size).toBe(1)
    expect(seen.some(({ observation }) => observation.kind === 'statement' && observation.text.includes('subscription'))).toBe(
      true,
    )
  })

  it('sees the statements of a write, those of its transaction included', async () => {
    watch()
    await store.graphql('mutation { updateSubscription(input: { id: 1, note: "Observed" }) { userErrors { message } } }')
    const texts = seen.flatMap(({ observation }) => (observation.kind === 'statement' ? observation.text : []))
    expect(texts.filter((text) => text === 'BEGIN')).toHaveLength(1)
    expect(texts.some((text) => text.includes('INSERT INTO log_entry'))).toBe(true)
  })

  it('gets the error of a step that fails, and the request is answered all the same', async () => {
    watch()
    expect((await store.graphql('{ subscriptions(first: 1001) { nodes { id } } }')).errors).toHaveLength(1)
    expect(kinds().at(-1)).toBe('request')
    expect((await store.rest('GET /v1/subscriptions/?limit=x')).status).toBe(400)
    expect(seen.filter(({ error }) => error).map(({ observation }) => observation.kind)).toContain('parse')
  })

  it('hears nothing once it is removed', async () => {
    watch()
    remove()
    await rest()
    expect(seen).toEqual([])
  })

  it('is one of several, each around the next, and is removed alone', async () => {
    const order: string[] = []
    const noting = (name: string) =>
      addObserver((observation, work) => {
        if (observation.kind === 'admit') order.push(name)
        return work()
      })
    const removes = ['outer', 'middle', 'inner'].map(noting)
    remove = () => {
      for (const each of removes) each()
    }
    await rest()
    expect(order).toEqual(['outer', 'middle', 'inner'])
    removes[1]?.()
    await rest()
    expect(order.slice(3)).toEqual(['outer', 'inner'])
  })
})
