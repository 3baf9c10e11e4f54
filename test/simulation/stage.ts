/** Makes a simulated shop in the database: a store with a test clock and a key, and the rows that it begins with. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createKey } from '../../src/resources/merchant-keys/storage.ts'
import { addInstance, addOwnPrices, addProduct } from '../writes/rows.ts'
import { Card } from './card.ts'
import type { CardGateway } from './cards.ts'
import type { Chance } from './chance.ts'
import { Customer } from './customer.ts'
import { monthDay } from './dates.ts'
import { type BeginningDraft, drawBeginning, drawCoupons, drawProducts, type ProductDraft } from './generate.ts'
import { Life } from './life.ts'
import type { Market } from './market.ts'
import type { Order } from './order.ts'
import { Stock } from './stock.ts'
import { elsewhere, home, type RetryChoice, type SimulatedCoupon, type SimulatedProduct } from './story.ts'

export type Shop = {
  storeId: bigint
  /** The value of the Authorization header of its merchant. */
  merchant: string
  choice: RetryChoice
  market: Market
  /** The first variant of each. */
  products: SimulatedProduct[]
  coupons: SimulatedCoupon[]
  customers: Customer[]
  /** Customers who have ordered nothing yet, and their cards. */
  newcomers: { customer: Customer; card: Card }[]
  lives: Life[]
  /** The orders whose ids are known, by them. */
  known: Map<number, Order>
}

/** Two shops have rows of the same ids, far beyond those that the database gives. */
const firstId = 1_000_000

/** The id of a customer's other address; the first one has that of the customer. */
export const otherAddressOf = (customerId: number): number => customerId + firstId

type Staged = { name: string; choice: RetryChoice; market: Market; begin: number; count: number }

export async function stageShop(db: Db, gateway: CardGateway, chance: Chance, staged: Staged): Promise<Shop> {
  const { name, choice, market, begin, count } = staged
  const { id: storeId } = await db.store.create({
    data: {
      name,
      host: `${name}.example`,
      createdAt: new Date(begin),
      hasTestClock: true,
      clockNow: new Date(begin),
      ...choice,
      ...{ pricesIncludeTax: market.isIncluded, dispatchCountry: market.dispatch, untaxedWithNumber: market.untaxedWithNumber },
    },
  })
  await makeMarket(db, storeId, market)
  const key = await inTransaction(db, (tx) => createKey(tx, { storeId, name: null, scopes: ['*'] }, new Date()))
  const exclusive = Math.ceil(count / 20)
  const drafts = drawProducts(chance, exclusive)
  const products: SimulatedProduct[] = []
  for (const draft of drafts) products.push(await makeProduct(db, Number(storeId), draft))
  const coupons = await makeCoupons(db, storeId, chance, products)
  const bought = Math.ceil(count / 6)
  const shop: Shop = {
    storeId,
    merchant: `Bearer ${key.clientId}.${key.secret}`,
    ...{ choice, market, products, coupons, customers: [], newcomers: [], lives: [], known: new Map() },
  }
  const beginnings = Array.from({ length: count - bought }, (_, number) => {
    // A scarce product is one subscription's alone: no other takes the last piece.
    const product = number < exclusive ? products[drafts.length - 1 - number] : chance.one(subscribedTo(products))
    if (!product) throw new Error('There are too few products.')
    return drawBeginning(chance, product, begin, number)
  })
  await makeCustomers(db, shop, chance, beginnings, bought)
  await makeSubscriptions(db, shop, chance, beginnings, begin)
  for (const { card, otherCard } of shop.lives.map(({ beginning }) => beginning)) {
    gateway.add(card)
    if (otherCard) gateway.add(otherCard)
  }
  for (const { card } of shop.newcomers) gateway.add(card)
  return shop
}

/** The products that anybody may subscribe to, each with all its variants. */
export const subscribedTo = (products: readonly SimulatedProduct[]): SimulatedProduct[] =>
  products.filter(({ isSoldOnce, isScarce }) => !isSoldOnce && !isScarce).flatMap(({ variants }) => variants)

