/** What Tandem asks of a payment gateway. Any gateway will do that charges one reference at most once. */

/** How long a charge is waited for; payments are given up only when three times as long has passed. */
export const chargeDeadlineMilliseconds = 20_000

export type ChargeRequest = {
  /** Our name for the charge; asking twice for one reference charges once. */
  reference: string
  /** What the gateway calls the customer's way to pay. */
  token: string
  /** Ends the waiting; whatever the gateway then still does, `find` must tell of. */
  signal?: AbortSignal
  /** In the smallest unit of the currency. */
  amount: bigint
  currency: string
}

export type Charge =
  | { result: 'captured'; gatewayReference: string }
  | { result: 'declined'; gatewayReference: string; reason: string }

export type Gateway = {
  /**
   * Takes a payment.
   *
   * @throws GatewayUnclear when it cannot be known whether the customer was charged.
   */
  charge(request: ChargeRequest): Promise<Charge>
  /** What became of a reference; undefined when the gateway never heard of it. */
  find(reference: string): Promise<Charge | undefined>
}

/** The gateway did not answer, or not in a way that says what it did; `find` tells later. */
export class GatewayUnclear extends Error {}
