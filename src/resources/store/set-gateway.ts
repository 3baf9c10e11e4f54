/** Chooses the payment gateway of a store, and stores the keys of its account there. */
import type { Shape } from '../../db/shape.ts'
import { saveAccount } from '../../payments/accounts.ts'
import { badInput } from '../../values/errors.ts'
import { mostChanged } from '../../writes/batches.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { liveSubscriptions } from '../in-use.ts'
import { checkClock, checkLeft, checkSealing, readGateway } from './gateway-rules.ts'

mutation('setGateway', {
  description:
    'Chooses the payment gateway of the store, and stores the keys of its account there, encrypted. Payment methods of another gateway or mode stop working and are removed; what was paid with them is refunded where it was paid.',
  scope: 'admin',
  emits: ['store.updated', 'payment_method.removed'],
  input: (t) => ({
    gateway: t.string({ required: true, description: 'The gateway: `sandbox`, in which no money moves, or `stripe`.' }),
    secretKey: t.string({ description: 'The secret or restricted key of the account at Stripe, which nothing shows.' }),
    publishableKey: t.string({ description: 'The publishable key of the account at Stripe, of the same mode.' }),
    webhookSecrets: t.stringList({
      description:
        'The signing secrets of the webhooks of Stripe, 1 to 5, which nothing shows: several while one replaces another.',
    }),
    leavesSubscriptions: t.int({
      description: 'How many subscriptions need another payment method then, as the refusal without it says.',
    }),
  }),
  shows: { field: 'store', resource: 'Store' },
  async write(write, { leavesSubscriptions, ...given }) {
    const { gateway, keys } = readGateway(given)
    const store = await write.lockStore({ alone: true })
    checkClock(store, gateway)
    const { accounts } = write.context.gateways
    if (keys) checkSealing(accounts?.canSeal ?? false)
    const gatewayIsLive = keys?.isLive ?? false
    const isOther = store.gateway !== gateway || store.gatewayIsLive !== gatewayIsLive
    if (isOther) await removeMethods(write, store, leavesSubscriptions)
    if (keys && accounts) {
      const { secretKey, webhookSecrets, publishableKey, isLive } = keys
      const secrets = accounts.seal(store.id, gateway, { secretKey, webhookSecrets })
      await saveAccount(write.tx, write.context.clock, { storeId: store.id, gateway, publishableKey, isLive, secrets })
    }
    await write.change(store, { gateway, gatewayIsLive })
    const shown = keys && { gateway, publishableKey: keys.publishableKey, isLive: keys.isLive }
    return { id: store.id, changes: { ...write.changes, ...(shown && { gatewayAccount: { from: null, to: shown } }) } }
  },
})

/** Removes the payment methods that cannot be charged from here on, each with its event. */
async function removeMethods(write: Write, { id: storeId, gateway }: Shape<'Store'>, accepted: number | null | undefined) {
  const ids = await write.lockIds('PaymentMethod', { archivedAt: null })
  const live = { archivedAt: null }
  const subscriptions = await write.tx.subscription.count({
    where: {
      ...{ storeId, ...liveSubscriptions, autorenew: true },
      OR: [{ paymentMethod: live }, { customer: { paymentMethods: { some: live } } }],
    },
  })
  checkLeft({ methods: ids.length, subscriptions }, gateway, accepted)
  if (ids.length > mostChanged)
    throw badInput(
      `The gateway cannot be changed at once: ${ids.length} payment methods stop working, and at most ${mostChanged} are removed in one write; remove some of them first.`,
    )
  const changed = await write.changeMany('PaymentMethod', ids, () => ({ archivedAt: write.now, isDefault: false }))
  for (const [{ id, customerId }, changes] of changed)
    write.emit({ type: 'payment_method.removed', recordType: 'payment_method', id, customerId, changes })
}
