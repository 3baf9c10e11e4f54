/**
 * Values that the database refuses: each CHECK constraint by its name, with its condition and the message about a row that breaks it.
 *
 * Rules refuse the same values before anything is written. A CHECK also refuses what comes by another way, and every UPDATE of a row
 * from before the CHECK that breaks it: such a row stays as it is until it is mended. `tandem doctor` lists these rows.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { badInput, type Refusal } from '../values/errors.ts'
import { field, type Sentence, say } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { toldBy } from './outage.ts'

/** A condition that every row of a table meets. */
export type TableCheck = {
  table: string
  /** The column that it is about, as the schema has it. */
  column: string
  /** The condition, in SQL. */
  sql: string
  /** How the column must be: the end of a sentence. */
  must: Sentence
}

/** CHECKs of single columns, by the names that PostgreSQL gives them. */
const onEach = (table: string, columns: readonly string[], sqlOf: (column: string) => string, must: Sentence) =>
  Object.fromEntries(
    columns.map((column) => [
      `${table}_${snakeCase(column)}_check`,
      { table, column, sql: sqlOf(`"${snakeCase(column)}"`), must } satisfies TableCheck,
    ]),
  )

const fromZero = (table: string, ...columns: string[]) =>
  onEach(table, columns, (column) => `${column} >= 0`, ['must be at least 0'])

const weight = (table: string) =>
  onEach(table, ['shipWeight'], (column) => `${column} BETWEEN 0 AND 100000000000`, ['must be from 0 to 100000000000'])

const country = (table: string) =>
  onEach(table, ['country'], (column) => `${column} ~ '^[A-Z]{2}$'`, ['must be two capital letters, as in ISO 3166'])

export const checks: Readonly<Record<string, TableCheck>> = {
  ...country('customer'),
  address_country_check: {
    table: 'address',
    column: 'country',
    sql: `"frozen_key" IS NOT NULL OR "country" ~ '^[A-Z]{2}$'`,
    must: ['must be two capital letters, as in ISO 3166'],
  },
  ...fromZero('product', 'flatShipPrice', 'giftShipping'),
  ...weight('product'),
  ...onEach('product', ['shipOption'], (column) => `${column} IN ('flat', 'weight', 'free')`, ['must be flat, weight or free']),
  ...fromZero('product_term_price', 'price'),
  ...fromZero('product_instance', 'price'),
  ...weight('product_instance'),
  ...fromZero('product_instance_subscription_type_term_price', 'price'),
  coupon_discount_value_check: {
    table: 'coupon',
    column: 'discountValue',
    sql: `"discount_value" >= 0 AND ("discount_type" <> 'percent' OR "discount_value" BETWEEN 1 AND 100)`,
    must: ['must be from 1 to 100 for a percentage, and at least 0 for an amount'],
  },
  ...onEach('coupon', ['maxUses', 'maxUsesPerCustomer'], (column) => `${column} >= 1`, ['must be at least 1']),
  ...fromZero('coupon', 'minSubTotal'),
  coupon_ends_at_check: {
    table: 'coupon',
    column: 'endsAt',
    sql: '"ends_at" > "starts_at"',
    must: say`must be later than ${field('startsAt')}`,
  },
  ...fromZero('subscription', 'credit', 'fixedPrice', 'scheduledFixedPrice'),
  subscription_end_date_check: {
    table: 'subscription',
    column: 'endDate',
    sql: '"end_date" >= "start_date"',
    must: say`must not be before ${field('startDate')}`,
  },
  subscription_gift_does_not_renew: {
    table: 'subscription',
    column: 'autorenew',
    sql: 'NOT ("is_gift" AND "autorenew")',
    must: ['must be false for a gift'],
  },
  subscription_quantity: { table: 'subscription', column: 'quantity', sql: '"quantity" > 0', must: ['must be at least 1'] },
  subscription_scheduled_quantity: {
    table: 'subscription',
    column: 'scheduledQuantity',
    sql: '"scheduled_quantity" > 0',
    must: ['must be at least 1'],
  },
  ...fromZero('cart', 'shipPrice', 'taxPrice'),
  cart_product_quantity: { table: 'cart_product', column: 'quantity', sql: '"quantity" > 0', must: ['must be at least 1'] },
  ...fromZero('order', 'cardRefundedAmount', 'creditApplied', 'giftCardDiscount', 'grossShipping', 'proratedCharge'),
  ...fromZero('order', 'refundApplied', 'refundedAmount', 'subTotal', 'totalAppFees', 'totalDiscount', 'totalLabelCost'),
  ...fromZero('order', 'totalPendingFees', 'totalPrice', 'totalShipping', 'totalTax', 'transactionFee'),
  order_total_not_negative: { table: 'order', column: 'total', sql: '"total" >= 0', must: ['must be at least 0'] },
  ...fromZero('order_product', 'price', 'total', 'discount', 'shipping', 'tax', 'charged', 'openValue'),
  ...fromZero('order_product', 'carried', 'carriedShipping', 'carriedTax'),
  order_product_open_pieces: {
    table: 'order_product',
    column: 'openPieces',
    sql: '"open_pieces" > 0',
    must: ['must be at least 1'],
  },
  order_product_quantity: { table: 'order_product', column: 'quantity', sql: '"quantity" > 0', must: ['must be at least 1'] },
  product_inventory_confidence: {
    table: 'product_inventory',
    column: 'confidence',
    sql: '"confidence" BETWEEN 1 AND 10',
    must: ['must be from 1 to 10'],
  },
  ...fromZero('product_inventory', 'lowStockAt'),
  ...fromZero('transaction', 'total'),
  ...fromZero('payment', 'amount'),
  ...fromZero('fulfillment', 'shipping', 'tax'),
  fulfillment_quantity: { table: 'fulfillment', column: 'quantity', sql: '"quantity" > 0', must: ['must be at least 1'] },
  ...fromZero('label', 'cost'),
}

/** The message about a row that breaks a CHECK, such as "end_date of the subscription must not be before start_date." */
export const sentenceOf = ({ table, column, must }: TableCheck): Sentence => [
  ...say`${field(column)} of the ${table.replaceAll('_', ' ')} `,
  ...must,
  '.',
]

const checkViolated = '23514'

/**
 * The refusal of a write that broke a CHECK.
 *
 * @returns undefined for any other error, and for a CHECK that no value of a client breaks.
 */
export function refusalOfCheck(error: unknown): Refusal | undefined {
  const { codes, messages } = toldBy(error)
  if (!codes.includes(checkViolated)) return undefined
  // The message has the name in every language.
  const names = new Set(messages.flatMap((message) => message.match(/\w+/g) ?? []))
  const [, broken] = Object.entries(checks).find(([name]) => names.has(name)) ?? []
  return broken && badInput(sentenceOf(broken))
}

/** The condition, in SQL, that a row of a table meets all CHECKs; a row from before them may break one. */
export function meetsChecks(table: string): Prisma.Sql {
  const conditions = Object.values(checks).filter((check) => check.table === table)
  return Prisma.raw(`(${conditions.map(({ sql }) => `(${sql}) IS NOT FALSE`).join(' AND ')})`)
}

/**
 * An UPDATE of the rows that break a CHECK: it fails with the first one's name, and changes nothing where there is none.
 *
 * A charge or a refund at a gateway is preceded by it: no row that is written after the money has moved may be refused.
 *
 * @param which the rows.
 */
export const touchBroken = (table: 'customer' | 'product' | 'order' | 'subscription', which: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`UPDATE ${Prisma.raw(`"${table}"`)} SET store_id = store_id WHERE ${which} AND NOT ${meetsChecks(table)}`
