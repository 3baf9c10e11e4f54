/** Opens the payment gateways, in one place for server, worker and commands. */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { emit, type GatewayCall, type GatewayResult, observe } from '../observe/observe.ts'
import { type Gateway, GatewayUnclear } from './gateway.ts'
import { type Gateways, gatewaysOf } from './gateways.ts'
import { sandboxGateway } from './sandbox.ts'

/** Opens the gateways of a database's stores. Only the sandbox exists so far. */
export const openGateways = (db: Db, clock: Clock): Gateways => gatewaysOf(observed(sandboxGateway(db, clock)))

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
    find: (reference) => watch('find', () => gateway.find(reference)),
    refund: (request) => watch('refund', () => gateway.refund(request)),
    findRefund: (reference) => watch('find_refund', () => gateway.findRefund(reference)),
  }
}
