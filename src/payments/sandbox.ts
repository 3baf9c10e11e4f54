/**
 * The gateway of demo stores and tests: no money moves, and the stored method's token decides what happens.
 *
 * `tok_succeed` is captured, `tok_decline` declined, `tok_slow` captured after a while, and with `tok_error` the connection
 * breaks after the charge was taken. It keeps its books in a table of its own, as a real gateway would elsewhere.
 */
import { setTimeout } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { type Charge, type Gateway, GatewayUnclear } from './gateway.ts'

const slowMilliseconds = 1_500

/** Makes a sandbox that keeps its books in the database. */
export function sandboxGateway(db: Db): Gateway {
  const find: Gateway['find'] = async (reference) => {
    const charge = await db.sandboxCharge.findUnique({ where: { reference } })
    return charge ? chargeOf(reference, charge.captured) : undefined
  }
  return {
    async charge({ reference, token, amount, signal }) {
      if (token === 'tok_slow') await setTimeout(slowMilliseconds, undefined, signal && { signal })
      const captured = token !== 'tok_decline'
      const { count } = await db.sandboxCharge.createMany({
        data: { reference, amount, captured, createdAt: new Date() },
        skipDuplicates: true,
      })
      if (token === 'tok_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      // A reference asked for before keeps its first answer.
      return count === 1 ? chargeOf(reference, captured) : ((await find(reference)) ?? chargeOf(reference, captured))
    },
    find,
  }
}

const chargeOf = (reference: string, captured: boolean): Charge => {
  const gatewayReference = `sandbox_${reference}`
  return captured
    ? { result: 'captured', gatewayReference }
    : { result: 'declined', gatewayReference, reason: 'The card was declined.' }
}
