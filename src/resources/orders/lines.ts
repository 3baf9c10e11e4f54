/** The lines of a new order: what was asked for, checked and priced. */

import { badInput, notFound } from '../../errors.ts'
import type { PlannedLine } from '../../purchases/plan.ts'
import {
  type AskedTerm,
  checkForSale,
  checkQuantity,
  chooseTerm,
  type InstanceFacts,
  priceOf,
  shippingOf,
} from './create-rules.ts'
import type { Facts } from './facts.ts'

export type AskedLine = {
  productInstance: { id: string }
  term?: { [Key in keyof AskedTerm]: AskedTerm[Key] | undefined } | null | undefined
  quantity?: number | null | undefined
}

/** Checks and prices the lines of an order, in their order. */
export function plannedLines(
  asked: readonly AskedLine[],
  ids: readonly bigint[],
  { store }: Facts,
  isGift: boolean,
): PlannedLine[] {
  const instances = store.products.flatMap((product) => product.instances.map((instance) => ({ ...instance, product })))
  return asked.map(({ term: askedTerm, quantity: askedQuantity }, index) => {
    const field = `products[${index}]`
    const instance = instances.find(({ id }) => id === ids[index])
    if (!instance) throw notFound(`${field}.product_instance matches none in the store.`)
    if (askedQuantity === null) throw badInput(`${field}.quantity must be a whole number, not null.`, field)
    const { product } = instance
    const facts: InstanceFacts = {
      ...instance,
      product: { ...product, terms: product.subscriptionTypes.flatMap(({ terms }) => terms) },
    }
    const quantity = askedQuantity ?? 1
    checkQuantity(quantity, field)
    checkForSale(facts, isGift, field)
    const term = chooseTerm(facts, askedTerm as AskedTerm | null | undefined, isGift, field)
    const { billing } = product
    return {
      productId: Number(product.id),
      productInstanceId: Number(instance.id),
      name: product.name,
      sku: instance.sku,
      price: priceOf(facts, term, isGift, field),
      quantity,
      shipping: shippingOf(facts, quantity * (term?.numCycles ?? 1), isGift),
      isTracked: instance.inventory?.trackInventory ?? false,
      ...(term && {
        subscription: {
          termId: Number(term.id),
          cycles: term.numCycles,
          rhythm: { months: billing.rebillMonths, weeks: billing.rebillWeeks ?? 0 },
          rebillDay: billing.rebillDay,
          productBillingId: Number(billing.id),
          billingName: product.name.toUpperCase(),
        },
      }),
    }
  })
}
