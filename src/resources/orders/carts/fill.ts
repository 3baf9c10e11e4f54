/** Makes carts and changes what is in them. */
import type { Shape } from '../../../db/shape.ts'
import { givenUpPaymentOf } from '../../../purchases/payment/cart-payments.ts'
import { badInput, forbidden, notFound } from '../../../values/errors.ts'
import { readId } from '../../../values/id.ts'
import { field, say } from '../../../values/sentence.ts'
import { changesOf } from '../../../writes/changes.ts'
import type { Write } from '../../../writes/write.ts'
import { mutation } from '../../describe.ts'
import { findCustomer } from '../buyer.ts'
import { customerInput } from '../inputs.ts'
import { checkFillable, mostOpenCarts } from './cart-rules.ts'
import { checkContents, contentFields, storeContents } from './contents.ts'

/** The record that the writes of carts show. */
export const shows = { field: 'cart', resource: 'Cart', as: 'OpenCart' } as const

mutation('createCart', {
  permission: 'checkout',
  emits: ['cart.created'],
  description: `Makes a cart, which its checkout turns into an order. A customer has at most ${mostOpenCarts} open ones: one more takes the place of the one that is unchanged for longest.`,
  input: (t) => ({
    customer: t.field({ type: customerInput, description: 'Whose cart it is; the customer who asks unless given.' }),
    ...contentFields(t),
  }),
  shows,
  async write(write, { customer, ...given }) {
    const customerId = await lockOwner(write, customer)
    const { addressId = null, ...contents } = await checkContents(write, customerId, given, [])
    await makeRoom(write, customerId)
    const id = await write.create('Cart', { customerId, addressId }, { createdAt: write.now, changedAt: write.now })
    await storeContents(write, id, contents, { lines: [], coupons: [] })
    return { id }
  },
})

mutation('updateCart', {
  permission: 'checkout',
  emits: ['cart.updated'],
  description: 'Changes what is in an open cart; what is left out stays. One that has led to an order stays as it is.',
  input: (t) => ({ id: t.id({ required: true, description: 'The cart.' }), ...contentFields(t) }),
  shows,
  async write(write, { id, ...given }) {
    const cart = await lockCart(write, id)
    checkFillable(cart)
    await givenUpPaymentOf(write, { storeId: cart.storeId, cartId: cart.id })
    const held = await contentsOf(write, cart.id)
    const { addressId, ...contents } = await checkContents(write, cart.customerId, given, held.lines)
    const change = addressId === undefined ? {} : changesOf<Partial<typeof cart>>(cart, { addressId })
    const isStored = await storeContents(write, cart.id, contents, held)
    if (!isStored && Object.keys(change).length === 0) return { id: cart.id, isNothing: true }
    await write.change(cart, { ...(addressId !== undefined && { addressId }), changedAt: write.now })
    return { id: cart.id }
  },
})

/**
 * Locks an open cart, or one that has led to an order, for the rest of the write.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export const lockCart = (write: Write, id: string): Promise<Shape<'Cart'>> =>
  write.lock('Cart', { id: readId(field('id'), id) }, 'OpenCart')

/** Reads the contents of a locked cart, each list in its order. */
export async function contentsOf({ tx, viewer: { storeId } }: Write, cartId: bigint) {
  const where = { where: { storeId, cartId }, orderBy: { id: 'asc' } } as const
  const lines = await tx.cartProduct.findMany({
    ...where,
    select: { productInstanceId: true, termId: true, quantity: true },
  })
  const coupons = await tx.cartCoupon.findMany({ ...where, select: { couponId: true, codeUsed: true } })
  return { lines, coupons }
}

/** Locks the customer whose cart is made. @throws Refusal FORBIDDEN for a customer who names another one. */
async function lockOwner(write: Write, given: { id: string } | null | undefined): Promise<bigint> {
  const { viewer } = write
  if (viewer.role === 'customer' && given != null && given.id !== String(viewer.customerId))
    throw forbidden('Customers may fill their own carts only.')
  if (viewer.role !== 'customer' && given == null) throw badInput(say`${field('customer')} is required.`)
  const id = viewer.role === 'customer' ? viewer.customerId : await findCustomer(write, given?.id ?? '')
  const customer = await write.find('Customer', { id })
  if (!customer || customer.archivedAt) throw notFound('The customer matches none in the store.')
  return id
}

/** The carts that count, and that give way: open ones, of which no checkout was begun. */
const openAlone = { orderId: null, changedAt: { not: null }, NOT: { payments: { some: {} } } }

/** Deletes the open carts of a locked customer that are one too many, those first that are unchanged for longest. */
async function makeRoom(write: Write, customerId: bigint): Promise<void> {
  const open = await write.read('Cart', { ...openAlone, customerId }, 'OpenCart')
  const oldestFirst = open.toSorted((one, other) => Number(one.changedAt) - Number(other.changedAt))
  const ids = oldestFirst.slice(0, Math.max(0, open.length - mostOpenCarts + 1)).map(({ id }) => id)
  if (ids.length > 0) await write.deleteAll('Cart', { id: { in: ids } })
}