/** Makes a product with its instances and terms. @returns the first of its variants. */
async function makeProduct(db: Db, storeId: number, draft: ProductDraft): Promise<SimulatedProduct> {
  const { terms, instances, ...shared } = draft
  const { shipping, giftShipping, isShippedFlat, weight, taxClass, pace, rebillDay, isSoldOnce } = shared
  const [first, ...others] = instances.map(({ onHand }) => onHand)
  const product = await addProduct(db, {
    storeId,
    shipping,
    ...(isSoldOnce
      ? { price: terms[0]?.price ?? 0 }
      : { rhythm: { months: pace.months, ...(pace.weeks > 0 && { weeks: pace.weeks }), day: rebillDay }, terms }),
    ...(first !== undefined && { stock: first }),
    more: { giftShipping, ...(!isShippedFlat && { shipOption: 'weight' }) },
  })
  const { id, name, billingId } = product
  await db.product.update({ where: { storeId_id: { storeId: BigInt(storeId), id } }, data: { shipWeight: weight, taxClass } })
  const instanceIds = [product.instanceId]
  for (const stock of others) instanceIds.push(await addInstance(db, product, { stock }))
  const rows = await db.productInstance.findMany({ where: { storeId, productId: id }, orderBy: { id: 'asc' } })
  const variants: SimulatedProduct[] = []
  for (const [place, { onHand, prices }] of instances.entries()) {
    const [instanceId = 0, sku = ''] = [instanceIds[place], rows[place]?.sku]
    const stock = onHand === undefined ? undefined : new Stock(onHand)
    const own = prices.map((price, term) => ({ id: product.terms[term]?.id ?? 0, price }))
    await addOwnPrices(
      db,
      { storeId, id: instanceId },
      own.flatMap(({ price, ...term }) => (price === undefined ? [] : [{ ...term, price }])),
    )
    for (const [term, { cycles, price }] of terms.entries()) {
      const ownPrice = prices[term]
      const priced = { cycles, price: ownPrice ?? price, hasOwnPrice: ownPrice !== undefined }
      const termId = product.terms[term]?.id ?? 0
      variants.push({ ...shared, ...priced, id, instanceId, billingId, termId, name, sku, stock, variants })
    }
  }
  return variants[0] as SimulatedProduct
}

/** Makes the rates and the zones of a market. */
async function makeMarket(db: Db, storeId: bigint, { rates, zones }: Market): Promise<void> {
  await db.taxRate.createMany({ data: rates.map(({ from, ...rate }) => ({ storeId, ...rate, validFrom: new Date(from) })) })
  for (const [number, { bands, ...zone }] of zones.entries()) {
    const { id: zoneId } = await db.shippingZone.create({ data: { storeId, name: `Zone ${number}`, ...zone } })
    const below = bands.slice(1).map(({ atLeast }) => atLeast)
    await db.shippingBand.createMany({
      data: bands.map((band, place) => ({ storeId, zoneId, ...band, below: below[place] ?? null })),
    })
  }
}

async function makeCoupons(db: Db, storeId: bigint, chance: Chance, products: SimulatedProduct[]): Promise<SimulatedCoupon[]> {
  const coupons = drawCoupons(chance, products).map((draft, number) => ({
    ...draft,
    id: firstId + number,
    code: `CODE${number}`,
  }))
  await db.coupon.createMany({
    data: coupons.map(({ id, code, isPercent, value, renewals, isEnabled }) => ({
      ...{ storeId, id, code, name: code, enabled: isEnabled, discountValue: value, numRenewals: renewals },
      discountType: isPercent ? 'percent' : 'amount',
      createdAt: new Date(),
    })),
  })
  const limits = coupons.flatMap(({ id, product }) => (product ? [{ storeId, couponId: id, productId: product.id }] : []))
  await db.couponProduct.createMany({ data: limits })
  return coupons
}

