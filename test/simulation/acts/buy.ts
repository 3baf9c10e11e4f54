/** Orders at the counter: of newcomers who subscribe, and of customers who buy more; a subscription that begins has a life. */
import type { Card } from '../card.ts'
import type { Chance } from '../chance.ts'
import { know } from '../compare.ts'
import type { Customer } from '../customer.ts'
import { monthDay, stepped } from '../dates.ts'
import { Life } from '../life.ts'
import { Order } from '../order.ts'
import { billOf, fits, type Item } from '../price.ts'
import type { World } from '../simulate.ts'
import { type Shop, subscribedTo } from '../stage.ts'
import type { SimulatedCoupon } from '../story.ts'
import { toldOrder } from '../told.ts'

const document = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { id subscriptions { id productId } } userErrors { code message } } }`

type Basket = { customer: Customer; card: Card; items: Item[]; coupons: SimulatedCoupon[]; isGift: boolean }

/** A newcomer subscribes, and may buy more with it. */
export async function subscribe(world: World, shop: Shop, at: number, chance: Chance): Promise<string[]> {
  const newcomer = shop.newcomers.pop()
  return newcomer ? buy(world, shop, at, draw(shop, chance, newcomer, chance.one([1, 1, 2]), chance.whole(0, 2))) : []
}

/** A customer who has a subscription buys something, and may subscribe to more. */
export function buyMore(world: World, shop: Shop, at: number, chance: Chance): Promise<string[]> {
  const { beginning } = chance.one(shop.lives)
  return buy(world, shop, at, draw(shop, chance, beginning, chance.is(0.15) ? 1 : 0, chance.whole(1, 3)))
}

function draw(
  { products, coupons }: Shop,
  chance: Chance,
  { customer, card }: { customer: Customer; card: Card },
  subscriptions: number,
  others: number,
): Basket {
  const draws = [
    ...Array<typeof products>(subscriptions).fill(subscribedTo(products)),
    ...Array<typeof products>(others).fill(products.filter(({ isSoldOnce }) => isSoldOnce)),
  ]
  const chosen = new Map(draws.map((of) => chance.one(of)).map((product) => [product.id, product]))
  const items = [...chosen.values()].map((product) => ({ product, quantity: chance.whole(1, 3) }))
  const useful = coupons.filter((coupon) => coupon.isEnabled && items.some(({ product }) => fits(coupon, product)))
  return { ...{ customer, card, items, isGift: chance.is(0.08) }, coupons: useful.filter(() => chance.is(0.2)) }
}

async function buy({ db, ask, gateway }: World, shop: Shop, at: number, basket: Basket): Promise<string[]> {
  const { customer, card, items, coupons, isGift } = basket
  // The minute between two orders is one of the database's own clock, in which months of a store go by.
  await db.customer.update({ where: { storeId_id: { storeId: shop.storeId, id: customer.id } }, data: { lastOrderAt: null } })
  gateway.isByHand = true
  const { data, errors } = await ask(
    document,
    {
      input: {
        ...{ customer: { id: customer.id }, custPayId: card.id, coupons: coupons.map(({ code }) => code) },
        products: items.map(({ product: { instanceId, termId, isSoldOnce }, quantity }) => ({
          ...{ productInstance: { id: instanceId }, quantity, ...(!isSoldOnce && { term: { id: termId } }) },
        })),
        ...(isGift && { orderGiftInfo: { giftMessage: 'All the best!' } }),
      },
    },
    shop.merchant,
  )
  gateway.isByHand = false
  const made = data?.createOrder?.order as { id: string; subscriptions: { id: string; productId: string }[] } | null | undefined
  const order = happen(shop, at, basket, made?.subscriptions ?? [])
  order.tell(at, `bought by customer ${customer.id}${isGift ? ', a gift' : ''}, with [${coupons.map(({ code }) => code)}]`)
  const [refusal] = [...(data?.createOrder?.userErrors ?? []), ...errors]
  const expected = order.isPaid ? undefined : 'PAYMENT_DECLINED'
  if (refusal?.code !== expected || !made) return [toldOrder(order, 'it is answered with', expected, refusal)]
  know(shop.known, order, Number(made.id))
  return []
}

/** The order in the model; of the product it has only the ids of what begins. */
function happen(
  { choice, lives }: Shop,
  at: number,
  { customer, card, items, coupons, isGift }: Basket,
  begun: { id: string; productId: string }[],
): Order {
  const bill = billOf(items, coupons, customer.spendable, { customer, at, isGift })
  const order = new Order(at, { customer, card, isRenewal: false, isGift, coupons }, items, bill)
  const isPaid = card.pays(bill.charge)
  for (const { changes } of customer.lives) changes.push(at)
  if (isPaid) customer.spend(at, bill.creditApplied)
  else customer.spendInVain(at, bill.creditApplied)
  if (isPaid)
    for (const line of order.lines) {
      const { product, quantity } = line
      if (product.isSoldOnce) continue
      const id = Number(begun.find(({ productId }) => Number(productId) === product.id)?.id)
      const end = stepped(at, product.pace, product.cycles, product.rebillDay || monthDay(at))
      const standing = { status: 'active', cancelledAt: null, autorenew: !isGift, isGift, credit: null } as const
      line.life = new Life(
        { ...{ id, customer, product, quantity, start: at, end, card, otherCard: undefined }, ...standing },
        choice,
        at,
      )
      line.life.event(at, 'subscription.created')
      lives.push(line.life)
      line.life.orders.push(order)
      line.life.wasPaid(order)
    }
  order.charged(at, isPaid)
  if (isPaid) order.begin(at)
  if (isPaid && !isGift) for (const coupon of coupons) wait(at, order, coupon)
  return order
}

/** A coupon goes on for its other charges: a percentage on each subscription that begins, an amount on the first. */
function wait(at: number, { lines }: Order, coupon: SimulatedCoupon): void {
  if (coupon.renewals < 2) return
  const fitting = lines.flatMap(({ life, product }) => (life && fits(coupon, product) ? [life] : []))
  for (const life of coupon.isPercent ? fitting : fitting.slice(0, 1)) {
    life.coupons.push({ coupon, left: coupon.renewals - 1, isHeld: false })
    life.event(at, 'subscription_coupon.added')
  }
}
