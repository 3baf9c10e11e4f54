/** The CHECKs of the database: what each refuses, and that all of them are known by name. */
import { describe, expect, it } from 'vitest'
import { checks, refusalOfCheck, type TableCheck } from '../../src/db/checks.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const { db } = await openStore({ isApart: true })
const { id: paymentMethodId, customerId } = await db.paymentMethod.findFirstOrThrow({ where: { storeId: 1n } })
const payment = { storeId: 1n, customerId, paymentMethodId, reference: 'x', amount: 1n, state: 'failed', plan: {} } as const
await db.payment.create({ data: { ...payment, createdAt: today } })
await db.coupon.updateMany({ data: { startsAt: new Date('2026-01-01T00:00:00Z') } })

/** CHECKs that no value of a client breaks, each with why. */
const inner: Record<string, string> = {
  subscription_scheduled_change: 'a scheduled change is a whole plan, or there is none',
  coupon_code_repetition: 'triggers count it',
  consent_text_hash_check: 'the write of a consent hashes its text',
  coupon_uses_check: 'purchases count them',
  credit_entry_amount_check: 'rules refuse 0',
  customer_email_repetition: 'triggers count it',
  fulfillment_restocked: 'the return of a parcel counts it',
  fulfillment_taken: 'what takes its pieces counts them',
  inventory_movement_quantity_check: 'each kind takes pieces or adds them',
  inventory_movement_turn_check: 'what takes pieces again counts it',
  installation_epoch_check: '`adopt` counts it',
  invoice_place_check: 'invoices of one cause are counted from 1',
  invoice_total_check: 'the content of an invoice decides its total',
  merchant_key_previous: 'rotating writes both columns',
  metadata_one_owner: 'a record is made on one owner',
  payment_method_of_visitor: 'a checkout writes both columns',
  payment_plan_of_open: 'plans are dropped of captured payments alone',
  product_billing_moves_on: 'nothing writes billing rhythms',
  product_image_shows_something: 'nothing writes pictures',
  refund_amount_check: 'the plan of a refund decides its amounts',
  refund_line_parts: 'the plan of a refund decides its amounts',
  refund_line_shipping_tax: 'the plan of a refund decides its amounts',
  refund_line_released: 'a refund that puts pieces on hand counts them',
  refund_parts: 'the plan of a refund decides its amounts',
  shipping_band_below_check: 'the rules of zones',
  shipping_band_price_check: 'the rules of zones',
  shipping_zone_basis_check: 'the rules of zones',
  shipping_zone_free_from_check: 'the rules of zones',
  staff_status_check: 'the writes of staff',
  store_clock_now_check: 'rules of the clock',
  store_clock_target_check: 'rules of the clock',
  store_invoice_prefix_check: 'the rule of the store',
  store_page_base: 'the rule of the store',
  subscription_past_due_reason: 'rules write it with the status',
  subscription_type_term_cycles: 'nothing writes terms',
  tax_rate_rate_check: 'the rules of rates',
}

const definitions = async () => {
  const rows = await db.$queryRaw<{ name: string; table: string; sql: string }[]>`
    SELECT conname AS name, relname AS table, pg_get_expr(conbin, conrelid) AS sql FROM pg_constraint
    JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'c' AND pg_class.relnamespace = current_schema()::regnamespace`
  return new Map(rows.map((row) => [row.name, row]))
}

