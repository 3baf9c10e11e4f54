/** What Tandem asks of a payment gateway. Any gateway will do that charges one reference at most once. */

/** How long an answer of the gateway is waited for; whatever came of a charge is looked for when three times as long has passed. */
export const gatewayDeadlineMilliseconds = 20_000

export type ChargeRequest = {
  /** Our name for the charge; asking twice for one reference charges once, and answers the same. */
  reference: string
  /** What the gateway calls the customer's way to pay. */
  token: string
  /** Ends the waiting; whatever the gateway then still does, `find` must tell of. */
  signal?: AbortSignal
  /** In the smallest unit of the currency. */
  amount: bigint
  currency: string
  /** A request that reaches the gateway later than this charges nobody, unless it was charged before. */
  notAfter: Date
}

export type Charge =
  | { result: 'captured'; gatewayReference: string }
  | { result: 'declined'; gatewayReference: string; reason: string }

export type Gateway = {
  /** How long after it was asked for a reference may still be charged; until then `find` is asked what became of it. */
  chargeableSeconds: number
  /**
   * Takes a payment.
   *
   * @throws GatewayUnclear when it cannot be known whether the customer was charged.
   */
  charge(request: ChargeRequest): Promise<Charge>
  /** What became of a reference, given back since or not; undefined when the gateway never heard of it. */
  find(reference: string): Promise<Charge | undefined>
  /**
   * Gives back the whole of what was captured for a reference; asking again gives nothing more back.
   *
   * @throws whatever went wrong when it cannot be known whether it was given back; it is then asked for again.
   */
  refund(reference: string): Promise<void>
}

/** The gateway did not answer, or not in a way that says what it did; `find` tells later. */
export class GatewayUnclear extends Error {}

/**
 * Asks the gateway something and waits no longer than the deadline, whatever it does with the signal.
 *
 * @throws GatewayUnclear when the time is up.
 */
export async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    overdue.reject(new GatewayUnclear('The gateway did not answer in time.'))
    controller.abort()
  }, gatewayDeadlineMilliseconds)
  try {
    return await Promise.race([ask(controller.signal), overdue.promise])
  } finally {
    clearTimeout(timer)
  }
}
