/** Records what a customer accepted. */

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { actorOf } from '../../auth/viewer.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import { complete } from '../../values/written-values.ts'
import { changesOfNew } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { checkAcceptedAt } from './rules.ts'
import { writable } from './writable.ts'

mutation('recordConsent', {
  emits: ['consent.recorded'],
  description:
    'Records what a customer accepted, such as the terms of the shop at checkout. It cannot be changed; another acceptance is another record.',
  input: (t) => ({
    customerId: t.id({ required: true, description: 'The customer who accepted it.' }),
    orderId: t.id({ description: 'The order that it was accepted with.' }),
    subscriptionId: t.id({ description: 'The subscription that it is about.' }),
    ...inputFields(t, writable, true),
  }),
  shows: { field: 'consent', resource: 'Consent' },
  async write(write, { customerId, orderId, subscriptionId, ...given }) {
    const row = complete(writable, given)
    if (row.address !== null && isIP(row.address) === 0)
      throw badInput(say`${field('address')} must be an IP address, such as 203.0.113.7 or 2001:db8::7.`)
    const acceptedAt = checkAcceptedAt(row.acceptedAt, write.now)
    const customer = await write.lock('Customer', { id: readId(field('customerId'), customerId) })
    const about = { customerId: customer.id, ...(await recordsOf(write, customer.id, { orderId, subscriptionId })) }
    const columns = {
      ...{ ...about, ...row, acceptedAt: wholeSecond(acceptedAt) },
      ...{ textHash: createHash('sha256').update(row.text).digest('hex'), recordedBy: actorOf(write.viewer) },
    }
    const id = await write.insert('Consent', columns)
    // The text and the network address are in the row alone, from which the address can be taken away.
    const { text: _text, address: _address, ...told } = columns
    return { id, customerId: customer.id, changes: changesOfNew(told) }
  },
})

type NamedRecords = { orderId?: string | null | undefined; subscriptionId?: string | null | undefined }

/** The order and the subscription that are named. @throws Refusal BAD_INPUT for those that are not the customer's. */
async function recordsOf(write: Write, customerId: bigint, { orderId, subscriptionId }: NamedRecords) {
  const order = orderId == null ? null : readId(field('orderId'), orderId)
  const subscription = subscriptionId == null ? null : readId(field('subscriptionId'), subscriptionId)
  if (order !== null && (await write.count('Order', { id: order, customerId })) === 0)
    throw badInput(say`${field('orderId')} must name an order of the customer.`)
  if (subscription !== null && (await write.count('Subscription', { id: subscription, customerId })) === 0)
    throw badInput(say`${field('subscriptionId')} must name a subscription of the customer.`)
  return { orderId: order, subscriptionId: subscription }
}
