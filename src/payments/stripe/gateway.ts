/** Stripe as a payment gateway: the account of each store, its charges off-session and with their customer, and its refunds. */
import type { Clock } from '../../db/clock.ts'
import type { Gateway } from '../gateway.ts'
import { type StripeAccount, type StripeAddress, stripeClients } from './client.ts'
import { findDispute, listDisputes } from './disputes.ts'
import { chargeIntent, findCharge } from './intents.ts'
import { openPage } from './pages.ts'
import { findRefundOf, refundIntent } from './refunds.ts'
import { createSetup, createStripeCustomer, findSetup } from './setups.ts'

export const stripeName = 'stripe'

/** The accounts of stores at Stripe. */
type StripeAccounts = {
  /** @throws Error where the store has none. */
  of(storeId: bigint): Promise<StripeAccount>
}

type StripeOptions = {
  accounts: StripeAccounts
  clock: Clock
  /** The address of a server that stands for Stripe, in tests. */
  address?: StripeAddress | undefined
  /** Time limit of a request. */
  milliseconds?: number | undefined
}

const daySeconds = 86_400

/** Creates the gateway. */
export function stripeGateway({ accounts, clock, address, milliseconds }: StripeOptions): Gateway {
  const clientOf = stripeClients(address, milliseconds)
  const client = async (storeId: bigint) => clientOf(await accounts.of(storeId))
  return {
    name: stripeName,
    declares: {
      // An intent may be confirmed at any time, until it is cancelled.
      deadline: { isEnforced: false },
      // "Refunds can fail … up to 30 days", https://docs.stripe.com/refunds.
      lateRefunds: { seconds: 30 * daySeconds },
      customerAction: true,
    },
    async charge(request) {
      const stripe = await client(request.storeId)
      return request.token === null
        ? openPage(stripe, request)
        : chargeIntent(stripe, { ...request, token: request.token }, clock.now())
    },
    find: async (reference, asked) => findCharge(await client(asked.storeId), reference, asked),
    refund: async (request) => refundIntent(await client(request.storeId), request, clock.now()),
    setups: {
      createCustomer: async (request) => createStripeCustomer(await client(request.storeId), request),
      create: async (request, customer) => createSetup(await client(request.storeId), request, customer),
      find: async (storeId, setup) => findSetup(await client(storeId), setup),
    },
    disputes: {
      find: async (storeId, reference) => findDispute(await client(storeId), reference),
      list: async (storeId, since) => listDisputes(await client(storeId), since),
    },
    findRefund: async (reference, { storeId, charge }) => findRefundOf(await client(storeId), reference, charge),
  }
}
