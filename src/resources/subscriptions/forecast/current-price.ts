/** The price of one piece at the next renewal of a subscription, as it is today. */

import { priceOf, pricesOf } from '../../../purchases/price/price.ts'
import { scheduledColumns } from '../../../purchases/subscription/scheduled-plan.ts'
import type { ComputedRead } from '../../../schema/reads.ts'
import { atNextRenewal, type CurrentPlan, type ScheduledFacts, scheduledInputs } from '../change/scheduled-change.ts'

const product = { columns: ['id'], relations: { termPrices: { columns: ['termId', 'price', 'gift'] } } }
const instance = { columns: ['id', 'price'], relations: { termPrices: { columns: ['termId', 'price'] } } }

export const priceRead: ComputedRead = {
  inputs: {
    columns: ['fixedPrice', ...scheduledColumns],
    relations: { term: { columns: ['id'] }, product, instance, ...scheduledInputs(instance, product) },
  },
  compute(values) {
    const { fixedPrice, term, product, instance } = atNextRenewal(values as CurrentPlan & ScheduledFacts)
    return fixedPrice ?? priceOf(pricesOf(instance, product), term.id, 'renewal') ?? null
  },
}
