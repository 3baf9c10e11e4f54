/** The interface of a payment gateway. A gateway must charge one reference at most once, and refund one at most once. */

/** Time limit for an answer of the gateway; after three times as long the result of a charge is looked up. */
export const gatewayDeadlineMilliseconds = 20_000

export type ChargeRequest = {
  /** Our reference for the charge; a repeated request with it charges once, and has the same answer. */
  reference: string
  /** The gateway's id of the customer's payment method. */
  token: string
  /** Ends the wait; `find` must report whatever the gateway does after that. */
  signal?: AbortSignal
  /** In the smallest unit of the currency. */
  amount: bigint
  currency: string
  /** A request that reaches the gateway later than this charges nothing, unless it was charged before. */
  notAfter: Date
}

export type Charge =
  | { result: 'captured'; gatewayReference: string }
  | { result: 'declined'; gatewayReference: string; reason: string }

export type RefundRequest = {
  /** Our reference for the refund; a repeated request with it refunds once, and has the same answer. */
  reference: string
  /** The gateway's id of the charge. */
  charge: string
  /** In the smallest unit of the currency; at most what is left of the charge. */
  amount: bigint
  currency: string
  /** A request that reaches the gateway later than this refunds nothing, unless it was refunded before. */
  notAfter: Date
  /** Ends the wait; `findRefund` must report whatever the gateway does after that. */
  signal?: AbortSignal
}

/** A refund that is `pending` was taken and is paid out later; one that is `done` may still come back. */
export type RefundAnswer =
  | { result: 'done' | 'pending'; gatewayReference: string }
  | { result: 'failed'; gatewayReference: string; reason: string }

/** The abilities of a gateway. A literal is the one value that payments are prepared for: for another, prepare them first. */
type Declared = {
  /**
   * Whether it refuses requests after their `notAfter`, and the time after a request in which its reference may still be charged or
   * refunded; until then `find` is polled.
   */
  deadline: { isEnforced: true; seconds: number }
  /** The time after a refund is done in which it may still come back; 0 where none does. */
  lateRefunds: { seconds: number }
  /** Whether a charge may wait for the customer, for example to confirm it at the bank. */
  customerAction: false
}

export type Gateway = {
  /** Its name in the rows of payments, refunds and payment methods, in metrics and traces; never changed. */
  name: string
  declares: Declared
  /**
   * Takes a payment.
   *
   * @throws GatewayUnclear when it cannot be known whether the customer was charged.
   */
  charge(request: ChargeRequest): Promise<Charge>
  /** The outcome of a reference, refunded since or not; undefined when the gateway does not know it. */
  find(reference: string): Promise<Charge | undefined>
  /**
   * Gives back a part of a charge.
   *
   * @throws whatever went wrong when it cannot be known whether it was given back; it is then asked for again by the same reference.
   */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** The present state of a refund by its reference; undefined when the gateway does not know it. */
  findRefund(reference: string): Promise<RefundAnswer | undefined>
}

/** The gateway did not answer, or gave no clear outcome; `find` reports it later. */
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
