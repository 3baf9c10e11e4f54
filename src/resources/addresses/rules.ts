/** The rules of addresses. Pure. */
import { badInput } from '../../values/errors.ts'

/** The most live addresses of a customer. */
export const maxAddresses = 100

/** Refuses to change a frozen address. */
export function checkChangeable({ frozenKey }: { frozenKey: string | null }): void {
  if (frozenKey !== null)
    throw badInput(
      'The address is the copy that orders and sent shipments keep, which does not change; change the one it was made of.',
    )
}
