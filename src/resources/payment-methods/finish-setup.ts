/** Makes the payment method of a finished page of the gateway, once. */
import type { Context } from '../../context.ts'
import { rememberCustomer } from '../../payments/customers.ts'
import type { FoundSetup } from '../../payments/gateway.ts'
import { type DueSetup, endSetup } from '../../payments/setups.ts'
import { changesOfNew } from '../../writes/changes.ts'
import type { Written } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import { tooMany } from '../live-limit.ts'
import { chargePastDue, lockPastDue } from './past-due.ts'
import { maxMethods } from './rules.ts'

type FinishedSetup = { setup: DueSetup; found: FoundSetup & { result: 'done' } }

export const finishPaymentMethodSetup: (context: Context, finished: FinishedSetup) => Promise<unknown> = operation(
  'finishPaymentMethodSetup',
  {
    emits: ['payment_method.created', 'subscription.updated'],
    shows: { resource: 'PaymentMethod' },
    async write(write, { setup, found }: FinishedSetup): Promise<Written> {
      const { storeId, customerId, gateway, reference } = setup
      const pastDue = await lockPastDue(write, customerId)
      const [customer] = await write.lockAll('Customer', { id: customerId })
      if (!(await endSetup(write.tx, storeId, reference, 'done')) || !customer || customer.archivedAt) return { isNothing: true }
      const { token: gatewayToken, gatewayCustomer, result: _, ...card } = found
      const stored = await rememberCustomer(write.tx, { storeId, customerId, gateway }, gatewayCustomer)
      const live = { customerId, archivedAt: null }
      if (stored !== gatewayCustomer || (await write.count('PaymentMethod', { ...live, gateway, gatewayToken })) > 0)
        return { isNothing: true }
      const count = await write.count('PaymentMethod', live)
      if (count >= maxMethods) throw tooMany('PaymentMethod', maxMethods)
      const shown = { customerId, ...card, isDefault: count === 0 }
      const id = await write.insert('PaymentMethod', { ...shown, gateway, gatewayToken, gatewayCustomer, createdAt: write.now })
      await chargePastDue(write, pastDue, id)
      return { id, customerId, changes: changesOfNew(shown) }
    },
  },
)