describe('The CHECKs', () => {
  it('are those of the table, with the same conditions', async () => {
    const stored = await definitions()
    expect([...stored.keys()].filter((name) => !(name in inner)).sort()).toEqual(Object.keys(checks).sort())
    for (const [name, { table, sql }] of Object.entries(checks))
      await db.$executeRawUnsafe(`ALTER TABLE "${table}" ADD CONSTRAINT "again_${name}" CHECK (${sql}) NOT VALID`)
    const again = await definitions()
    for (const name of Object.keys(checks))
      expect([name, again.get(`again_${name}`.slice(0, 63))?.sql]).toEqual([name, stored.get(name)?.sql])
    for (const [name, { table }] of Object.entries(checks))
      await db.$executeRawUnsafe(`ALTER TABLE "${table}" DROP CONSTRAINT "again_${name}"`)
  })

  it('leave the rows of the demo store as they are', async () => {
    for (const { table, sql } of Object.values(checks)) {
      const broken = await db.$queryRawUnsafe<object[]>(`SELECT id FROM "${table}" WHERE NOT (${sql})`)
      expect([table, sql, broken]).toEqual([table, sql, []])
    }
  })

  const cases: [check: string, refused: string[], taken: string[]][] = [
    ['customer_country_check', ["'us'", "'USA'", "'U'", "''", "'U1'", "E'US\\n'"], ["'DE'", "'ZZ'"]],
    ['address_country_check', ["'us'", "' US'", "'ÖÄ'"], ["'DE'"]],
    ['product_ship_option_check', ["'pigeon'", "''", "'Flat'"], ["'free'", "'weight'", "'flat'"]],
    ['product_ship_weight_check', ['-0.1', "'NaN'", "'Infinity'", '100000000000.5'], ['0', '100000000000']],
    ['coupon_discount_value_check', ['-1'], ['1']],
    ['coupon_max_uses_check', ['0', '-1'], ['1', 'NULL']],
    ['coupon_max_uses_per_customer_check', ['0', '-1'], ['1', 'NULL']],
    ['coupon_ends_at_check', ["'2000-01-01'"], ["'2030-01-01'", 'NULL']],
    ['subscription_end_date_check', ["start_date - interval '1 second'"], ['start_date']],
    ['subscription_credit_check', ['-1'], ['0', 'NULL', '9223372036854775807']],
    ['subscription_gift_does_not_renew', ['NOT is_gift OR is_gift'], ['false']],
    ['subscription_quantity', ['0'], ['1']],
    ['product_inventory_confidence', ['0', '11'], ['1', '10']],
    ['product_inventory_low_stock_at_check', ['-1'], ['0', '2147483647', 'NULL']],
    ['order_product_quantity', ['0', '-1'], ['1', '2147483647']],
    ['order_product_open_pieces', ['0', '-1'], ['1', '2147483647', 'NULL']],
    ['fulfillment_quantity', ['0', '-1'], ['1', '2147483647']],
    ['cart_product_quantity', ['0', '-1'], ['1', '2147483647']],
    ...Object.entries(checks)
      .filter(([, { column, sql }]) => sql.endsWith(' >= 0') && column !== 'lowStockAt')
      .filter(([name]) => !name.includes('scheduled'))
      .map(([name]): [string, string[], string[]] => [name, ['-1', '-9223372036854775808'], ['0', '9223372036854775807']]),
  ]

  it('each have a case', () => {
    const named = new Set(cases.map(([name]) => name))
    const others = Object.keys(checks).filter((name) => !named.has(name))
    // A part of a scheduled change is not written alone.
    expect(others.sort()).toEqual([
      'product_instance_ship_weight_check',
      'subscription_scheduled_fixed_price_check',
      'subscription_scheduled_quantity',
    ])
  })

  it.each(cases)('%s refuses %j and takes %j', async (name, refused, taken) => {
    const { table, column } = checks[name] as TableCheck
    const snake = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const undone = new Error('undone')
    const write = (value: string) =>
      db.$transaction(async (tx) => {
        const rows = table === 'address' ? 'WHERE frozen_key IS NULL' : ''
        await tx.$executeRawUnsafe(`UPDATE "${table}" SET "${snake}" = ${value} ${rows}`)
        throw undone
      })
    for (const value of refused) {
      const error = await write(value).catch((thrown: unknown) => thrown)
      expect(refusalOfCheck(error)?.field).toBe(column)
      expect(refusalOfCheck(error)?.message).toMatch(new RegExp(`^${snake} of the ${table.replaceAll('_', ' ')} must `))
    }
    for (const value of taken) await expect(write(value)).rejects.toBe(undone)
  })

  it('take a percentage from 1 to 100 alone', async () => {
    const set = (type: string, value: number) =>
      db.$executeRawUnsafe(`UPDATE coupon SET discount_type = '${type}', discount_value = ${value} WHERE store_id = 1 AND id = 1`)
    for (const value of [0, -1, 101]) await expect(set('percent', value)).rejects.toThrow('coupon_discount_value_check')
    for (const value of [1, 100]) expect(await set('percent', value)).toBe(1)
    expect(await set('amount', 0)).toBe(1)
    expect(await set('amount', 1_000_000)).toBe(1)
    await expect(set('percent', 1_000_000)).rejects.toThrow('coupon_discount_value_check')
  })

  it('leave stock below zero alone', async () => {
    expect(await db.$executeRaw`UPDATE product_inventory SET quantity_on_hand = -2147483648 WHERE store_id = 1`).toBeGreaterThan(
      0,
    )
  })
})
