/** Rows of a test's own: products, customers and subscriptions with just the properties the test is about. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'
import { today } from '../support/template.ts'

let number = 0

export type Customer = { id: number; storeId: number; email: string; addressId: number; methodId: number | null }
export type Term = { id: number; name: string; cycles: number; price: number }
export type Product = { id: number; storeId: number; name: string; instanceId: number; billingId: number; terms: Term[] }

/** A time so many seconds before today's now. */
export const ago = (seconds: number): Date => new Date(today.getTime() - seconds * 1000)
export const daySeconds = 86_400

type CustomerSpec = { storeId?: number; token?: string | null; email?: string; emailRepetition?: number; lastOrderAt?: Date }

/** A customer with an address and, unless the token is null, a way to pay. */
export async function addCustomer(db: Db, spec: CustomerSpec = {}): Promise<Customer> {
  const { storeId = 1, token = 'tok_succeed', email = `buyer${++number}@example.net`, emailRepetition = 0, lastOrderAt } = spec
  const { id } = await db.customer.create({
    data: {
      storeId,
      firstName: 'Test',
      lastName: 'Buyer',
      name: 'Test Buyer',
      email,
      emailRepetition,
      country: 'US',
      location: 'Alder Falls, OR',
      createdAt: ago(90 * daySeconds),
      lastOrderAt: lastOrderAt ?? null,
    },
  })
  const methodId = token === null ? null : await addMethod(db, { id: Number(id), storeId }, token)
  return { id: Number(id), storeId, email, addressId: await addAddress(db, { id: Number(id), storeId }), methodId }
}

type Owner = { id: number; storeId: number }

export async function addAddress(db: Db, { id: customerId, storeId }: Owner): Promise<number> {
  const place = { to: 'Test Buyer', street: '1 Lane', city: 'Alder Falls', state: 'OR', zipCode: '97001', country: 'US' }
  return Number((await db.address.create({ data: { storeId, customerId, ...place } })).id)
}

export async function addMethod(
  db: Db,
  { id: customerId, storeId }: Owner,
  gatewayToken: string,
  isDefault = true,
): Promise<number> {
  const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2032, isDefault, createdAt: ago(daySeconds) }
  return Number((await db.paymentMethod.create({ data: { storeId, customerId, gatewayToken, ...card } })).id)
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
  more?: Partial<Prisma.ProductUncheckedCreateInput>
}

/** A product with one form; its terms have their prices on the product. */
export async function addProduct(db: Db, spec: ProductSpec = {}): Promise<Product> {
  const { storeId = 1, price = 1000, shipping = 0, rhythm = {}, terms = [], stock, outOfStockPurchases = false, more } = spec
  const own = ++number
  const name = `Made up ${own}`
  const { months = rhythm.weeks ? 0 : 1, weeks = null, day = 0 } = rhythm
  const billing = await db.productBilling.create({ data: { storeId, rebillDay: day, rebillMonths: months, rebillWeeks: weeks } })
  const product = await db.product.create({
    data: {
      storeId,
      name,
      description: name,
      slug: `made-up-${own}`,
      sku: `MADE-${own}`,
      productBillingId: billing.id,
      singlePurchasable: terms.length === 0,
      flatShipPrice: shipping,
      ...more,
    },
  })
  const { id: instanceId } = await db.productInstance.create({
    data: { storeId, productId: product.id, price, sku: `MADE-${own}-1` },
  })
  const stocked = { quantityOnHand: stock ?? 0, trackInventory: stock !== undefined, outOfStockPurchases }
  await db.productInventory.create({ data: { storeId, productId: product.id, productInstanceId: instanceId, ...stocked } })
  const made: Term[] = []
  if (terms.length > 0) {
    const type = await db.subscriptionType.create({ data: { storeId, productId: product.id, name: 'Standard' } })
    for (const { cycles, price, name = `${cycles} cycles`, enabled = true, gift = false } of terms) {
      const term = { storeId, subscriptionTypeId: type.id, name, enabled, gift, numCycles: cycles }
      const { id } = await db.subscriptionTypeTerm.create({ data: term })
      await db.productTermPrice.create({ data: { storeId, productId: product.id, termId: id, price, gift } })
      made.push({ id: Number(id), name, cycles, price })
    }
  }
  return { id: Number(product.id), storeId, name, instanceId: Number(instanceId), billingId: Number(billing.id), terms: made }
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
