/** The HTTP status and headers of each code, for both surfaces. */
import type { ErrorCode } from '../values/errors.ts'
import type { HttpHeaders } from './exchange.ts'

export const statusOf: Record<ErrorCode, number> = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  MISDIRECTED: 421,
  NOT_ACCEPTABLE: 406,
  METHOD_NOT_ALLOWED: 405,
  WRONG_STATUS: 400,
  RENEWAL_WINDOW_PASSED: 400,
  PAYMENT_DECLINED: 402,
  REFUND_DECLINED: 402,
  PAYMENT_METHOD_MISSING: 400,
  DUPLICATE_ORDER: 400,
  NO_SHIPPING_ZONE: 400,
  OUT_OF_STOCK: 400,
  COUPON_NOT_FOUND: 404,
  COUPON_NOT_APPLICABLE: 400,
  COUPON_LIMIT_REACHED: 400,
  COUPON_ALREADY_ADDED: 400,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNSUPPORTED_MEDIA: 415,
  TOO_LARGE: 413,
  TOO_COMPLEX: 400,
  PERSISTED_QUERY_NOT_FOUND: 404,
  PERSISTED_QUERY_ONLY: 403,
  RATE_LIMITED: 429,
  TIMEOUT: 503,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** Headers of a code; after RATE_LIMITED those of the refused account are more exact (`budget/account.ts`). */
const headersOfCode: Partial<Record<ErrorCode, HttpHeaders>> = {
  UNAUTHENTICATED: { 'WWW-Authenticate': 'Basic realm="Tandem", charset="UTF-8"' },
  // A payment that a gateway left open is reconciled within a minute or two; most other requests end in a moment.
  IDEMPOTENCY_KEY_IN_USE: { 'Retry-After': '5' },
  RATE_LIMITED: { 'Retry-After': '1' },
  UNAVAILABLE: { 'Retry-After': '1' },
}

/** The parts of an error's extensions that determine headers. */
type ErrorExtensions = { code: ErrorCode; mayBeCharged?: boolean }

/** Merges the headers of errors; without Retry-After if a payment may have been taken, since a retry could pay again. */
export function headersOf(errors: readonly ErrorExtensions[]): HttpHeaders {
  const headers: HttpHeaders = Object.assign({}, ...errors.map(({ code }) => headersOfCode[code]))
  if (errors.some(({ mayBeCharged }) => mayBeCharged)) delete headers['Retry-After']
  return headers
}
