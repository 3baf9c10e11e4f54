/** Why a renewal fails, as the reason that its subscription is past due for. Pure. */
import type { PastDueReason } from '../../../prisma/generated/client/enums.ts'
import { type ErrorCode, Refusal } from '../../values/errors.ts'

/** The refusal of a renewal that lacks what a charge needs. */
export class NotChargeable extends Refusal {
  readonly reason: PastDueReason

  constructor(reason: PastDueReason, code: ErrorCode, sentence: string) {
    super(code, sentence)
    this.reason = reason
  }
}

/** The reason that a subscription is past due for when its renewal was refused. */
export function pastDueReasonOf(refusal: Pick<Refusal, 'code'>): PastDueReason {
  if (refusal instanceof NotChargeable) return refusal.reason
  return refusal.code === 'OUT_OF_STOCK' ? 'out_of_stock' : 'declined'
}
