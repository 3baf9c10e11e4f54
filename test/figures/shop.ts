/** A shop whose clock is moved, for tests of figures: what is bought, done and charged, and the movements that come of it. */
import { expect } from 'vitest'
import { mutate } from '../resources/writing.ts'
import { openClockStore } from '../worker/clock-store.ts'
import { addCustomer, addProduct, type Customer, type Product } from '../writes/rows.ts'

type Sold = {
  customer?: Customer
  product?: Product
  /** Name of its term, by cycles. */
  cycles?: number
  price?: number
  rhythm?: { months?: number; weeks?: number }
  quantity?: number
  token?: string
  coupons?: string[]
  isGift?: boolean
}

/** @param options whether its database is the test's own. */
export async function openShop(options: { isApart?: boolean } = {}) {
  const clocked = await openClockStore(options)
  const { store, db } = clocked

  async function write(name: string, input: object, shows = ''): Promise<{ id: string } & Record<string, never>> {
    const { record, userErrors } = await mutate(store, name, input, shows)
    expect(userErrors).toEqual([])
    return record
  }

  /** Sells a subscription. */
  async function sell(sold: Sold = {}) {
    const { cycles = 1, price = 3000, rhythm = {}, quantity = 1, token = 'tok_succeed', coupons, isGift } = sold
    const customer = sold.customer ?? (await addCustomer(db, { token }))
    const product =
      sold.product ??
      (await addProduct(db, { rhythm, terms: [{ cycles, price, gift: isGift ?? false }], more: { giftable: true } }))
    const [term] = product.terms
    const gift = isGift && {
      orderGiftInfo: { giftMessage: 'For you', giftRecipientName: 'Bo', giftRecipientEmail: 'bo@example.net' },
    }
    // The minute between two orders of a customer is over.
    await db.customer.update({ where: { storeId_id: { storeId: 1n, id: customer.id } }, data: { lastOrderAt: null } })
    const input = {
      customer: { id: customer.id },
      products: [{ productInstance: { id: product.instanceId }, term: { id: term?.id }, quantity }],
      ...(coupons && { coupons }),
      ...gift,
    }
    const order = await write('createOrder', input, 'order { id subscriptions { id } }')
    const [subscription] = order.subscriptions as unknown as { id: string }[]
    return { id: Number(subscription?.id), orderId: Number(order.id), customer, product }
  }

  /** The movements of a subscription: the day, the kind, the recurring price, and how many of the customer's count. */
  async function movesOf(subscriptionId: number) {
    const rows = await db.subscriptionMovement.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })
    return rows.map(
      ({ at, kind, fromPrice, toPrice, toStatus, countedBefore, countedAfter }) =>
        `${at.toISOString().slice(0, 10)} ${kind} ${toStatus} ${fromPrice}→${toPrice} ${countedBefore}→${countedAfter}`,
    )
  }

  return { ...clocked, write, sell, movesOf }
}
