/** Rows of a test's own: products, customers and subscriptions with just the properties the test is about. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'
import { keptPlan } from '../../src/db/kept-plan.ts'
import { today } from '../support/template.ts'

let number = 0

export type Customer = { id: number; storeId: number; email: string; addressId: number; methodId: number | null }
export type Term = { id: number; name: string; cycles: number; price: number }
export type Product = { id: number; storeId: number; name: string; instanceId: number; billingId: number; terms: Term[] }

/** A time so many seconds before today's now. */
export const ago = (seconds: number): Date => new Date(today.getTime() - seconds * 1000)
export const daySeconds = 86_400

type CustomerSpec = { storeId?: number; token?: string | null; email?: string; emailRepetition?: number; lastOrderAt?: Date }

const place = { to: 'Test Buyer', street: '1 Lane', city: 'Alder Falls', state: 'OR', zipCode: '97001', country: 'US' }
const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2032, createdAt: ago(daySeconds) }

/** A customer with an address and, unless the token is null, a way to pay; in one statement, since most tests add some. */
export async function addCustomer(db: Db, spec: CustomerSpec = {}): Promise<Customer> {
  const { storeId = 1, token = 'tok_succeed', email = `buyer${++number}@example.net`, emailRepetition = 0, lastOrderAt } = spec
  const [made] = await db.$queryRaw<{ id: bigint; addressId: bigint; methodId: bigint | null }[]>`
    WITH customer AS (
      INSERT INTO customer (store_id, first_name, last_name, name, email, email_repetition, country, location, created_at, last_order_at)
      VALUES (${storeId}, 'Test', 'Buyer', 'Test Buyer', ${email}, ${emailRepetition}, 'US', 'Alder Falls, OR',
        ${ago(90 * daySeconds)}, ${lastOrderAt ?? null})
      RETURNING store_id, id
    ), address AS (
      INSERT INTO address (store_id, customer_id, "to", street, city, state, zip_code, country)
      SELECT store_id, id, ${place.to}, ${place.street}, ${place.city}, ${place.state}, ${place.zipCode}, ${place.country}
      FROM customer RETURNING id
    ), method AS (
      INSERT INTO payment_method (store_id, customer_id, gateway_token, brand, last4, exp_month, exp_year, is_default, created_at)
      SELECT store_id, id, ${token}::text, ${card.brand}, ${card.last4}, ${card.expMonth}::int, ${card.expYear}::int, true,
        ${card.createdAt}::timestamptz
      FROM customer WHERE ${token}::text IS NOT NULL RETURNING id
    )
    SELECT customer.id, address.id AS "addressId", (SELECT id FROM method) AS "methodId" FROM customer CROSS JOIN address ${keptPlan}`
  if (!made) throw new Error('No customer was added.')
  const methodId = made.methodId === null ? null : Number(made.methodId)
  return { id: Number(made.id), storeId, email, addressId: Number(made.addressId), methodId }
}

type Owner = { id: number; storeId: number }

export async function addAddress(db: Db, { id: customerId, storeId }: Owner): Promise<number> {
  return Number((await db.address.create({ data: { storeId, customerId, ...place } })).id)
}

export async function addMethod(
  db: Db,
  { id: customerId, storeId }: Owner,
  gatewayToken: string,
  isDefault = true,
): Promise<number> {
  return Number((await db.paymentMethod.create({ data: { storeId, customerId, gatewayToken, ...card, isDefault } })).id)
}

/** Gives a customer credit by an entry of the ledger. */
export async function giveCredit(db: Db, { id, storeId }: Owner, amount: number): Promise<void> {
  await db.creditEntry.create({ data: { storeId, customerId: id, amount, reason: 'For the wait.', createdAt: today } })
  await db.customer.update({ where: { storeId_id: { storeId, id } }, data: { credit: { increment: amount } } })
}

type TermSpec = { cycles: number; price: number; name?: string; enabled?: boolean; gift?: boolean }
type ProductSpec = {
  storeId?: number
  price?: number
  /** Flat price of sending a piece; 0 unless given. */
  shipping?: number
  rhythm?: { months?: number; weeks?: number; day?: number }
  /** The fields of a subscription product. */
  terms?: TermSpec[]
  /** How many are on the shelf; not tracked unless given. */
  stock?: number
  outOfStockPurchases?: boolean
  more?: { deleted?: boolean; giftable?: boolean; giftShipping?: number; shipOption?: string; singlePurchasable?: boolean }
}

