/** Everything a new order depends on, in one statement. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import { taxFactsSql, zonesSql } from '../../purchases/price/sale-facts.ts'
import type { TaxFacts } from '../../purchases/price/taxation.ts'
import type { ShippingPlace, Zone } from '../../purchases/price/zones.ts'
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { withIds } from '../../values/json-ids.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { otherPurpose } from '../cards-of-visitors.ts'
import type { OfferedInstance } from './create-rules.ts'

const buyer = { store: 'buyer.store_id', customer: 'buyer.id' }

/** The places that an order may go to. */
const places = (columns: string) => `
  SELECT ${columns} FROM address WHERE store_id = buyer.store_id AND customer_id = buyer.id
    AND (frozen_key IS NULL AND archived_at IS NULL OR id = buyer.address_id)`

const taxOfBuyer = Prisma.raw(taxFactsSql(buyer, places('country')))
const zonesOfBuyer = Prisma.raw(zonesSql(buyer, places('country, zip_code')))

type OrderFacts = {
  currency: string
  /** Whether orders are tests: the gateway of the store takes no real money, though it is a real one. */
  isTest: boolean
  /** Of the customer, the oldest first. */
  addresses: ({ id: bigint } & ShippingPlace)[]
  /** Where an order goes that is there already. */
  sentTo: ShippingPlace | null
  /** The inputs of tax; null for a store that charges none. */
  tax: TaxFacts | null
  /** The shipping zones of the addresses; null for a store that has none. */
  zones: Zone[] | null
  /** Of the customer, the default one first. */
  paymentMethods: { id: bigint; token: string; enteredByVisitor: boolean }[]
  /** The requested instances that the store has. */
  instances: OfferedInstance[]
}

/**
 * Reads what an order of these instances depends on.
 *
 * It is a statement of its own behind `claimMinute`, which waits for the customer: it sees what those removed, replaced or archived that
 * held the customer before.
 *
 * @param orderAddressId the address of an order that is there already.
 */
export async function readFacts(
  write: Write,
  customerId: bigint,
  instanceIds: readonly bigint[],
  orderAddressId: bigint | null = null,
): Promise<OrderFacts> {
  const { storeId } = write.viewer
  const [found] = await write.tx.$queryRaw<[OrderFacts]>`
    SELECT store.currency, store.gateway <> 'sandbox' AND NOT store.gateway_is_live AS "isTest",
      (SELECT coalesce(json_agg(json_build_object('id', id, 'country', country, 'state', state, 'zipCode', zip_code) ORDER BY id), '[]')
        FROM address WHERE store_id = ${storeId} AND customer_id = ${customerId} AND frozen_key IS NULL AND archived_at IS NULL)
        AS addresses,
      (SELECT json_build_object('country', country, 'state', state, 'zipCode', zip_code) FROM address
        WHERE store_id = ${storeId} AND id = buyer.address_id) AS "sentTo",
      ${taxOfBuyer} AS tax, ${zonesOfBuyer} AS zones,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'token', gateway_token,
          'enteredByVisitor', entered_by_visitor) ORDER BY is_default DESC, id), '[]')
        FROM payment_method WHERE store_id = ${storeId} AND customer_id = ${customerId} AND archived_at IS NULL) AS "paymentMethods",
      (SELECT coalesce(json_agg(json_build_object(
          'id', instance.id, 'productId', product.id, 'name', product.name, 'sku', instance.sku, 'price', instance.price,
          'isDeleted', instance.deleted OR product.deleted,
          'singlePurchasable', product.single_purchasable, 'shipOption', product.ship_option,
          'flatShipPrice', product.flat_ship_price, 'giftShipping', product.gift_shipping,
          'taxClass', product.tax_class, 'weight', CASE WHEN instance.ship_weight > 0 THEN instance.ship_weight ELSE product.ship_weight END, 'isTracked', coalesce(stock.track_inventory, false),
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
    FROM store, (SELECT ${storeId}::bigint AS store_id, ${customerId}::bigint AS id, ${orderAddressId}::bigint AS address_id) AS buyer WHERE store.id = ${storeId} ${keptPlan}`
  return withIds(found)
}

/** The payment method asked for, or the default one. A card that a visitor entered pays only what it was entered for. */
export function pickMethod({ paymentMethods }: Pick<OrderFacts, 'paymentMethods'>, custPayId: string | null | undefined) {
  const method = pick(
    custPayId == null ? paymentMethods.filter(({ enteredByVisitor }) => !enteredByVisitor) : paymentMethods,
    custPayId,
    'custPayId',
  )
  if (method?.enteredByVisitor) throw otherPurpose('custPayId')
  return method
}

/** The one asked for, which must be the customer's, or the first. */
export function pick<Row extends { id: bigint }>(rows: Row[], asked: string | null | undefined, name: string): Row | undefined {
  if (asked == null) return rows[0]
  const id = readId(field(name), asked)
  const row = rows.find((each) => each.id === id)
  if (!row) throw notFound(say`${field(name)} is none of the customer's.`)
  return row
}
