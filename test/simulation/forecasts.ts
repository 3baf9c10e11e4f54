/** Compares `upcoming` with the later charges, as far as nothing was changed meanwhile. */
import { isDeepStrictEqual } from 'node:util'
import type { Chance } from './chance.ts'
import { written } from './dates.ts'
import type { Life } from './life.ts'
import type { World } from './simulate.ts'
import type { Shop } from './stage.ts'
import { told } from './told.ts'

type Charged = {
  date: string
  line: { name: string; quantity: number; price: number }
  totalDiscount: number
  totalShipping: number
  totalTax: number
  total: number
  creditApplied: number
  charge: number
}

export type Forecast = { life: Life; at: number; upcoming: Charged[] }

const sample = 10
const most = 12

const document = `query ($id: ID!) { subscription(id: $id) { upcoming(first: ${most}) {
  date lines { name quantity price } totalDiscount totalShipping totalTax total creditApplied charge } } }`

const page = 100
const everyUpcoming = `query ($offset: Int!) { subscriptions(first: ${page}, offset: $offset) {
  nodes { id autorenew isGift upcoming { date } } } }`

/** @returns the subscriptions that say of themselves that they do not renew, and yet have a renewal to come, and gifts that renew. */
export async function checkRenewing({ ask }: World, { lives, merchant }: Shop, at: number): Promise<string[]> {
  const differences: string[] = []
  for (let offset = 0; offset < lives.length; offset += page) {
    const { data, errors } = await ask(everyUpcoming, { offset }, merchant)
    const [error] = errors
    if (error) throw new Error(error.message)
    type Answered = { id: string; autorenew: boolean; isGift: boolean; upcoming: unknown[] }
    for (const { id, autorenew, isGift, upcoming } of data.subscriptions.nodes as Answered[]) {
      const life = lives.find(({ beginning }) => beginning.id === Number(id))
      if (life && (autorenew ? isGift : upcoming.length > 0))
        differences.push(told(life, `at ${written(at)} it renews:`, life.autorenew, { autorenew, isGift, upcoming }))
    }
  }
  return differences
}

/** The upcoming renewals of some subscriptions now. */
export async function readForecasts({ ask }: World, { lives, merchant }: Shop, at: number, chance: Chance): Promise<Forecast[]> {
  const forecasts: Forecast[] = []
  for (let left = sample; left > 0; left -= 1) {
    const life = chance.one(lives)
    const { data, errors } = await ask(document, { id: life.beginning.id }, merchant)
    const [error] = errors
    if (error) throw new Error(error.message)
    type Answered = Omit<Charged, 'line'> & { lines: Charged['line'][] }
    const upcoming = (data.subscription.upcoming as Answered[]).map(({ lines: [line], ...each }) => {
      if (!line) throw new Error('What is to come has no line.')
      return { ...each, line }
    })
    forecasts.push({ life, at, upcoming })
  }
  return forecasts
}

/** @returns where what was charged is not what was forecast, and how many charges were. */
export function checkForecasts(forecasts: readonly Forecast[], end: number): { differences: string[]; charges: number } {
  const differences: string[] = []
  let charges = 0
  for (const { life, at, upcoming } of forecasts) {
    // A change at that very time comes after the charges forecast for it, unless a charge fails.
    // Subscriptions of one customer share its credit.
    const changes = life.beginning.customer.lives.flatMap((each) => each.changes)
    const until = Math.min(end + 1_000, ...changes.filter((time) => time >= at))
    const isBefore = ({ date }: Charged) => date < written(until)
    const expected = upcoming.filter(isBefore)
    const charged = chargesAfter(life, at).filter(isBefore).slice(0, most)
    charges += charged.length
    if (!isDeepStrictEqual(charged, expected))
      differences.push(told(life, `forecast at ${written(at)}, and charged:`, expected, charged))
  }
  return { differences, charges }
}

/** The charges of renewals after a time; another check compares them with the stored ones. */
const chargesAfter = ({ orders }: Life, at: number): Charged[] =>
  orders
    .filter(({ proratedCharge }) => proratedCharge === null)
    .flatMap(
      ({
        charges,
        sold: {
          lines: [line],
          totalDiscount,
          totalShipping,
          totalTax,
          total,
          creditApplied,
        },
      }) =>
        // The charges of edits were not forecast.
        charges.slice(0, 1).map(({ at: date, total: charge }) => {
          const { name = '', quantity = 0, price = 0 } = line ?? {}
          return { date, line: { name, quantity, price }, totalDiscount, totalShipping, totalTax, total, creditApplied, charge }
        }),
    )
    .filter(({ date }) => date > written(at))
