/** The interface of a payment gateway. A gateway must charge one reference at most once, and refund one at most once. */

/** Time limit for an answer of the gateway; after three times as long the result of a charge is looked up. */
export const gatewayDeadlineMilliseconds = 20_000

export type ChargeRequest = {
  /** The store whose account at the gateway takes the money. */
  storeId: bigint
  /** Our reference for the charge; a repeated request with it charges once, and has the same answer. */
  reference: string
  /** The gateway's id of the customer's payment method; null where the customer enters a card for it, on a page of the gateway. */
  token: string | null
  /** The gateway's id of the customer; null where the payment method was stored without one. */
  gatewayCustomer: string | null
  /** The page of the gateway, where the charge may wait for its customer; always there without a token. */
  page?: CustomerPage | undefined
  /** Ends the wait; `find` must report whatever the gateway does after that. */
  signal?: AbortSignal
  /** In the smallest unit of the currency. */
  amount: bigint
  currency: string
  /** A request that reaches the gateway later than this charges nothing, unless it was charged before; `never` without a deadline. */
  notAfter: Date
  /**
   * Stores the gateway's id of the charge, before the gateway may take money for it; for gateways without a deadline.
   *
   * @returns false where the payment has moved on since it was asked for: the charge must not be made then.
   */
  begin(charge: string): Promise<boolean>
  /** The time since which another copy of the database may have charged the reference; absent where none can have. */
  mayExistSince?: Date | undefined
}

/** A page of the gateway on which a customer confirms or pays a charge. */
export type CustomerPage = {
  /** The address that the customer comes back to. */
  returnUrl: string
  email: string
  /** The words for what is paid, such as the name of the shop. */
  title: string
  /** The time after which it must not be paid any more. */
  expiresAt: Date
}

/** A payment method that a customer has entered on a page of the gateway. */
export type EnteredMethod = { token: string; gatewayCustomer: string } & Record<'brand' | 'last4', string> &
  Record<'expMonth' | 'expYear', number>

/** Details of a charge beside its result; they are kept with the payment. */
export type ChargeDetails = {
  /** The bank's or the gateway's code of a decline, such as `insufficient_funds`. */
  declineCode?: string | undefined
  /** The advice of the gateway after a decline. */
  advice?: ChargeAdvice | undefined
  /** The code of the card network's advice, such as `03` of Mastercard. */
  networkAdvice?: string | undefined
  /** The gateway's id of the request, for its support. */
  requestId?: string | undefined
}

/** Try again later; never again; with other data of the card; only with the customer's consent. */
export type ChargeAdvice = 'retry' | 'never' | 'new_data' | 'customer'

export type Charge =
  | ({ result: 'captured'; gatewayReference: string; method?: EnteredMethod | undefined } & ChargeDetails)
  | ({ result: 'declined'; gatewayReference: string; reason: string } & ChargeDetails)

/** A charge that waits for its customer, and the page on which it does. */
export type WaitingCharge = { result: 'waiting'; gatewayReference: string; actionUrl: string }

/** The state of a charge that was asked for before: `pending` has no result yet, and `void` can never be charged any more. */
export type FoundCharge = Charge | { result: 'pending' } | { result: 'void' } | { result: 'waiting' }

/** A charge that was asked for before, as its payment knows it. */
export type AskedCharge = {
  storeId: bigint
  /** The gateway's id that `begin` has stored; null where none is. */
  charge: string | null
  gatewayCustomer: string | null
  /** The time since which it may have been made. */
  since: Date
  /** Whether it was to be paid on a page of the gateway. */
  hasPage?: boolean | undefined
  /** Whether it may go on waiting for its customer; else one that waits is forbidden. */
  mayWait?: boolean | undefined
}

export type RefundRequest = {
  /** The store whose account at the gateway gives the money back. */
  storeId: bigint
  /** Our reference for the refund; a repeated request with it refunds once, and has the same answer. */
  reference: string
  /** The gateway's id of the charge. */
  charge: string
  /** In the smallest unit of the currency; at most what is left of the charge. */
  amount: bigint
  currency: string
  /** When the refund was recorded: it was not asked for before. */
  recordedAt: Date
  /** A request that reaches the gateway later than this refunds nothing, unless it was refunded before; `never` without a deadline. */
  notAfter: Date
  /** Ends the wait; `findRefund` must report whatever the gateway does after that. */
  signal?: AbortSignal
}

