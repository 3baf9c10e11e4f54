/** The carts of visitors: what they hold in the place of a customer, and the customer whom their order joins. */

import type { Shape } from '../../../db/shape.ts'
import { lockRow } from '../../../db/transaction.ts'
import { isTaken } from '../../../db/unique.ts'
import { emailKeys } from '../../../values/case-key.ts'
import { badInput, Refusal } from '../../../values/errors.ts'
import { field, say } from '../../../values/sentence.ts'
import type { GivenOf } from '../../../values/writable.ts'
import { email } from '../../../values/writable-texts.ts'
import { checked, complete } from '../../../values/written-values.ts'
import { fromNothing } from '../../../writes/changes.ts'
import type { Write } from '../../../writes/write.ts'
import { placeFields } from '../../address-fields.ts'
import type { GivenPlace } from '../address-fields.ts'

const buyer = { email: email('E-mail address of the visitor', {}) }

/** The values that a visitor gives; what is left out stays. */
type GivenVisitor = { email?: string | null | undefined; shipTo?: GivenOf<typeof placeFields> | null | undefined }

/** The columns of a cart that hold it. */
type VisitorColumns = Pick<Shape<'Cart'>, 'email' | 'shipTo'>

/**
 * Checks the values that a visitor gives.
 *
 * @throws Refusal BAD_INPUT for what is given for a customer's cart, whose addresses are the customer's.
 */
export function checkVisitor({ email, shipTo }: GivenVisitor, isVisitors: boolean): Partial<VisitorColumns> {
  const given = email != null ? 'email' : shipTo != null ? 'shipTo' : undefined
  if (!isVisitors && given) throw badInput(say`${field(given)} is for the carts of visitors; this one is a customer's.`, given)
  return {
    ...(email != null && { email: checked(buyer, { email }).email }),
    ...(shipTo != null && { shipTo: complete(placeFields, shipTo, 'shipTo.') }),
  }
}

/** The customer whom an order joins, and the address that it goes to. */
type JoinedCustomer = { customerId: bigint; addressId: bigint }

/**
 * Finds or makes the customer of an e-mail address, with the address of a visitor's cart. Both are answered alike: whether the shop knows an
 * e-mail address is told to no visitor.
 *
 * @throws Refusal BAD_INPUT for a cart that lacks either.
 */
export async function joinCustomer(write: Write, { email, shipTo }: VisitorColumns): Promise<JoinedCustomer> {
  if (email === null) throw badInput(say`The cart needs ${field('email')} before its checkout.`, 'email')
  if (shipTo === null) throw badInput(say`The cart needs ${field('shipTo')} before its checkout.`, 'shipTo')
  const address = shipTo as GivenPlace
  const customerId = await customerOf(write, email, address)
  return { customerId, addressId: await addressOf(write, customerId, address) }
}

/** The customer of an e-mail address, who is locked, or a new one. */
async function customerOf(write: Write, address: string, { to, country, city }: Record<'to' | 'country' | 'city', string>) {
  const { tx, now, viewer } = write
  const { storeId } = viewer
  // Of two visitors with a new address one makes the customer.
  await write.lockKind('Customer')
  const having = { storeId, emailKey: { in: emailKeys(address) } }
  const found = await tx.customer.findMany({
    where: having,
    orderBy: [{ emailRepetition: 'asc' }, { id: 'asc' }],
    select: { id: true, archivedAt: true, emailRepetition: true },
  })
  const known = found.find(({ archivedAt }) => archivedAt === null)
  if (known) {
    await lockRow(tx, 'Customer', { storeId, id: known.id })
    return known.id
  }
  const emailRepetition = found.reduce((most, each) => Math.max(most, each.emailRepetition + 1), 0)
  const shown = { email: address, firstName: to, lastName: '', name: to, country, location: city }
  const id = await write.create('Customer', {}, { ...shown, emailRepetition, createdAt: now }).catch((error: unknown) => {
    throw isTaken(error) ? new Refusal('UNAVAILABLE', 'The checkout met another one; send the request again.') : error
  })
  write.emit({ type: 'customer.created', recordType: 'customer', id, customerId: id, changes: fromNothing(shown) })
  return id
}

/** The customer's address of this content, or a new one: another checkout may have made it. */
async function addressOf(write: Write, customerId: bigint, address: GivenPlace): Promise<bigint> {
  const where = { storeId: write.viewer.storeId, customerId, archivedAt: null, frozenKey: null, ...address }
  const held = await write.tx.address.findFirst({ where, orderBy: { id: 'asc' }, select: { id: true } })
  if (held) return held.id
  const id = await write.create('Address', {}, { customerId, ...address })
  write.emit({
    ...{ type: 'address.created', recordType: 'address', id, customerId },
    changes: fromNothing({ customerId, ...address }),
  })
  return id
}
