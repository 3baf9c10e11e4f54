/** Receives a withdrawal from a contract, or a notice that cancels one, from the page of the shop: it is never refused. */
import type { Context } from '../../context.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import { wholeSecond } from '../../values/time.ts'
import { changesOfNew } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { operation } from '../describe.ts'
import { customerOf, insertLink } from '../link-of-customer.ts'
import { type Declaration, mostAcknowledged, recordNamed } from './rules.ts'

export const receiveWithdrawal: (context: Context, declared: Declaration) => Promise<FirstOutcome> = operation(
  'receiveWithdrawal',
  {
    emits: ['withdrawal.received', 'withdrawal.confirmation_requested'],
    shows: { resource: 'Withdrawal' },
    async write(write, declared: Declaration): Promise<Written> {
      // One after the other, so that no recipient gets more mails than the most of a day.
      await write.lockKind('Withdrawal')
      const customer = await customerOf(write, declared.email)
      const named = customer ? await namedBy(write, customer.id, declared) : { orderId: null, subscriptionId: null }
      const columns = {
        ...{ ...declared, ...named, customerId: customer?.id ?? null },
        ...{ receivedAt: wholeSecond(write.now), isAcknowledged: (await acknowledged(write, declared.email)) < mostAcknowledged },
      }
      const id = await write.insert('Withdrawal', columns)
      const about = { id, ...(customer && { customerId: customer.id }) }
      const hasNamed = named.orderId !== null || named.subscriptionId !== null
      const link =
        customer && hasNamed && (await insertLink(write, customer, { purpose: 'confirm_withdrawal', withdrawalId: id }))
      const emits: EmittedEvent[] = [
        { type: 'withdrawal.received' },
        ...(link ? [{ type: 'withdrawal.confirmation_requested', content: { link, locale: declared.locale } } as const] : []),
      ]
      return { ...about, changes: changesOfNew(columns), emits }
    },
  },
)

/** How many withdrawals of an address were acknowledged within a day. */
async function acknowledged({ tx, viewer, now }: Write, email: string): Promise<number> {
  const since = new Date(now.getTime() - 86_400_000)
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM withdrawal
    WHERE store_id = ${viewer.storeId} AND lower(email) = lower(${email}) AND received_at > ${since} AND is_acknowledged`
  return row?.count ?? 0
}

/** The customer's order and subscription that the declaration names by their numbers. */
async function namedBy(write: Write, customerId: bigint, { kind, reference }: Declaration) {
  const none = { orderId: null, subscriptionId: null }
  const id = recordNamed(reference)
  if (id === undefined) return none
  const isOrder = (await write.count('Order', { id, customerId })) > 0
  const isSubscription = (await write.count('Subscription', { id, customerId })) > 0
  if (isOrder && (kind === 'withdrawal' || !isSubscription)) return { ...none, orderId: id }
  return isSubscription ? { ...none, subscriptionId: id } : none
}
