/** Refuses to archive what is in use: the sentence says by how many. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import { Refusal } from '../values/errors.ts'

/** The condition of subscriptions that still go on. */
export const liveSubscriptions = { status: { notIn: ['cancelled', 'expired'] } } satisfies Prisma.SubscriptionWhereInput

/** The condition of payments that may become an order. */
export const unsettledPayments = { state: { in: ['recorded', 'asked'] } } satisfies Prisma.PaymentWhereInput

/**
 * Refuses where any of some counts is above 0.
 *
 * @param what is in use, and what cannot be done with it: `address`, `archived`.
 * @param counts of what uses it, by the name of one: `live subscription`; or of one and of several, with a bar between them.
 * @throws Refusal WRONG_STATUS.
 */
export function refuseUsed(what: string, done: string, counts: Readonly<Record<string, number>>): void {
  const used = Object.entries(counts).filter(([, count]) => count > 0)
  if (used.length === 0) return
  const named = used.map(([name, count]) => {
    const [one = '', several = `${one}s`] = name.split('|')
    return `${count} ${count === 1 ? one : several}`
  })
  const isOne = used.length === 1 && used[0]?.[1] === 1
  throw new Refusal('WRONG_STATUS', `The ${what} cannot be ${done}: ${named.join(' and ')} ${isOne ? 'uses' : 'use'} it.`)
}
