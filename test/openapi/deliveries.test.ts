/** The webhooks of the document: each type of event has its schema, and what is sent fits. */
import { describe, expect, it } from 'vitest'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { openapiDocument } from '../../src/resources/openapi.ts'
import { bodyOf } from '../../src/webhooks/rows.ts'
import { eventTypes } from '../../src/writes/event-types.ts'
import { compilerOf } from '../support/declared-answers.ts'
import { openStore } from '../support/store.ts'

const document = await openapiDocument()
const validate = compilerOf(document, false).getSchema('AnyDelivery')

type TypeOnly = { properties: { type: { const: string } } }

describe('The webhooks of the document', async () => {
  const store = await openStore()

  it('has a schema for each type of event', () => {
    const { oneOf } = document.components.schemas.AnyDelivery as { oneOf: { allOf: [object, TypeOnly] }[] }
    const types = oneOf.map(({ allOf: [, own] }) => own.properties.type.const)
    expect(types).toEqual(Object.keys(eventTypes))
    expect(document.webhooks.event.post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/AnyDelivery' } } } },
    })
  })

  it('fits what is sent, and nothing else', async () => {
    await store.rest('PUT /v1/orders/1/', store.merchant, { body: '{"note":"Fragile."}' })
    await store.rest('POST /v1/orders/1/refunds/', store.merchant, { body: '{"amount":100}' })
    await store.rest('POST /v1/orders/1/metadata/', store.merchant, { body: '{"shoe":{"size":9}}' })
    await store.rest('POST /v1/customers/', store.merchant, { body: '{"email":"ada@example.org","country":"GB"}' })
    const rows = await store.db.$queryRaw<{ body: string }[]>(
      Prisma.sql`SELECT ${bodyOf} AS body FROM (SELECT * FROM event WHERE store_id = 1) AS event`,
    )
    const bodies = rows.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['order.updated', 'refund.created', 'metadata.updated', 'customer.created']),
    )
    const faults = bodies.flatMap((body) => {
      // A number is given to an event once it is written.
      const numbered = { ...body, sequence: 1 }
      return validate?.(numbered) ? [] : [[body.type, validate?.errors]]
    })
    expect(faults).toEqual([])
    expect(validate?.({ ...bodies[0], sequence: 1, type: 'order.unknown' })).toBe(false)
    expect(validate?.({ ...bodies[0], sequence: 1, colour: 'red' })).toBe(false)
  })
})
