/** The recurring revenue of a month by the model: what each subscription that counts costs, by the order or the change that it was last paid by. */
import { written } from './dates.ts'
import type { Life } from './life.ts'
import { contained } from './market.ts'
import type { LineBill } from './price.ts'
import type { World } from './simulate.ts'
import type { Shop } from './stage.ts'
import type { Plan } from './story.ts'

/** The price of a term without the tax that it contains, and its length. */
export type Recurring = { price: number; months: number; weeks: number }

export const recurringOf = ({ product: { pace, cycles }, quantity }: Plan, line: LineBill | undefined): Recurring => {
  const { price = 0, taxWithin = 0 } = line ?? {}
  const whole = price * quantity
  return {
    ...{ price: whole - contained(whole, taxWithin), months: pace.months * cycles, weeks: pace.weeks * cycles },
  }
}

function counts({ status, isPaidOnce, failures, end, cancelledAt }: Life): boolean {
  if (!isPaidOnce) return false
  if (status === 'past_due') return failures.nextTry !== null
  return status === 'active' || (status === 'cancelled' && cancelledAt !== null && end > cancelledAt)
}

/** Of a month, in the smallest unit, rounded once; a week is 12/52 of a month. */
function revenueOf({ lives }: Shop): number {
  let [over, under] = [0n, 1n]
  for (const life of lives) {
    if (!life.recurring || !counts(life)) continue
    const { price, months, weeks } = life.recurring
    const length = BigInt(52 * months + 12 * weeks)
    over = over * length + BigInt(52 * price) * under
    under *= length
    // Kept small.
    for (const by of [2n, 3n, 5n, 7n, 13n]) while (over % by === 0n && under % by === 0n) [over, under] = [over / by, under / by]
  }
  return Number((2n * over + under) / (2n * under))
}

/** The recurring revenue of a shop at a time, by the model. */
export type Noted = { shop: Shop; at: number; revenue: number }

export const noteRevenue = (shop: Shop, at: number): Noted => ({ shop, at, revenue: revenueOf(shop) })

const document = `query ($from: String!, $to: String!, $asOf: DateTime) {
  figures(from: $from, to: $to, bucket: year, asOf: $asOf) { mrr { rows { mrr } } } }`

/** Compares what was noted with the product's figure for that time. @param isKnownThen whether it is asked for what was known then. */
export async function compareRevenue({ ask }: World, noted: readonly Noted[], isKnownThen = false): Promise<string[]> {
  const differences: string[] = []
  for (const { shop, at, revenue } of noted) {
    const time = { from: written(at), to: written(at + 1000), ...(isKnownThen && { asOf: written(at) }) }
    const { data, errors } = await ask(document, time, shop.merchant)
    const found = data?.figures?.mrr.rows[0].mrr
    if (found !== revenue)
      differences.push(`Recurring revenue at ${written(at)}: ${found}, where the model has ${revenue}. ${JSON.stringify(errors)}`)
  }
  return differences
}