/** A product with one form; its terms have their prices on the product. In one statement, since most tests add some. */
export async function addProduct(db: Db, spec: ProductSpec = {}): Promise<Product> {
  const { storeId = 1, price = 1000, shipping = 0, rhythm = {}, terms = [], stock, outOfStockPurchases = false, more = {} } = spec
  const own = ++number
  const name = `Made up ${own}`
  const { months = rhythm.weeks ? 0 : 1, weeks = null, day = 0 } = rhythm
  const {
    deleted = false,
    giftable = false,
    giftShipping = 0,
    shipOption = 'flat',
    singlePurchasable = terms.length === 0,
    ...others
  } = more
  if (Object.keys(others).length > 0) throw new Error(`No product is added with ${Object.keys(others)}.`)
  const named = terms.map(({ cycles, price, name = `${cycles} cycles`, enabled = true, gift = false }) => ({
    cycles,
    price,
    name,
    enabled,
    gift,
  }))
  const [made] = await db.$queryRaw<{ id: bigint; billingId: bigint; instanceId: bigint; termIds: bigint[] }[]>`
    WITH term AS MATERIALIZED (
      SELECT nextval('subscription_type_term_id_seq') AS id, given.*
      FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        AS given (cycles int, price bigint, name text, enabled boolean, gift boolean)
    ), billing AS (
      INSERT INTO product_billing (store_id, rebill_day, rebill_months, rebill_weeks)
      VALUES (${storeId}, ${day}, ${months}, ${weeks}) RETURNING id
    ), product AS (
      INSERT INTO product (store_id, name, description, slug, sku, product_billing_id, single_purchasable, flat_ship_price, deleted,
        giftable, gift_shipping, ship_option)
      SELECT ${storeId}::bigint, ${name}, ${name}, ${`made-up-${own}`}, ${`MADE-${own}`}, id, ${singlePurchasable}::boolean,
        ${shipping}::bigint, ${deleted}::boolean, ${giftable}::boolean, ${giftShipping}::bigint, ${shipOption}
      FROM billing RETURNING store_id, id
    ), instance AS (
      INSERT INTO product_instance (store_id, product_id, price, sku)
      SELECT store_id, id, ${price}::bigint, ${`MADE-${own}-1`} FROM product RETURNING store_id, product_id, id
    ), inventory AS (
      INSERT INTO product_inventory (store_id, product_id, product_instance_id, quantity_on_hand, track_inventory, out_of_stock_purchases)
      SELECT store_id, product_id, id, ${stock ?? 0}::int, ${stock !== undefined}::boolean, ${outOfStockPurchases}::boolean
      FROM instance
    ), counted AS (
      INSERT INTO inventory_movement (store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, created_at)
      SELECT store_id, id, 'corrected', ${stock ?? 0}::int, ${stock ?? 0}::int, 'count', id, now() FROM instance WHERE ${stock ?? 0}::int <> 0
    ), type AS (
      INSERT INTO subscription_type (store_id, product_id, name)
      SELECT store_id, id, 'Standard' FROM product WHERE EXISTS (SELECT FROM term) RETURNING id
    ), of_type AS (
      INSERT INTO subscription_type_term (id, store_id, subscription_type_id, name, enabled, gift, num_cycles)
      SELECT term.id, ${storeId}::bigint, type.id, name, enabled, gift, cycles FROM term CROSS JOIN type
    ), prices AS (
      INSERT INTO product_term_price (store_id, product_id, term_id, price, gift)
      SELECT store_id, product.id, term.id, price, gift FROM product CROSS JOIN term
    )
    SELECT product.id, billing.id AS "billingId", instance.id AS "instanceId", ARRAY(SELECT id FROM term ORDER BY id) AS "termIds"
    FROM product CROSS JOIN billing CROSS JOIN instance ${keptPlan}`
  if (!made) throw new Error('No product was added.')
  return {
    id: Number(made.id),
    storeId,
    name,
    instanceId: Number(made.instanceId),
    billingId: Number(made.billingId),
    terms: named.map(({ name, cycles, price }, place) => ({ id: Number(made.termIds[place]), name, cycles, price })),
  }
}

