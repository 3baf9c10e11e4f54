/** Puts the two halves of a purchase together for the door: reserve, charge, settle. */
import type { Charging, Write, Written } from '../writes/write.ts'
import type { Plan } from './plan.ts'
import { reserve } from './reserve.ts'
import { freeOfCharge, settle } from './settle.ts'
import { writtenOf } from './written.ts'

/** How the gateway is to charge: what it calls the way to pay, and the currency. */
export type Purse = { token: string; currency: string }

/**
 * Buys what is planned. What costs something stops for the gateway, see `Charging`; what costs nothing is done at once.
 */
export async function purchase(
  { tx, now, claim, context }: Write,
  plan: Plan,
  { token, currency }: Purse,
  note?: string | null,
): Promise<Written | Charging> {
  const payment = await reserve(tx, claim ? { ...plan, claim } : plan, now)
  const finish: Charging['settle'] = async (inner, charge) => {
    return writtenOf(plan, charge, await settle(inner, payment, charge, context.clock), note)
  }
  if (plan.totals.charge === 0) return finish(tx, freeOfCharge)
  return {
    request: { reference: payment.reference, token, amount: BigInt(plan.totals.charge), currency },
    settle: finish,
  }
}
