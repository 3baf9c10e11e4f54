import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents, startSequencer } from '../../src/writes/sequencer.ts'
import { inSight } from '../every-statement.ts'
import { mutate } from '../resources/writing.ts'
import { openStore } from '../store.ts'

const store = await openStore()
const { db } = store

it('x', async () => {
  await mutate(store, 'updateSubscription', { id: 1, note: 'one' })
  await mutate(store, 'createOrder', { customer: { id: 12 }, products: [{ productInstance: { id: 9 } }] })
  await inSight(() => numberEvents({ db }))
  const q = async (a = '') =>
    console.log(
      a,
      JSON.stringify(
        await store.graphql(`{ events${a} { lastSequence hasMore nodes { sequence type recordId changes createdAt nodeId } } }`),
      ),
    )
  await q()
  await q('(first: 1)')
  await q('(after: 1, first: 2)')
  await q('(after: 7)')
  await q('(after: -1)')
  await q('(after: "1")')
  await q('(types: ["order.craeted"])')
  await q('(types: ["order.created"])')
  await q('(first: 101)')
  await q('(after: 1.5)')
  for (const p of [
    '',
    '?limit=1',
    '?after=1&type__in=order.created,payment.captured',
    '?after=9',
    '?after=-1',
    '?type=x',
    '?type__in=order.craeted',
    '?aftr=1',
    '?after=x',
    '?limit=0',
    '?limit=101',
    '?type=order.created&type=payment.captured',
    '?page=1',
    '?after=1.5',
    '?with=all',
  ])
    console.log(p, JSON.stringify((await store.rest('/v1/events/' + p)).body))
  console.log(await store.statements(() => store.rest('/v1/events/')))
  console.log(
    JSON.stringify(await store.graphql('{ events { lastSequence } }', {}, store.customer)),
    JSON.stringify(await store.graphql('{ events { lastSequence } }', {}, '')),
    JSON.stringify(await store.graphql('{ events { lastSequence nodes {id} } }', {}, store.otherMerchant)),
  )
})
