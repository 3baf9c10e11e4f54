/** Customers as gateways know them: a customer of the gateway is that of one customer here, for good. */
import type { Tx } from '../db/transaction.ts'

type CustomerAtGateway = { storeId: bigint; customerId: bigint; gateway: string }

/** The gateway's id of a customer, if it knows them. */
export async function gatewayCustomerOf(tx: Pick<Tx, 'gatewayCustomer'>, key: CustomerAtGateway): Promise<string | undefined> {
  const row = await tx.gatewayCustomer.findUnique({ where: { storeId_customerId_gateway: key } })
  return row?.gatewayCustomer
}

/**
 * Stores the gateway's id of a customer, unless one is stored.
 *
 * @returns the id that is stored; undefined where the given one is another customer's.
 */
export async function rememberCustomer(tx: Tx, key: CustomerAtGateway, gatewayCustomer: string): Promise<string | undefined> {
  const { storeId, customerId, gateway } = key
  await tx.$executeRaw`
    INSERT INTO gateway_customer (store_id, customer_id, gateway, gateway_customer)
    VALUES (${storeId}::bigint, ${customerId}::bigint, ${gateway}, ${gatewayCustomer}) ON CONFLICT DO NOTHING`
  return gatewayCustomerOf(tx, key)
}
