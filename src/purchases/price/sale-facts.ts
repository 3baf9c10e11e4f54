/** Reads the inputs of tax and of shipping by zones as JSON, within the statement that reads what is priced. */
import { changesAfter, type Taxation, type TaxFacts, taxationOf } from './taxation.ts'
import { type ShippingPlace, type Zone, zoneOf } from './zones.ts'

/** The SQL of the ids of a store and of its customer. */
type BuyerSql = { store: string; customer: string }

/**
 * Writes the SQL of the inputs of tax; null for a store that has no rates and is not exempt.
 *
 * @param countries a query of the countries that goods may be sent to.
 */
export const taxFactsSql = ({ store, customer }: BuyerSql, countries: string): string => `(
  SELECT json_build_object(
    'store', json_build_object('pricesIncludeTax', prices_include_tax, 'dispatchCountry', dispatch_country,
      'shippingTaxClass', shipping_tax_class, 'taxExemptText', tax_exempt_text, 'keepsGross', keeps_gross,
      'untaxedWithNumber', coalesce(untaxed_with_number, '{}')),
    'numberCountry', (SELECT tax_id_country FROM customer WHERE store_id = ${store} AND id = ${customer} AND tax_id_status = 'valid'),
    'rates', (SELECT coalesce(json_agg(json_build_object('name', name, 'rate', rate, 'country', country, 'region', region,
        'taxClass', tax_class, 'taxesShipping', taxes_shipping, 'validFrom', valid_from) ORDER BY id), '[]')
      FROM tax_rate WHERE store_id = ${store} AND archived_at IS NULL AND (country = dispatch_country OR country IN (${countries}))))
  FROM store WHERE store.id = ${store}
    AND (tax_exempt_text IS NOT NULL OR EXISTS (SELECT FROM tax_rate WHERE store_id = ${store} AND archived_at IS NULL))
)`

/**
 * Writes the SQL of the shipping zones of a store that places lie in; null for a store that has none.
 *
 * @param places a query of the countries and postcodes that goods may be sent to.
 */
export const zonesSql = ({ store }: Pick<BuyerSql, 'store'>, places: string): string => `(
  SELECT coalesce(json_agg(json_build_object('country', country, 'region', region, 'postcode', postcode, 'basis', basis, 'freeFrom', free_from,
      'bands', (SELECT coalesce(json_agg(json_build_object('atLeast', at_least, 'below', below, 'price', price)), '[]')
        FROM shipping_band WHERE store_id = ${store} AND zone_id = zone.id))) FILTER (WHERE is_there), '[]')
  FROM (
    SELECT shipping_zone.*, EXISTS (SELECT FROM (${places}) AS place (of_country, of_postcode)
      WHERE (shipping_zone.country IS NULL OR shipping_zone.country = of_country)
        AND starts_with(upper(regexp_replace(of_postcode, '\\s', '', 'g')), postcode)) AS is_there
    FROM shipping_zone WHERE store_id = ${store} AND archived_at IS NULL
  ) AS zone HAVING count(*) > 0
)`

/** The inputs of a sale beside what is sold: where it is sent to, its tax, and the zones there. */
type SaleFacts = { sentTo: ShippingPlace | null; tax: TaxFacts | null; zones: readonly Zone[] | null }

/**
 * Writes the SQL of the inputs of a sale, whose `$1` is the store, over the columns of a record with a customer and an address, such as a
 * subscription or a cart. It is sent to its own address, else to the first of its customer.
 */
export function saleSql(column: (name: string) => string): string {
  const buyer = { store: '$1', customer: column('customerId') }
  return saleTo(
    buyer,
    (columns) => `
    SELECT ${columns} FROM address WHERE store_id = ${buyer.store} AND customer_id = ${buyer.customer} AND frozen_key IS NULL AND archived_at IS NULL
    ORDER BY (id = ${column('addressId')}) DESC NULLS LAST, id LIMIT 1`,
  )
}

/** The same of a cart, which may be a visitor's, with an address of its own. */
export function cartSaleSql(column: (name: string) => string): string {
  const buyer = { store: '$1', customer: column('customerId') }
  const given = column('shipTo')
  return saleTo(
    buyer,
    (columns) => `
    SELECT ${columns} FROM (
      SELECT id, country, state, zip_code FROM address
      WHERE store_id = ${buyer.store} AND customer_id = ${buyer.customer} AND frozen_key IS NULL AND archived_at IS NULL
      UNION ALL SELECT NULL, ${given}->>'country', ${given}->>'state', ${given}->>'zipCode' WHERE ${given} IS NOT NULL
    ) AS place ORDER BY (id = ${column('addressId')}) DESC NULLS LAST, id LIMIT 1`,
  )
}

function saleTo(buyer: BuyerSql, address: (columns: string) => string): string {
  return `(
    SELECT json_build_object('sentTo', (${address("json_build_object('country', country, 'state', state, 'zipCode', zip_code)")}),
      'tax', facts, 'zones', zones)
    FROM (SELECT ${taxFactsSql(buyer, address('country'))} AS facts, ${zonesSql(buyer, address('country, zip_code'))} AS zones) AS read
    WHERE facts IS NOT NULL OR zones IS NOT NULL
  )`
}

const saleOf = (text: string | null | undefined): SaleFacts | null => (text == null ? null : (JSON.parse(text) as SaleFacts))

/** How goods are sold: their tax, whether the store has shipping zones, and the zone that they are sent to. */
export type SoldTo = { taxation: Taxation | undefined; hasZones: boolean; zone: Zone | undefined }

/** How goods are sold at a time that are sent to a place. */
export const soldTo = ({ sentTo, tax, zones }: SaleFacts, at: Date): SoldTo => ({
  taxation: sentTo ? taxationOf(tax, sentTo, at) : undefined,
  hasZones: zones !== null,
  zone: zones && sentTo ? zoneOf(zones, sentTo) : undefined,
})

/** How goods are sold at a time, by their inputs as `saleSql` writes them. */
export const soldBy = (text: string | null | undefined, at: Date): SoldTo =>
  soldTo(saleOf(text) ?? { sentTo: null, tax: null, zones: null }, at)

/** Whether a sale after a time may have other rates of tax. */
export function isRateToChange(text: string | null | undefined, at: Date): boolean {
  const read = saleOf(text)
  return read?.tax != null && changesAfter(read.tax, at)
}
