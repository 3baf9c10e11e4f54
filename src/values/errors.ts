/**
 * The refusals of Tandem, each with a code.
 *
 * One list serves both surfaces: GraphQL shows the code in `extensions.code`, REST maps it to a status (`http/status.ts`).
 */
import { GraphQLError } from 'graphql'
import { inContract, nameIn, type Sentence } from './sentence.ts'
import { cutText, isLongerThan } from './text.ts'

/** Every public error code, with its description in the schema. */
export const errorCodes = {
  BAD_INPUT: 'The request is malformed or a value in it is not allowed.',
  UNAUTHENTICATED: 'The request carries no credential, or one that is not valid.',
  FORBIDDEN: 'The credential is valid but does not open this.',
  NOT_FOUND: 'There is no such record for this credential.',
  MISDIRECTED: 'The host that is asked is not served here.',
  NOT_ACCEPTABLE: 'The path does not answer in a form that the request accepts.',
  METHOD_NOT_ALLOWED: 'The path exists but does not answer this method.',
  WRONG_STATUS: 'The record is not in a status that allows this.',
  RENEWAL_WINDOW_PASSED: 'The last failed renewal is too long ago to try it again.',
  PAYMENT_DECLINED: 'The payment was declined.',
  REFUND_DECLINED: 'The payment gateway did not give the money back.',
  PAYMENT_METHOD_MISSING: 'There is no payment method to charge.',
  DUPLICATE_ORDER: 'The customer already has an order from the past minute, or one whose payment is not settled yet.',
  NO_SHIPPING_ZONE: 'The address lies in none of the shipping zones of the store, or no band is for what is sent.',
  OUT_OF_STOCK: 'There are not as many in stock as were asked for.',
  COUPON_NOT_FOUND: 'The coupon matches none in the store.',
  COUPON_NOT_APPLICABLE: 'The coupon is not enabled, does not apply to the product, or is not for this day or price.',
  COUPON_LIMIT_REACHED: 'The coupon was used as often as it may be.',
  COUPON_ALREADY_ADDED: 'The coupon is already on the subscription.',
  CONFLICT: 'The record was changed after it was read; the answer shows it as it is.',
  IDEMPOTENCY_KEY_IN_USE: 'The first request with this Idempotency-Key is still being worked on.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another request.',
  UNSUPPORTED_MEDIA: 'The body is encoded in a way that is not read here.',
  TOO_LARGE: 'The request is larger than is accepted.',
  TOO_COMPLEX: 'The document asks for more than one request may.',
  PERSISTED_QUERY_NOT_FOUND: 'No document is known by this hash; send it once with its text.',
  PERSISTED_QUERY_ONLY: 'Only documents that were registered before run here.',
  RATE_LIMITED: 'The budget is used up for the moment; try again after the time in Retry-After.',
  TIMEOUT: 'The request took longer than one may and was stopped.',
  UNAVAILABLE:
    'The service cannot answer just now. Try again shortly if the answer has Retry-After; without it (in GraphQL with `extensions.mayBeCharged`) a payment may have been taken, or given back.',
  INTERNAL: 'Something failed on our side.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** The reasons of refusals whose message is fixed, each about a coupon, with their descriptions in the schema. */
export const refusalReasons = {
  not_yet: 'It is not valid yet.',
  over: 'It is no longer valid.',
  minimum: 'The price of what it applies to is below its minimum.',
  other_product: 'It applies to other products.',
  used_up: 'It was used as often as it may be.',
  disabled: 'It is disabled.',
} as const

export type RefusalReason = keyof typeof refusalReasons

/** The reason of a refusal whose message is fixed: its kind, and a sentence for the caller. */
export type Reason = { kind: RefusalReason; sentence: string }

/** The record of a write whose condition does not hold: its present mark, and its id where the payload shows it. */
type CurrentRecord = { changedIn: bigint; id?: bigint }

/** Maximum characters of a message: the fixed texts are shorter, but some quote client input. */
export const maxSentence = 2_000

/** A refusal: an error with a code and one sentence for the client; its message is the sentence with the contract's names. */
export class Refusal extends GraphQLError {
  readonly code: ErrorCode
  /** The path of the input field at fault, if there is one; by default the first field that the sentence names. */
  readonly field: string | undefined
  /** The error message, for each surface to format. */
  readonly sentence: Sentence
  /** The reason beside a message that the contract fixes. */
  readonly because: Reason | undefined
  /** The record as it is, where it is not as its sender read it. */
  readonly current: CurrentRecord | undefined

  constructor(code: ErrorCode, said: string | Sentence, field?: string, because?: Reason, current?: CurrentRecord) {
    const sentence = typeof said === 'string' ? [said] : said
    const message = inContract(sentence)
    const isLong = isLongerThan(message, maxSentence)
    // The stack trace is never shown, and V8 spends longer on capturing it than on all else: a request may be refused thousands of names.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(isLong ? cutText(message, maxSentence) : message, { extensions: { code } })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.field = field ?? nameIn(sentence)
    this.because = because
    this.current = current
    this.sentence = isLong ? [this.message] : sentence
  }
}

/** A well-formed but wrong credential: an unknown client, a wrong secret, an invalid signature. */
export class WrongGuess extends Refusal {
  constructor(message: string) {
    super('UNAUTHENTICATED', message)
  }
}

/** The direction in which a gateway moves money. */
export type MoneyMove = 'payment' | 'refund'

const unclearSentences: Record<MoneyMove, string> = {
  payment:
    'The payment gateway did not answer. The payment will be cleared up within minutes; do not pay again without the same Idempotency-Key.',
  refund:
    'The refund was recorded, and its outcome cannot be shown. It will be cleared up within minutes; do not ask for it again without the same Idempotency-Key.',
}

/**
 * The answer when the payment gateway was called for a charge or a refund, and the result is unknown or cannot be shown.
 *
 * It is UNAVAILABLE without Retry-After (`http/status.ts`); in GraphQL `extensions.mayBeCharged` is true.
 */
export class MayBeCharged extends Refusal {
  constructor(move: MoneyMove = 'payment') {
    super('UNAVAILABLE', unclearSentences[move])
    this.extensions.mayBeCharged = true
  }
}

export const badInput = (said: string | Sentence, field?: string) => new Refusal('BAD_INPUT', said, field)

/** Instructions for a request without a readable credential. */
export const howToAuthenticate =
  'Authorization takes Basic with client id and secret, or Bearer with <client_id>.<client_secret> or a customer token.'

export const unauthenticated = (message = `Authentication is required: ${howToAuthenticate}`) =>
  new Refusal('UNAUTHENTICATED', message)

export const forbidden = (said: string | Sentence) => new Refusal('FORBIDDEN', said)

/** The same answer for a missing record and for a record of another tenant. */
export const notFound = (said: string | Sentence = 'Not found.') => new Refusal('NOT_FOUND', said)

/** The answer to a write that would change the subject of a payment under way. */
export const paymentUnderWay = () => new Refusal('WRONG_STATUS', 'A payment for this subscription is under way.')

export const unavailable = (said: string) => new Refusal('UNAVAILABLE', said)
