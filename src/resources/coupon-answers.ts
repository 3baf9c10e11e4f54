/** The answers about coupons: merchants get the reason, and those who try codes do not. */
import { Refusal } from '../values/errors.ts'
import type { Write } from '../writes/write.ts'

/** The refusal of a coupon that is not in the store. @param name of the input field. */
export const couponNotFound = (name: string) => new Refusal('COUPON_NOT_FOUND', 'Coupon not found', name)

/** The reasons for which a customer finds no coupon, so that codes to come are not found by trying. */
const secret: ReadonlySet<string | undefined> = new Set(['disabled', 'not_yet'])

/**
 * Looks for coupons as customers and visitors do: without a reason, with one refusal for unknown, disabled and not yet valid ones, and a
 * wrong code is paid for as a wrong credential is. For others as they are.
 *
 * @throws Refusal with a code that begins with COUPON_, and whatever else the work throws.
 */
export async function findingCoupons<Found>(
  { viewer, context }: Write,
  name: string,
  work: () => Promise<Found>,
): Promise<Found> {
  if (viewer.role !== 'customer' && viewer.role !== 'visitor') return work()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.code.startsWith('COUPON_')) throw error
    const isUnknown = error.code === 'COUPON_NOT_FOUND' || secret.has(error.because?.kind)
    if (!isUnknown) throw new Refusal(error.code, error.message, error.field)
    context.account.chargeGuess()
    throw couponNotFound(name)
  }
}
