/** A document that several ask for is answered to each as if nobody else had asked. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const viewers = { merchant: store.merchant, other: store.otherMerchant, customer: store.customer, nobody: '' }

const document = `query ($hasNote: Boolean = true) { subscriptions(first: 50) { nodes {
  id note @include(if: $hasNote) cancelReason failedRenewals pastDueAt } } products(first: 5) { nodes { id name } } }`

/** The answer to a viewer's text, without its cost. */
async function answer(text: string, viewer: keyof typeof viewers, variables: Record<string, unknown>): Promise<string> {
  const { data, errors } = await store.graphql(text, variables, viewers[viewer])
  return JSON.stringify({ data, errors })
}

it('a cached plan answers each viewer and each omitted condition alike', async () => {
  const names = Object.keys(viewers) as (keyof typeof viewers)[]
  const conditions = [{}, { hasNote: false }, { hasNote: true }]
  const asked = names.flatMap((viewer) => conditions.map((variables) => ({ viewer, variables })))
  const alone = new Map<object, string>()
  // A text of its own is a document of its own.
  for (const [place, one] of asked.entries()) alone.set(one, await answer(`${document} # ${place}`, one.viewer, one.variables))
  for (const before of asked)
    for (const one of asked) {
      for (let times = 0; times < 2; times++) await answer(document, before.viewer, before.variables)
      expect([before, one, await answer(document, one.viewer, one.variables)]).toEqual([before, one, alone.get(one)])
    }
  // The answers tell the viewers apart.
  expect(new Set(alone.values()).size).toBeGreaterThan(names.length)
})