/** Each third customer has two subscriptions, the others one; newcomers none yet. */
async function makeCustomers(
  db: Db,
  shop: Shop,
  chance: Chance,
  beginnings: readonly BeginningDraft[],
  newcomers: number,
): Promise<void> {
  const { storeId, market } = shop
  const count = Math.ceil((beginnings.length * 3) / 4)
  for (let id = firstId; id < firstId + count + newcomers; id += 1)
    shop.customers.push(new Customer(id, market, chance.one(market.homes)))
  for (const customer of shop.customers.slice(count)) {
    const { id } = customer
    shop.newcomers.push({ customer, card: new Card(id + firstId, `card_${storeId}_${id}`, () => 'captured') })
  }
  await db.customer.createMany({
    data: shop.customers.map(({ id, home: { country, state, numberOf } }) => ({
      ...{ storeId, id, firstName: 'Some', lastName: 'Body', name: 'Some Body', email: `somebody${id}@example.net` },
      ...{ country, location: `Alder Falls, ${state}`, createdAt: new Date() },
      ...(numberOf !== null && { taxId: '123456789', taxIdCountry: numberOf, taxIdStatus: 'valid' as const }),
    })),
  })
  await db.address.createMany({
    data: shop.customers.flatMap(({ id, home: { country, state, zipCode } }) => {
      const place = { to: 'Somebody', city: 'Alder Falls', country, state, zipCode }
      return [
        { ...place, storeId, id, customerId: id, street: home },
        { ...place, storeId, id: otherAddressOf(id), customerId: id, street: elsewhere },
      ]
    }),
  })
  await db.paymentMethod.createMany({
    data: shop.newcomers.map(({ customer, card }) => ({ storeId, customerId: customer.id, ...rowOfCard(card, true) })),
  })
}

const rowOfCard = ({ id, token: gatewayToken }: Card, isDefault: boolean) => ({
  ...{ id, gatewayToken, brand: 'visa', last4: '4242', expMonth: 1, expYear: 2099, isDefault, createdAt: new Date() },
})

async function makeSubscriptions(
  db: Db,
  shop: Shop,
  chance: Chance,
  drafts: readonly BeginningDraft[],
  begin: number,
): Promise<void> {
  const { storeId, choice } = shop
  const owners = shop.customers.length - shop.newcomers.length
  shop.lives = drafts.map(({ answers, otherAnswers, ...draft }, number) => {
    const customer = shop.customers[number % owners]
    if (!customer) throw new Error('There are too few customers.')
    const id = firstId + number
    const card = new Card(id, `card_${storeId}_subscription_${id}`, answers)
    const otherCard = otherAnswers && new Card(id + 2 * firstId, `card_${storeId}_other_${id}`, otherAnswers)
    return new Life({ ...draft, id, customer, card, otherCard }, choice, begin)
  })
  await db.paymentMethod.createMany({
    data: shop.lives.flatMap(({ beginning: { customer, card, otherCard } }) =>
      [card, ...(otherCard ? [otherCard] : [])].map((each) => ({ storeId, customerId: customer.id, ...rowOfCard(each, false) })),
    ),
  })
  await db.subscription.createMany({ data: shop.lives.map((life) => rowOf(storeId, life)) })
  const waiting: Prisma.SubscriptionCouponCreateManyInput[] = []
  for (const life of shop.lives) {
    if (!chance.is(0.3)) continue
    const coupon = chance.one(shop.coupons)
    life.coupons.push({ coupon, left: coupon.renewals, isHeld: false })
    const { id: couponId, code: codeUsed, renewals: numRenewals } = coupon
    waiting.push({ storeId, subscriptionId: life.beginning.id, couponId, codeUsed, numRenewals })
  }
  await db.subscriptionCoupon.createMany({ data: waiting })
  for (const { id, lives } of shop.customers)
    if (lives.length > 1)
      await db.customer.update({ where: { storeId_id: { storeId, id } }, data: { numSubscriptions: lives.length } })
  await db.customer.updateMany({
    where: { storeId, numSubscriptions: 0, subscriptions: { some: {} } },
    data: { numSubscriptions: 1 },
  })
}

function rowOf(storeId: bigint, { beginning, status, autorenew, end }: Life): Prisma.SubscriptionCreateManyInput {
  const { id, customer, product, quantity, start, cancelledAt, isGift, credit } = beginning
  return {
    ...{ storeId, id, customerId: customer.id, addressId: customer.id, paymentMethodId: id, quantity, isGift, status, autorenew },
    ...{ productId: product.id, productInstanceId: product.instanceId, productBillingId: product.billingId },
    ...{ termId: product.termId, billingName: product.name, credit, startDate: new Date(start), endDate: new Date(end) },
    cancelledAt: cancelledAt === null ? null : new Date(cancelledAt),
    backupPaymentMethodId: beginning.otherCard?.id ?? null,
    // Subscriptions from before keep the day of their beginning, whether or not it is stored.
    anchorDay: id % 2 === 0 ? monthDay(start) : null,
  }
}
