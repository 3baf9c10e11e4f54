/** Deliveries hold events, letter by letter: they are shown to keys that may read events. */
import { expect, it } from 'vitest'
import { handOver } from '../../src/consumers/hand-over.ts'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { clock, openHooks } from './hooks.ts'

const store = await openHooks()
const { db, hook, happen, deliveries } = store

async function keyWith(scopes: string[]): Promise<string> {
  const query = `mutation Make($input: CreateMerchantKeyInput!) { createMerchantKey(input: $input) { secret merchantKey { clientId } } }`
  const { secret, merchantKey } = (await store.graphql(query, { input: { scopes } })).data.createMerchantKey
  return `Bearer ${merchantKey.clientId}.${secret}`
}

it('a key that may not read events is shown none by way of a delivery, wherever it asks for it', async () => {
  const { id } = await hook({ url: 'http://127.0.0.1:1/' })
  await happen()
  await inSight(() => handOver(webhookRows, db, clock))
  const [{ id: delivery } = { id: 0n }] = await deliveries(id)
  const nodeId = writeNodeId({ typeName: 'WebhookDelivery', storeId: 1n, id: delivery })
  const queries = [
    `{ webhookDelivery(id: ${delivery}) { request } }`,
    '{ webhookDeliveries { nodes { request } } }',
    `{ webhook(id: ${id}) { deliveries { nodes { request } } } }`,
    '{ webhooks(filter: { deliveries: { messageId: { like: "evt%" } } }) { totalCount } }',
    `{ node(nodeId: "${nodeId}") { ... on WebhookDelivery { request } } }`,
  ]
  const [one, both] = [await keyWith(['read_webhooks', 'write_webhooks']), await keyWith(['read_webhooks', 'read_events'])]
  for (const query of queries) {
    const { errors } = await store.graphql(query, {}, one)
    expect([query, errors.map(({ message }) => message)]).toEqual([query, ['The key lacks the scope read_events.']])
    expect((await store.graphql(query, {}, both)).errors).toEqual([])
  }
  // A test holds nothing that happened.
  const { record } = await mutate(store, 'testWebhook', { id }, 'webhookDelivery { request }', one)
  expect(record.request).toContain('webhook.tested')
})
