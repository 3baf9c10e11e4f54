/** A gateway whose calls are seen by metrics and traces. */
import { emit, type GatewayCall, observe } from '../observe/observe.ts'
import { type Charge, type Gateway, GatewayUnclear } from './gateway.ts'

/** The same gateway, observed. */
export function observed(gateway: Gateway): Gateway {
  const watch = <T>(call: GatewayCall, ask: () => Promise<T>, resultOf: (answer: T) => Charge['result'] | 'done'): Promise<T> =>
    observe({ kind: 'gateway', call }, async () => {
      const began = performance.now()
      let result: ReturnType<typeof resultOf> | 'unknown' | 'failed' = 'failed'
      try {
        const answer = await ask()
        result = resultOf(answer)
        return answer
      } catch (error) {
        if (error instanceof GatewayUnclear) result = 'unknown'
        throw error
      } finally {
        emit({ kind: 'gateway-answered', call, result, milliseconds: performance.now() - began })
      }
    })
  return {
    chargeableSeconds: gateway.chargeableSeconds,
    charge: (request) =>
      watch(
        'charge',
        () => gateway.charge(request),
        ({ result }) => result,
      ),
    find: (reference) =>
      watch(
        'find',
        () => gateway.find(reference),
        (charge) => charge?.result ?? 'done',
      ),
    refund: (reference) =>
      watch(
        'refund',
        () => gateway.refund(reference),
        () => 'done',
      ),
  }
}
