/** Opens the payment gateways, in one place for server, worker and commands. */
import { readSealingKeys } from '../config/config.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { emit, type GatewayCall, type GatewayResult, observe } from '../observe/observe.ts'
import type { SealingKeys } from '../values/sealed.ts'
import { type GatewayAccounts, gatewayAccounts, SealedSecrets } from './accounts.ts'
import { type Gateway, GatewayUnclear, GatewayUnusable } from './gateway.ts'
import { type Gateways, gatewaysOf } from './gateways.ts'
import { sandboxGateway } from './sandbox.ts'
import type { StripeAddress } from './stripe/client.ts'
import { stripeGateway, stripeName } from './stripe/gateway.ts'
import { readStripeNotice } from './stripe/webhook.ts'

/** The gateways with accounts of stores, for tests at an address of their own. */
type OpenedGateways = { keys?: SealingKeys | undefined; address?: StripeAddress | undefined }

/** Opens the gateways of a database's stores. */
export function openGateways(db: Db, clock: Clock, { keys = readSealingKeys(), address }: OpenedGateways = {}): Gateways {
  const accounts = gatewayAccounts(db, keys)
  const stripe = stripeGateway({ accounts: accountsAt(accounts, stripeName), clock, address })
  return {
    ...gatewaysOf(observed(sandboxGateway(db, clock)), observed(stripe)),
    accounts,
    notices: { [stripeName]: readStripeNotice },
  }
}

/** The accounts at one gateway. */
const accountsAt = (accounts: GatewayAccounts, gateway: string) => ({
  async of(storeId: bigint) {
    const account = await accounts.find(storeId, gateway).catch((error: unknown) => {
      throw error instanceof SealedSecrets ? new GatewayUnusable(error.message, { cause: error }) : error
    })
    if (!account) throw new GatewayUnusable(`The store ${storeId} has no account at ${gateway}.`)
    return account
  },
})

/** The same gateway, observed. */
function observed(gateway: Gateway): Gateway {
  const { name, declares } = gateway
  const watch = <T extends { result: GatewayResult } | undefined>(call: GatewayCall, ask: () => Promise<T>): Promise<T> =>
    observe({ kind: 'gateway', gateway: name, call }, async () => {
      const began = performance.now()
      let result: GatewayResult = 'failed'
      try {
        const answer = await ask()
        result = answer?.result ?? 'done'
        return answer
      } catch (error) {
        if (error instanceof GatewayUnclear) result = 'unknown'
        throw error
      } finally {
        emit({ kind: 'gateway-answered', gateway: name, call, result, milliseconds: performance.now() - began })
      }
    })
  return {
    name,
    declares,
    charge: (request) => watch('charge', () => gateway.charge(request)),
    find: (reference, asked) => watch('find', () => gateway.find(reference, asked)),
    refund: (request) => watch('refund', () => gateway.refund(request)),
    setups: gateway.setups,
    disputes: gateway.disputes,
    findRefund: (reference, asked) => watch('find_refund', () => gateway.findRefund(reference, asked)),
  }
}
