/** The changes of a shop itself: prices, coupons that are switched, and stock that arrives. */
import type { Chance } from '../chance.ts'
import type { World } from '../simulate.ts'
import type { Shop } from '../stage.ts'
import type { Stock } from '../stock.ts'
import type { Plan, SimulatedProduct } from '../story.ts'

/** Now and then another price, a coupon that is switched on or off, and stock where there is none. */
export async function changeShop(world: World, shop: Shop, at: number, chance: Chance): Promise<void> {
  const variants = shop.products.flatMap((product) => product.variants)
  const product = chance.one(variants)
  if (chance.is(0.4)) await setPrice(world, shop, at, product, product.cycles * chance.whole(499, 3_999))
  if (chance.is(0.3)) await switchCoupon(world, shop, at, chance)
  for (const [stock, { instanceId }] of new Map(variants.flatMap((each) => (each.stock ? [[each.stock, each]] : []))))
    if (stock.onHand < 2 && chance.is(0.3)) await restock(world, shop, instanceId, stock)
}

async function setPrice(
  { db }: World,
  { storeId, lives }: Shop,
  at: number,
  product: SimulatedProduct,
  price: number,
): Promise<void> {
  const { termId, id: productId, instanceId: productInstanceId, hasOwnPrice, variants } = product
  const shares = (other: SimulatedProduct) => other === product || !(hasOwnPrice || other.hasOwnPrice || other.termId !== termId)
  const priced = variants.filter(shares)
  for (const each of priced) each.price = price
  if (product.isSoldOnce)
    await db.productInstance.update({ where: { storeId_id: { storeId, id: productInstanceId } }, data: { price } })
  else if (hasOwnPrice)
    await db.productInstanceSubscriptionTypeTermPrice.updateMany({
      where: { storeId, productInstanceId, termId },
      data: { price },
    })
  else await db.productTermPrice.updateMany({ where: { storeId, productId, termId }, data: { price } })
  const isPriced = (plan: Plan | null) => plan !== null && priced.includes(plan.product)
  for (const life of lives) if (isPriced(life.plan) || isPriced(life.scheduled)) life.changes.push(at)
}

async function switchCoupon({ db }: World, { storeId, coupons, lives }: Shop, at: number, chance: Chance): Promise<void> {
  const coupon = chance.one(coupons)
  coupon.isEnabled = !coupon.isEnabled
  await db.coupon.update({ where: { storeId_id: { storeId, id: coupon.id } }, data: { enabled: coupon.isEnabled } })
  for (const life of lives) if (life.coupons.some((waiting) => waiting.coupon === coupon)) life.changes.push(at)
}

async function restock({ ask }: World, { merchant }: Shop, instanceId: number, stock: Stock): Promise<void> {
  stock.onHand = 5
  const { data, errors } = await ask(
    'mutation ($id: ID!) { updateInventory(input: { productInstanceId: $id, quantityOnHand: 5 }) { userErrors { message } } }',
    { id: instanceId },
    merchant,
  )
  const [fault] = [...(data?.updateInventory.userErrors ?? []), ...errors]
  if (fault) throw new Error(fault.message)
}
