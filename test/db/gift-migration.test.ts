/** Gifts of before that say they renew by themselves, and what the database keeps of gifts since. */
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { ofStore } from '../support/of-store.ts'
import { openMigrated } from './migrated.ts'

const statuses = ['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due']

/** Of each status a gift and another, each once with autorenew and once without. */
const db = await openMigrated('_gifts_do_not_renew', async (session: Session): Promise<void> => {
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
      VALUES (1, 'A', 'B', 'A B', 'a@example.com', 'US', 'Here', now());
    INSERT INTO product_billing (store_id, rebill_day, rebill_months) VALUES (1, 0, 1);
    INSERT INTO product (store_id, name, description, slug, sku, product_billing_id) VALUES (1, 'Tea', 'Tea', 'tea', 'TEA', 1);
    INSERT INTO product_instance (store_id, product_id, price, sku) VALUES (1, 1, 2400, 'TEA');
    INSERT INTO subscription_type (store_id, product_id, name) VALUES (1, 1, 'Standard');
    INSERT INTO subscription_type_term (store_id, subscription_type_id, name, num_cycles) VALUES (1, 1, 'Monthly', 1);
    INSERT INTO subscription (store_id, customer_id, product_id, product_instance_id, product_billing_id, term_id, billing_name,
      end_date, start_date, status, is_gift, autorenew)
      SELECT 1, 1, 1, 1, 1, 1, 'TEA', '2026-02-10', '2026-01-10', status::"SubscriptionStatus", is_gift, autorenew
      FROM unnest('{${statuses}}'::text[]) AS status, (VALUES (true), (false)) AS gifts (is_gift), (VALUES (true), (false)) AS renewing (autorenew);
  `)
})

describe('Subscriptions of before', () => {
  it('no longer renew by themselves where they are gifts, whatever their status, and else as before', async () => {
    const counted = await db.subscription.groupBy({
      by: ['isGift', 'autorenew'],
      _count: true,
      orderBy: [{ isGift: 'asc' }, { autorenew: 'asc' }],
    })
    expect(counted).toEqual([
      { isGift: false, autorenew: false, _count: 6 },
      { isGift: false, autorenew: true, _count: 6 },
      { isGift: true, autorenew: false, _count: 12 },
    ])
  })

  it('the database refuses a gift with autorenew', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { isGift: true } })
    await expect(db.subscription.update({ where: ofStore(id), data: { autorenew: true } })).rejects.toThrow(
      'subscription_gift_does_not_renew',
    )
  })
})
