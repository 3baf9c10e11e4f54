/** Opens the page of the gateway on which a customer pays the order of a renewal that the bank wants confirmed. */
import type { Source } from '../../../purchases/payment/charge.ts'
import { renewalEventTypes } from '../../../purchases/payment/purchase-events.ts'
import type { Tried } from '../../../purchases/subscription/next-try.ts'
import { leavePage } from '../../../purchases/subscription/page-due.ts'
import { Refusal } from '../../../values/errors.ts'
import type { PendingCharge, Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { operation } from '../../describe.ts'
import type { SubscriptionRow } from '../row.ts'
import { renewalFailed, renewed } from '../rules.ts'
import { chargeRenewal } from './renewal.ts'

/** How long a page stays open; another one is opened then. Stripe's last for a day at most. */
const pageSeconds = 23 * 3_600

/** Opens the page of a subscription, if its renewal still wants the customer. One that cannot be charged as it is has none until its next try. */
export const openRenewalPage = operation('openRenewalPage', {
  emits: renewalEventTypes,
  shows: { resource: 'Subscription' },
  async write(write, { id }: { id: bigint }): Promise<Written | PendingCharge> {
    const row = await write.lock('Subscription', { id })
    const isNothing = { id: row.id, isNothing: true } as const
    if (row.status !== 'past_due' || row.pastDueReason !== 'customer_action' || row.unpaidOrderId === null) {
      await leavePage(write.tx, row)
      return isNothing
    }
    const page = await pageOf(write, row)
    if (!page) return isNothing
    const outcomes = {
      paid: (term: Parameters<typeof renewed>[2]) => renewed(row, write.now, term),
      declined: (tried: Tried) => renewalFailed(row, write.now, tried),
      isTriedAgain: true,
    }
    try {
      return await chargeRenewal(write, row, outcomes, page)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await leavePage(write.tx, row)
      return isNothing
    }
  },
})

/** The page of a renewal, which leads back to the shop; undefined where the gateway has none. */
async function pageOf({ tx, context }: Write, row: SubscriptionRow): Promise<Source['page']> {
  const { storeId, customerId: id } = row
  const { email, store } = await tx.customer.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    select: { email: true, store: { select: { host: true, name: true, gateway: true } } },
  })
  if (!context.gateways.of(store.gateway).setups) return undefined
  return { returnUrl: `https://${store.host}/`, email, title: store.name, seconds: pageSeconds }
}