/** A refund that is `pending` was taken and is paid out later; one that is `done` may still come back. */
export type RefundAnswer =
  | { result: 'done' | 'pending'; gatewayReference: string }
  | { result: 'failed'; gatewayReference: string; reason: string }

/** A refund that was asked for before, as its record knows it. */
type AskedOfRefund = {
  storeId: bigint
  /** The gateway's id of the charge. */
  charge: string
}

/** A page of the gateway on which a customer enters a card. */
export type SetupRequest = {
  storeId: bigint
  customerId: bigint
  /** Our reference for the page; a repeated request with it opens no other. */
  reference: string
  email: string
  currency: string
  /** The address that the customer comes back to. */
  returnUrl: string
}

/** An opened page: its address, or the secret with which a page of the shop embeds it. */
export type MadeSetup = { id: string; actionUrl: string | null; clientSecret: string | null }

/** The state of a page; one that is done has made a payment method. */
export type FoundSetup = { result: 'open' | 'expired' } | ({ result: 'done' } & EnteredMethod)

/** The pages of a gateway on which customers enter cards. */
export type GatewaySetups = {
  /** Creates the customer at the gateway. @returns the gateway's id. */
  createCustomer(request: SetupRequest): Promise<string>
  /** Opens a page for a customer of the gateway. */
  create(request: SetupRequest, gatewayCustomer: string): Promise<MadeSetup>
  find(storeId: bigint, setup: string): Promise<FoundSetup>
}

/** The state of a dispute at its gateway. */
export type FoundDispute = {
  /** The gateway's id of the charge. */
  charge: string
  /** In the smallest unit of the currency of the store. */
  amount: bigint
  fee: bigint
  /** The bank's reason, in the words of the gateway. */
  reason: string
  status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'
  /** Until when evidence may be given; null where none is waited for. */
  evidenceDueAt: Date | null
  /** Whether the gateway has withdrawn the amount, be it that it came back since. */
  isWithdrawn: boolean
}

/** The disputes of a gateway. */
type GatewayDisputes = {
  /** Reads a dispute; undefined where the gateway does not know it. */
  find(storeId: bigint, reference: string): Promise<FoundDispute | undefined>
  /** Lists the ids of the disputes that were opened since a time. */
  list(storeId: bigint, since: Date): Promise<string[]>
}

/** The abilities of a gateway. */
type Declared = {
  /**
   * Whether it refuses requests after their `notAfter`, and the time after a request in which its reference may still be charged or
   * refunded; until then `find` is polled. A gateway without a deadline must forbid a charge when `find` asks for it, unless it is made: its
   * `find` always has an answer, and `begin` is called before each charge.
   */
  deadline: { isEnforced: true; seconds: number } | { isEnforced: false }
  /** The time after a refund is done in which it may still come back; 0 where none does. */
  lateRefunds: { seconds: number }
  /** Whether a charge may wait for the customer, for example to confirm it at the bank. */
  customerAction: boolean
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
  charge(request: ChargeRequest): Promise<Charge | WaitingCharge>
  /**
   * The outcome of a reference, refunded since or not; undefined when the gateway does not know it. A gateway without a deadline forbids a
   * charge that is not made yet: its answer is then `void`.
   */
  find(reference: string, asked: AskedCharge): Promise<FoundCharge | undefined>
  /**
   * Gives back a part of a charge.
   *
   * @throws whatever went wrong when it cannot be known whether it was given back; it is then asked for again by the same reference.
   */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** The present state of a refund by its reference; undefined when the gateway does not know it. */
  findRefund(reference: string, asked: AskedOfRefund): Promise<RefundAnswer | undefined>
  /** Its pages for cards; absent where it has none. With them it takes charges without a token. */
  setups?: GatewaySetups | undefined
  /** Its disputes; absent where it tells of none. */
  disputes?: GatewayDisputes | undefined
}

/** The last time that a date can have: the `notAfter` of a gateway without a deadline. */
const never = new Date(8_640_000_000_000_000)

/** The time after which a request to a gateway must have no effect. @param askedAt when it is made. */
export const notAfterOf = ({ declares: { deadline } }: Pick<Gateway, 'declares'>, askedAt: Date): Date =>
  deadline.isEnforced ? new Date(askedAt.getTime() + deadline.seconds * 1_000) : never

/** The gateway did not answer, or gave no clear outcome; `find` reports it later. */
export class GatewayUnclear extends Error {}

/** The account of a store at its gateway cannot be used: its merchant or an operator must mend it, and other stores are not affected. */
export class GatewayUnusable extends Error {}

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