type OwnPrice = { id: number; price: number }
type InstanceSpec = {
  price?: number
  /** The prices of its own, by term. */
  terms?: OwnPrice[]
  /** How many are on the shelf; not tracked unless given. */
  stock?: number | undefined
}

/** Another instance of a product. */
export async function addInstance(
  db: Db,
  product: Product,
  { price = 1000, terms = [], stock }: InstanceSpec = {},
): Promise<number> {
  const { storeId, id: productId } = product
  const row = { storeId, productId, price, sku: `MADE-${productId}-${++number}` }
  const { id: productInstanceId } = await db.productInstance.create({ data: row })
  const stocked = { quantityOnHand: stock ?? 0, trackInventory: stock !== undefined, outOfStockPurchases: false }
  await db.productInventory.create({ data: { storeId, productId, productInstanceId, ...stocked } })
  if (stock) {
    const counted = { kind: 'corrected', quantity: stock, onHand: stock, cause: 'count', causeId: productInstanceId } as const
    await db.inventoryMovement.create({ data: { storeId, productInstanceId, ...counted, createdAt: new Date() } })
  }
  await addOwnPrices(db, { storeId, id: Number(productInstanceId) }, terms)
  return Number(productInstanceId)
}

/** Gives an instance prices of its own for terms. */
export async function addOwnPrices(db: Db, { storeId, id }: Owner, terms: readonly OwnPrice[]): Promise<void> {
  const data = terms.map((term) => ({ storeId, productInstanceId: id, termId: term.id, price: term.price }))
  await db.productInstanceSubscriptionTypeTermPrice.createMany({ data })
}

type SubscriptionColumns = Partial<Prisma.SubscriptionUncheckedCreateInput>

/** A subscription on the first term of a product: active, begun on 20 January, paid for until 20 March unless said otherwise. */
export async function addSubscription(
  db: Db,
  { customer, product, ...columns }: { customer: Customer; product: Product } & SubscriptionColumns,
): Promise<number> {
  const { id } = await db.subscription.create({
    data: {
      storeId: customer.storeId,
      customerId: customer.id,
      productId: product.id,
      productInstanceId: product.instanceId,
      productBillingId: product.billingId,
      termId: product.terms[0]?.id ?? 0,
      addressId: customer.addressId,
      paymentMethodId: customer.methodId,
      billingName: product.name,
      startDate: new Date('2026-01-20T09:00:00Z'),
      endDate: new Date('2026-03-20T09:00:00Z'),
      status: 'active',
      autorenew: !columns.isGift,
      pastDueReason: columns.status === 'past_due' ? 'declined' : null,
      ...columns,
    },
  })
  return Number(id)
}

/** A subscription to a monthly product of its own, with a customer of its own. */
export async function addMonthly(db: Db, spec: SubscriptionColumns & { token?: string | null; price?: number } = {}) {
  const { token = 'tok_succeed', price = 2400, ...columns } = spec
  const customer = await addCustomer(db, { token })
  const product = await addProduct(db, { terms: [{ cycles: 1, price }] })
  return { customer, product, id: await addSubscription(db, { customer, product, ...columns }) }
}

/** The columns of a subscription whose renewal failed so many days ago. */
export const pastDue = (days: number): SubscriptionColumns => ({
  status: 'past_due',
  endDate: ago(days * daySeconds),
  lastFailedRenewal: ago(days * daySeconds),
  anchorDay: ago(days * daySeconds).getUTCDate(),
})

/** The charges of a customer at the sandbox gateway. */
export async function chargesOf(db: Db, customerId: number): Promise<{ amount: number; captured: boolean }[]> {
  const payments = await db.payment.findMany({ where: { customerId }, select: { reference: true } })
  const charges = await db.sandboxCharge.findMany({ where: { reference: { in: payments.map(({ reference }) => reference) } } })
  return charges.map(({ amount, captured }) => ({ amount: Number(amount), captured }))
}

/** The stock of an instance. */
export async function onHand(db: Db, { instanceId: productInstanceId }: Product): Promise<number> {
  return (await db.productInventory.findFirstOrThrow({ where: { productInstanceId } })).quantityOnHand
}
