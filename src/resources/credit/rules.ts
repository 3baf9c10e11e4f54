/** The rule of credit that is given or taken by hand. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'

/**
 * The credit of a customer once an amount is added.
 *
 * @throws Refusal BAD_INPUT for an amount of 0, or one that takes more than there is.
 */
export function creditAfter(credit: bigint, amount: bigint): bigint {
  if (amount === 0n) throw badInput(say`${field('amount')} must not be 0.`)
  const most = credit > 0n ? credit : 0n
  if (amount < -most) throw badInput(say`${field('amount')} must be at least ${-most}: the customer's credit is ${credit}.`)
  return credit + amount
}
