/** The contents of a cart, as its writes give them: checked by the rules of new orders, so that its checkout takes them. */
import type { Shape } from '../../../db/shape.ts'
import { readId } from '../../../values/id.ts'
import { field } from '../../../values/sentence.ts'
import { type Changes, sameValue } from '../../../writes/changes.ts'
import type { Write } from '../../../writes/write.ts'
import { builder } from '../../describe.ts'
import { type Billing, billingFields, checkBilling, type GivenBilling } from '../billing.ts'
import { couponsOf } from '../coupons.ts'
import { maxLines } from '../create-rules.ts'
import { pick, readFacts } from '../facts.ts'
import { instanceInput, termInput } from '../inputs.ts'
import { type AskedLine, plannedLines } from '../lines.ts'
import { instancesFor } from '../sold-to.ts'
import { askedLines } from './cart-price.ts'
import { checkLines } from './cart-rules.ts'

const cartProductInput = builder.inputType('CartProductInput', {
  description: 'One line of a cart.',
  fields: (t) => ({
    productInstance: t.field({ type: instanceInput, required: true, description: 'The instance to be bought.' }),
    term: t.field({
      type: termInput,
      description: 'The term of a subscription. Products that can be bought once are bought once without it.',
    }),
    quantity: t.int({ description: 'How many; 1 unless given.' }),
  }),
})

/** The fields of an input that give the contents. */
export const contentFields = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => ({
  products: t.field({
    type: [cartProductInput],
    description: `The lines of the cart, the whole list, at most ${maxLines}; none for an empty cart.`,
  }),
  coupons: t.stringList({ description: 'Codes of coupons, the whole list; none for no coupon.' }),
  shipAddressId: t.id({
    description: "Where it is sent, an address of the customer's; null for the customer's first one.",
    extensions: { takesNull: true },
  }),
  ...billingFields(t, 'null for the one where it is sent', true),
})

/** The contents that a write gives; what is left out stays. */
type GivenContents = GivenBilling & {
  products?: readonly AskedLine[] | null | undefined
  coupons?: readonly string[] | null | undefined
  shipAddressId?: string | null | undefined
}

/** The customer of a visitor: none has this id. */
const nobody = 0n

type HeldLine = Pick<Shape<'CartProduct'>, 'productInstanceId' | 'termId' | 'quantity'>
type HeldCoupon = Pick<Shape<'CartCoupon'>, 'couponId' | 'codeUsed'>

/** The contents to store; what is undefined stays. */
type CartContents = { lines?: HeldLine[]; coupons?: HeldCoupon[]; columns: Partial<Billing> & { addressId?: bigint | null } }

/**
 * Checks the contents that are given.
 *
 * @param customerId whose cart it is; null for a visitor's, who has no address.
 * @param held the lines that the cart has.
 *
 * @throws Refusal as a new order of them does, but for stock, payment and an address or a method that is missing.
 */
export async function checkContents(
  write: Write,
  customerId: bigint | null,
  { products, coupons, shipAddressId, ...billing }: GivenContents,
  held: readonly HeldLine[],
): Promise<CartContents> {
  const asked = products ?? askedLines(held)
  checkLines(asked.length)
  const ids = asked.map(({ productInstance }, line) => readId(field(`products[${line}].productInstance.id`), productInstance.id))
  const facts = await readFacts(write, customerId ?? nobody, ids)
  const address = shipAddressId == null ? shipAddressId : pick(facts.addresses, shipAddressId, 'shipAddressId')?.id
  const sold = await instancesFor(write, ids, facts.instances)
  const isJudged = products != null || (coupons?.length ?? 0) > 0
  const lines = isJudged ? plannedLines(asked, ids, sold, { isGift: false, taxation: undefined, hasZones: false }) : []
  return {
    ...(products != null && {
      lines: lines.map(({ productInstanceId, subscription, quantity }) => ({
        ...{ productInstanceId, quantity },
        termId: subscription?.termId ?? null,
      })),
    }),
    ...(coupons != null && {
      coupons: (await couponsOf(write, coupons, lines)).map(({ id, code }) => ({ couponId: id, codeUsed: code })),
    }),
    columns: { ...(address !== undefined && { addressId: address }), ...checkBilling(billing, facts.addresses) },
  }
}

/**
 * Stores contents in the place of those that a cart has; the log and its event show what changed.
 *
 * @returns whether anything did.
 */
export async function storeContents(
  write: Write,
  cartId: bigint,
  { lines, coupons }: Omit<CartContents, 'columns'>,
  held: { lines: readonly HeldLine[]; coupons: readonly HeldCoupon[] },
): Promise<boolean> {
  const changes: Changes = {
    ...(lines && differing('products', held.lines, lines)),
    ...(coupons && differing('coupons', codesOf(held.coupons), codesOf(coupons))),
  }
  if (lines && changes.products) {
    if (held.lines.length > 0) await write.deleteAll('CartProduct', { cartId })
    await write.insertAll(
      'CartProduct',
      lines.map((line) => ({ cartId, ...line })),
    )
  }
  if (coupons && changes.coupons) {
    if (held.coupons.length > 0) await write.deleteAll('CartCoupon', { cartId })
    await write.insertAll(
      'CartCoupon',
      coupons.map((coupon) => ({ cartId, ...coupon })),
    )
  }
  Object.assign(write.changes, changes)
  return Object.keys(changes).length > 0
}

const codesOf = (coupons: readonly HeldCoupon[]): string[] => coupons.map(({ codeUsed }) => codeUsed)

/** The change of a list, if it is one. */
const differing = (name: string, from: readonly unknown[], to: readonly unknown[]): Changes =>
  sameValue(from, to) ? {} : { [name]: { from, to } }
