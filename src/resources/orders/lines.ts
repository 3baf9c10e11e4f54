/** The lines of a new order: what was asked for, checked and priced. */

import { lineOf, type TaxedLine } from '../../purchases/payment/plan.ts'
import type { Taxation } from '../../purchases/price/taxation.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { field, say, within } from '../../values/sentence.ts'
import { externalId as externalIdOf } from '../../values/writable-texts.ts'
import { checked } from '../../values/written-values.ts'
import { type AskedTerm, checkDeliveries, checkForSale, checkQuantity, chooseTerm, type OfferedInstance } from './create-rules.ts'

export type AskedLine = {
  productInstance: { id: string }
  term?: { [Key in keyof AskedTerm]: AskedTerm[Key] | undefined } | null | undefined
  quantity?: number | null | undefined
  subscriptionExternalId?: string | null | undefined
}

/** The external ids of the subscriptions that the lines begin, each once. */
function subscriptionIds(asked: readonly AskedLine[]): (string | undefined)[] {
  const ids = asked.map(({ subscriptionExternalId }, index) => {
    const given = { subscriptionExternalId: subscriptionExternalId ?? undefined }
    return checked(named, given, {}, `products[${index}].`).subscriptionExternalId ?? undefined
  })
  for (const [index, id] of ids.entries()) {
    const first = ids.indexOf(id)
    if (id === undefined || first === index) continue
    throw badInput(say`${field(`products[${index}].subscriptionExternalId`)} is also that of ${field(`products[${first}]`)}.`)
  }
  return ids
}

const named = { subscriptionExternalId: externalIdOf('subscription') }

/** Checks and prices the lines of an order, in their order. */
export function plannedLines(
  asked: readonly AskedLine[],
  ids: readonly bigint[],
  instances: readonly OfferedInstance[],
  { isGift, ...sale }: { isGift: boolean; taxation: Taxation | undefined; hasZones: boolean },
): TaxedLine[] {
  const externalIds = subscriptionIds(asked)
  const lines = asked.map(({ term: askedTerm, quantity: askedQuantity }, index): TaxedLine => {
    const place = field(`products[${index}]`)
    const instance = instances.find(({ id }) => id === ids[index])
    if (!instance) throw notFound(say`${within(place, 'productInstance')} matches none in the store.`)
    const quantity = askedQuantity ?? 1
    checkQuantity(quantity, place)
    checkForSale(instance, place)
    const term = chooseTerm(instance, askedTerm, isGift, place)
    const line = lineOf(instance, term, { quantity, occasion: isGift ? 'gift' : 'sale', ...sale })
    if (!line) throw badInput(say`${within(place, 'term')} has no price for ${instance.name}.`)
    const externalId = externalIds[index]
    if (!term) {
      if (externalId === undefined) return line
      throw badInput(say`${within(place, 'subscriptionExternalId')} must not be given: ${instance.name} is bought once.`)
    }
    const { id: productBillingId, rebillDay, rebillMonths: months, rebillWeeks } = instance.billing
    const rhythm = { months, weeks: rebillWeeks ?? 0 }
    const billingName = instance.name.toUpperCase()
    return {
      ...line,
      subscription: {
        termId: term.id,
        cycles: term.numCycles,
        rhythm,
        rebillDay,
        productBillingId,
        billingName,
        ...(externalId !== undefined && { externalId }),
      },
    }
  })
  checkDeliveries(lines)
  return lines
}
