/** Orders and parcels of before get frozen copies of their addresses, one per customer and content. */
import { expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { openMigrated } from './migrated.ts'

const db = await openMigrated('_frozen_addresses', async (session: Session): Promise<void> => {
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
      VALUES (1, 'A', 'B', 'A B', 'a@example.com', 'US', 'Here', now()), (1, 'C', 'D', 'C D', 'c@example.com', 'US', 'There', now());
    INSERT INTO address (store_id, customer_id, "to", street, city, state, zip_code, country)
      SELECT 1, customer, 'A', '1 Lane', city, 'OR', '97001', 'US'
      FROM (VALUES (1, 'Here'), (1, 'Here'), (1, 'There'), (2, 'Here')) AS lived (customer, city);
    ALTER TABLE address DROP CONSTRAINT address_country_check;
    UPDATE address SET country = 'us' WHERE id = 3;
    ALTER TABLE address ADD CONSTRAINT address_country_check CHECK (country ~ '^[A-Z]{2}$') NOT VALID;
    INSERT INTO "order" (store_id, customer_id, address_id, financial_status, fulfillment_status, placed_at, status, sub_total, total, total_price)
      SELECT 1, customer, address, 'paid', 'unfulfilled', now(), 'open', 1, 1, 1
      FROM (VALUES (1, 1), (1, 2), (1, 3), (2, 4), (1, NULL)) AS placed (customer, address);
    INSERT INTO shipment (store_id, customer_id, ship_address_id, adjusted_ordered_at, created_at, status)
      SELECT 1, 1, address, now(), now(), status::"ShipmentStatus"
      FROM (VALUES (1, 'shipped'), (1, 'unshipped'), (3, 'cancelled')) AS parcel (address, status);
  `)
})

it('Orders and sent parcels of before refer to frozen copies, also of an address that breaks a CHECK', async () => {
  const orders = await db.order.findMany({ include: { address: true }, orderBy: { id: 'asc' } })
  expect(orders.map(({ address }) => address && [address.frozenKey !== null, address.city, address.country])).toEqual([
    [true, 'Here', 'US'],
    [true, 'Here', 'US'],
    [true, 'There', 'us'],
    [true, 'Here', 'US'],
    null,
  ])
  expect(orders[0]?.addressId).toBe(orders[1]?.addressId)
  expect(orders[3]?.addressId).not.toBe(orders[0]?.addressId)
  const parcels = await db.shipment.findMany({ orderBy: { id: 'asc' } })
  expect(parcels.map(({ shipAddressId }) => shipAddressId)).toEqual([orders[0]?.addressId, 1n, 3n])
  expect(await db.address.count({ where: { frozenKey: null } })).toBe(4)
})
