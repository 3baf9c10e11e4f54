/** The rules of withdrawals. Pure. */
import type { WithdrawalKind } from '../../../prisma/generated/client/enums.ts'

/** A withdrawal as it is declared. */
export type Declaration = {
  kind: WithdrawalKind
  name: string
  /** The contract or order, in the words of whoever declares it. */
  reference: string
  email: string
  words: string
  locale: string
}

/** The most acknowledgements that are mailed to an address within a day. */
export const mostAcknowledged = 3

/** The number of the order or subscription that a text names: `Order 1042`, `#1042`; undefined where it has none. */
export function recordNamed(reference: string): bigint | undefined {
  const [digits] = /\d{1,15}/.exec(reference) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
