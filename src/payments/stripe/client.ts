/** Opens the client of Stripe's own library for an account; the library is loaded when a store first uses it. */

import { LRUCache } from 'lru-cache'
import type { Stripe } from 'stripe'
import { once } from '../../values/once.ts'

/** The keys of a store's account at Stripe. */
export type StripeAccount = { secretKey: string }

/** Where Stripe is; its own address unless given, for tests. */
export type StripeAddress = { host: string; port: number; protocol: 'http' | 'https' }

/** Time limit of a request: a charge makes two, within the deadline of a gateway. */
const requestMilliseconds = 9_000

const mostClients = 200

const load = once(async () => {
  try {
    return (await import('stripe')).default
  } catch (error) {
    throw new Error('The package stripe is not installed; install it with: npm install', { cause: error })
  }
})

/** Creates the function that answers the client of an account. */
export function stripeClients(
  address?: StripeAddress,
  milliseconds = requestMilliseconds,
): (account: StripeAccount) => Promise<Stripe> {
  const clients = new LRUCache<string, Stripe>({ max: mostClients })
  return async ({ secretKey }) => {
    const known = clients.get(secretKey)
    if (known) return known
    const Library = await load()
    const client = new Library(secretKey, {
      // Each unknown outcome is asked about; a repeat in the same call would only take longer.
      maxNetworkRetries: 0,
      timeout: milliseconds,
      telemetry: false,
      ...address,
    })
    clients.set(secretKey, client)
    return client
  }
}
