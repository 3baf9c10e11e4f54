/** Freezes the address of a bill, as it is when an order is planned. */
import type { Tx } from '../../db/transaction.ts'

/** An address that need not be in the customer's list. */
type BilledPlace = Readonly<
  Record<'to' | 'company' | 'street' | 'unit' | 'city' | 'state' | 'zipCode' | 'country' | 'phoneNumber', string>
>

/**
 * Finds or makes the frozen copy of an address; the customer is locked.
 *
 * @param of an address of the customer, or one that is given as it is.
 * @returns the id of the copy, which nothing changes.
 */
export async function frozenAddress(
  tx: Tx,
  { storeId, customerId }: Record<'storeId' | 'customerId', bigint>,
  of: bigint | BilledPlace,
): Promise<bigint> {
  if (typeof of === 'bigint') {
    const [frozen] = await tx.$queryRaw<{ id: bigint }[]>`SELECT freeze_address(${storeId}::bigint, ${of}::bigint) AS id`
    return frozen?.id ?? of
  }
  const { zipCode: zip_code, phoneNumber: phone_number, ...others } = of
  const row = JSON.stringify({ ...others, zip_code, phone_number, icon: 'home', status: 0 })
  const [frozen] = await tx.$queryRaw<{ id: bigint }[]>`
    WITH given AS MATERIALIZED (
      SELECT place.*, address_content(place) AS content FROM jsonb_populate_record(NULL::address, ${row}::jsonb) AS place
    ), made AS (
      INSERT INTO address (store_id, customer_id, "to", company, street, unit, city, state, zip_code, country, phone_number, icon, status, frozen_key)
      SELECT ${storeId}::bigint, ${customerId}::bigint, "to", company, street, unit, city, state, zip_code, country, phone_number, icon, status, content
      FROM given ON CONFLICT (store_id, customer_id, frozen_key) DO NOTHING RETURNING id
    )
    SELECT id FROM made UNION ALL SELECT address.id FROM address JOIN given ON address.frozen_key = given.content
    WHERE address.store_id = ${storeId}::bigint AND address.customer_id = ${customerId}::bigint LIMIT 1`
  if (!frozen) throw new Error(`The address of a bill of customer ${customerId} was not made.`)
  return frozen.id
}
