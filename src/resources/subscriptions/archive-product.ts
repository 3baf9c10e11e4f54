/** Archives a product, and has its subscriptions renew on or end with the time that is paid for. */
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { mostChanged } from '../../writes/batches.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { checkNoPayment, withoutSkip } from './rules.ts'

const fate = builder.enumType('ArchivedProductSubscriptions', {
  description: 'Whether the subscriptions of an archived product renew.',
  values: {
    renew: { description: 'They renew on.' },
    end_at_term: { description: 'They renew no more, and end with the time that is paid for.' },
  },
})

mutation('archiveProduct', {
  description:
    'Archives a product: it is sold no more, its history stays readable, and its slug comes free. Its subscriptions renew on unless `subscriptions` is `end_at_term`, which takes the scope `write_subscriptions` as well.',
  emits: ['product.archived', 'subscription.updated'],
  logs: { endSubscription: ['subscription.updated'] },
  shows: { field: 'product', resource: 'Product' },
  input: (t) => ({
    id: t.id({ required: true, description: 'The product.' }),
    subscriptions: t.field({ type: fate, description: 'Whether its subscriptions renew; `renew` unless given.' }),
  }),
  besides: ({ subscriptions }) => (subscriptions === 'end_at_term' ? ['subscriptions'] : []),
  async write(write, { id: named, subscriptions }) {
    const product = await write.lock('Product', { id: readId(field('id'), named) })
    await write.change(product, { deleted: true })
    if (subscriptions === 'end_at_term') await endSubscriptions(write, product.id)
    return { id: product.id }
  },
})

/** Turns renewal off for the subscriptions of a product; a skip that lies ahead is taken back. */
async function endSubscriptions(write: Write, productId: bigint): Promise<void> {
  const condition = { productId, autorenew: true }
  const count = await write.count('Subscription', condition)
  if (count > mostChanged)
    throw badInput(
      say`${field('subscriptions')} cannot be end_at_term: ${count} subscriptions renew, and at most ${mostChanged} are ended at once.`,
    )
  const changed = await write.changeMany('Subscription', await write.lockIds('Subscription', condition), (row) => {
    checkNoPayment(row)
    return { autorenew: false, ...withoutSkip(row, write.now) }
  })
  const records = [...changed].map(([{ id, customerId }, changes]) => {
    return { type: 'subscription.updated', recordType: 'subscription', id, subscriptionId: id, customerId, changes } as const
  })
  write.logOthers('endSubscription', records)
}
