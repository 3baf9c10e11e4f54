/**
 * The gateway of demo stores and tests: no money moves, and the stored method's token decides what happens.
 *
 * `tok_succeed` is captured, `tok_decline` declined, `tok_slow` captured after a while, and with `tok_error` the connection
 * breaks after the charge was taken. It keeps its books in a table of its own, as a real gateway would elsewhere.
 */
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { type Charge, type Gateway, GatewayUnclear } from './gateway.ts'

const slowMilliseconds = 1_500
const daySeconds = 86_400

/** Creates a sandbox that keeps its books in the database, by its clock. */
export function sandboxGateway(db: Db, clock: Clock): Gateway {
  const find: Gateway['find'] = async (reference) => {
    const charge = await db.sandboxCharge.findUnique({ where: { reference } })
    return charge ? chargeOf(reference, charge.captured) : undefined
  }
  return {
    chargeableSeconds: daySeconds,
    async charge({ reference, token, amount, notAfter, signal }) {
      if (token === 'tok_slow') await setTimeout(slowMilliseconds, undefined, signal && { signal })
      const captured = token !== 'tok_decline'
      const now = clock.inSql()
      const count = await db.$executeRaw`
        INSERT INTO sandbox_charge (reference, amount, captured, created_at)
        SELECT ${reference}::text, ${amount}::bigint, ${captured}::boolean, ${now} WHERE ${now} <= ${notAfter}::timestamptz
        ON CONFLICT DO NOTHING ${keptPlan}`
      if (token === 'tok_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      if (count === 1) return chargeOf(reference, captured)
      // A repeated reference has its first answer.
      const before = await find(reference)
      if (before) return before
      throw new GatewayUnclear('The request to charge came too late.')
    },
    find,
    async refund(reference) {
      await db.sandboxCharge.updateMany({
        where: { reference, captured: true, refundedAt: null },
        data: { refundedAt: clock.now() },
      })
    },
  }
}

const chargeOf = (reference: string, captured: boolean): Charge => {
  const gatewayReference = `sandbox_${reference}`
  return captured
    ? { result: 'captured', gatewayReference }
    : { result: 'declined', gatewayReference, reason: 'The card was declined.' }
}
