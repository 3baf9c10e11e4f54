/** Makes carts and changes what is in them. */
import { signCartToken } from '../../../auth/customer-token.ts'
import type { Shape } from '../../../db/shape.ts'
import { givenUpPaymentOf } from '../../../purchases/payment/cart-payments.ts'
import { badInput, forbidden, notFound } from '../../../values/errors.ts'
import { readId } from '../../../values/id.ts'
import { field, say } from '../../../values/sentence.ts'
import { formatTime } from '../../../values/time.ts'
import { sameValue } from '../../../writes/changes.ts'
import type { Write } from '../../../writes/write.ts'
import { mutation } from '../../describe.ts'
import { findCustomer } from '../buyer.ts'
import { customerInput } from '../inputs.ts'
import { checkFillable, mostOpenCarts } from './cart-rules.ts'
import { checkContents, contentFields, storeContents } from './contents.ts'
import { checkVisitor } from './visitor.ts'
import { visitorFields } from './visitor-fields.ts'

/** The record that the writes of carts show. */
export const shows = { field: 'cart', resource: 'Cart', as: 'OpenCart' } as const

/** The roles that fill and check out carts, the last two where the store lets them. */
export const by = ['merchant', 'customer', 'visitor'] as const

mutation('createCart', {
  permission: 'checkout',
  by,
  emits: ['cart.created'],
  description: `Makes a cart, which its checkout turns into an order. A customer has at most ${mostOpenCarts} open ones: one more takes the place of the one that is unchanged for longest.`,
  input: (t) => ({
    customer: t.field({ type: customerInput, description: 'Whose cart it is; the customer who asks unless given.' }),
    ...contentFields(t),
    ...visitorFields(t),
  }),
  shows,
  showsOnce: {
    token: 'The token of the cart of a visitor, a Bearer for thirty days; null for others.',
    expiresAt: 'When the token ends; null without one.',
  },
  async write(write, { customer, email, shipTo, ...given }) {
    const customerId = await lockOwner(write, customer)
    const visitor = checkVisitor({ email, shipTo }, customerId === null)
    const { columns, ...contents } = await checkContents(write, customerId, given, [])
    if (customerId !== null) await makeRoom(write, customerId)
    const times = { createdAt: write.now, changedAt: write.now }
    const id = await write.create('Cart', { customerId, addressId: null, ...columns, ...visitor }, times)
    await storeContents(write, id, contents, { lines: [], coupons: [] })
    const { viewer } = write
    if (viewer.role !== 'visitor') return { id }
    return { id, shownOnce: await tokenOf(write, id), viewer: { ...viewer, cartId: id } }
  },
})

mutation('updateCart', {
  permission: 'checkout',
  by,
  emits: ['cart.updated'],
  description: 'Changes what is in an open cart; what is left out stays. One that has led to an order stays as it is.',
  input: (t) => ({ id: t.id({ required: true, description: 'The cart.' }), ...contentFields(t), ...visitorFields(t) }),
  shows,
  async write(write, { id, email, shipTo, ...given }) {
    const cart = await lockCart(write, id)
    checkFillable(cart)
    await givenUpPaymentOf(write, { storeId: cart.storeId, cartId: cart.id })
    const held = await contentsOf(write, cart.id)
    const visitor = checkVisitor({ email, shipTo }, cart.customerId === null)
    const { columns, ...contents } = await checkContents(write, cart.customerId, given, held.lines)
    const change = differingColumns(cart, { ...columns, ...visitor })
    const isStored = await storeContents(write, cart.id, contents, held)
    if (!isStored && Object.keys(change).length === 0) return { id: cart.id, isNothing: true }
    // Without an e-mail address it was not announced as abandoned.
    const isReachable = cart.email === null && visitor.email !== undefined
    const others = { ...(isReachable && { abandonedAt: null }), changedAt: write.now }
    await write.change(cart, { ...change, ...others })
    return { id: cart.id }
  },
})

/** The columns of these that differ from those of a cart. */
const differingColumns = (cart: Shape<'Cart'>, given: Partial<Shape<'Cart'>>): Partial<Shape<'Cart'>> =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => !sameValue(cart[name as keyof typeof cart], value)))

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

/** The token of a visitor's new cart. Each costs as much as a wrong guess: an address makes ten at once, and then one a second. */
async function tokenOf({ tx, viewer: { storeId }, context }: Write, cartId: bigint): Promise<Record<string, string>> {
  context.account.chargeGuess()
  const { token, expiresAt } = await signCartToken(tx, { storeId, cartId }, context.now)
  return { token, expiresAt: formatTime(expiresAt) }
}

/**
 * Locks the customer whose cart is made.
 *
 * @returns null for a visitor's.
 *
 * @throws Refusal FORBIDDEN for a customer or a visitor who names another one.
 */
async function lockOwner(write: Write, given: { id: string } | null | undefined): Promise<bigint | null> {
  const { viewer } = write
  if (viewer.role === 'visitor') {
    if (given != null) throw forbidden('Visitors may fill their own carts only.')
    return null
  }
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
