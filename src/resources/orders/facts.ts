/** Everything a new order depends on, in one statement. */

import { keptPlan } from '../../db/kept-plan.ts'
import { withIds } from '../../values/json-ids.ts'
import type { Write } from '../../writes/write.ts'
import type { OfferedInstance } from './create-rules.ts'

type OrderFacts = {
  currency: string
  /** Of the customer, the oldest first. */
  addresses: { id: bigint }[]
  /** Of the customer, the default one first. */
  paymentMethods: { id: bigint; token: string }[]
  /** The requested instances that the store has. */
  instances: OfferedInstance[]
}

/**
 * Reads what an order of these instances depends on.
 *
 * It is a statement of its own behind `claimMinute`, which waits for the customer: it sees what those removed, replaced or archived that
 * held the customer before.
 */
export async function readFacts(write: Write, customerId: bigint, instanceIds: readonly bigint[]): Promise<OrderFacts> {
  const { storeId } = write.viewer
  const [found] = await write.tx.$queryRaw<[OrderFacts]>`
    SELECT store.currency,
      (SELECT coalesce(json_agg(json_build_object('id', id) ORDER BY id), '[]')
        FROM address WHERE store_id = ${storeId} AND customer_id = ${customerId} AND frozen_key IS NULL AND archived_at IS NULL)
        AS addresses,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'token', gateway_token) ORDER BY is_default DESC, id), '[]')
        FROM payment_method WHERE store_id = ${storeId} AND customer_id = ${customerId} AND archived_at IS NULL) AS "paymentMethods",
      (SELECT coalesce(json_agg(json_build_object(
          'id', instance.id, 'productId', product.id, 'name', product.name, 'sku', instance.sku, 'price', instance.price,
          'isDeleted', instance.deleted OR product.deleted,
          'singlePurchasable', product.single_purchasable, 'shipOption', product.ship_option,
          'flatShipPrice', product.flat_ship_price, 'giftShipping', product.gift_shipping,
          'isTracked', coalesce(stock.track_inventory, false),
          'billing', json_build_object('id', billing.id, 'rebillDay', billing.rebill_day, 'rebillMonths', billing.rebill_months,
            'rebillWeeks', billing.rebill_weeks),
          'ownTermPrices', (SELECT coalesce(json_agg(json_build_object('termId', term_id, 'price', price)), '[]')
            FROM product_instance_subscription_type_term_price WHERE store_id = ${storeId} AND product_instance_id = instance.id),
          'termPrices', (SELECT coalesce(json_agg(json_build_object('termId', term_id, 'price', price, 'gift', gift)), '[]')
            FROM product_term_price WHERE store_id = ${storeId} AND product_id = product.id),
          'terms', (SELECT coalesce(json_agg(json_build_object('id', term.id, 'name', term.name, 'enabled', term.enabled,
              'gift', term.gift, 'numCycles', term.num_cycles) ORDER BY term.id), '[]')
            FROM subscription_type AS type
            JOIN subscription_type_term AS term ON term.store_id = type.store_id AND term.subscription_type_id = type.id
            WHERE type.store_id = ${storeId} AND type.product_id = product.id AND type.archived_at IS NULL AND term.archived_at IS NULL)
        )), '[]')
        FROM product_instance AS instance
        JOIN product ON product.store_id = instance.store_id AND product.id = instance.product_id
        JOIN product_billing AS billing ON billing.store_id = product.store_id AND billing.id = product.product_billing_id
        LEFT JOIN product_inventory AS stock ON stock.store_id = instance.store_id AND stock.product_instance_id = instance.id
        WHERE instance.store_id = ${storeId} AND instance.id = ANY(${[...instanceIds]}::bigint[])) AS instances
    FROM store WHERE store.id = ${storeId} ${keptPlan}`
  return withIds(found)
}
