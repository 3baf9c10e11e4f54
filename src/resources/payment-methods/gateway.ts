/** The gateway of payment methods that are added: that of the store, whose customers it knows by ids of its own. */
import { rememberCustomer } from '../../payments/customers.ts'
import type { Write } from '../../writes/write.ts'
import { checkToken, otherCustomers } from './rules.ts'

/** The payment gateway of the store; it stays so until the write ends. */
export async function gatewayOfStore({ tx, viewer: { storeId } }: Write): Promise<string> {
  const [store] = await tx.$queryRaw<{ gateway: string }[]>`SELECT gateway FROM store WHERE id = ${storeId} FOR SHARE`
  return store?.gateway ?? 'sandbox'
}

type AddedMethod = { customerId: bigint; gatewayToken: string; gatewayCustomer: string | null }

/**
 * The columns of a new payment method that its gateway decides.
 *
 * @throws Refusal for a token that this customer cannot have there.
 */
export async function gatewayColumns(write: Write, row: AddedMethod, gateway?: string): Promise<{ gateway?: string }> {
  const name = gateway ?? (await gatewayOfStore(write))
  checkToken(name, write.viewer.role === 'customer', row)
  const { customerId, gatewayCustomer } = row
  if (gatewayCustomer === null) return {}
  const key = { storeId: write.viewer.storeId, customerId, gateway: name }
  if ((await rememberCustomer(write.tx, key, gatewayCustomer)) !== gatewayCustomer) throw otherCustomers()
  return { gateway: name }
}
