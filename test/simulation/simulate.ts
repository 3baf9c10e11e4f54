/** Moves simulated shops through the years: what is done by hand at its time, all else by the workers, each beside its model. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/db/connect.ts'
import { type Act, chooseAct, documentOf } from './acts.ts'
import type { CardGateway } from './cards.ts'
import { Chance } from './chance.ts'
import { compareShop, subscriptionsOf } from './compare.ts'
import { plusDays, written } from './dates.ts'
import { checkForecasts, checkRenewing, type Forecast, readForecasts } from './forecasts.ts'
import type { Life } from './life.ts'
import { begin as beginSubscription, changeShop } from './shop-acts.ts'
import { type Shop, stageShop } from './stage.ts'

/** Asks the product as somebody, and works until nothing is to be done. */
export type World = {
  db: Db
  gateway: CardGateway
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by those that know their shape
  ask(document: string, variables: object, as: string): Promise<{ data: any; errors: { message: string }[] }>
  work(): Promise<void>
  /** Numbers the events. */
  number(): Promise<unknown>
}

type Wanted = { seed: number; subscriptions: number; years: number; onProgress?: (sentence: string) => void }

export type Simulated = { differences: string[]; figures: Record<string, number> }

/** The year that comes has a 29 February. */
const begin = Date.UTC(2027, 8, 10, 9)
const stopsInYear = 20
const actsInYear = 2
const mostDifferences = 10

/** @returns where the product and the model differ, at most ten, and how much was compared. */
export async function simulate(world: World, { seed, subscriptions, years, onProgress = () => {} }: Wanted): Promise<Simulated> {
  const chance = new Chance(seed)
  const count = Math.ceil(subscriptions / 2)
  const shops: Shop[] = []
  for (const [name, choice] of [
    ['patient', { retryDays: [1, 3, 5, 7, 14], cancelsPastDue: false }],
    ['strict', { retryDays: [2, 7], cancelsPastDue: true }],
  ] as const) {
    const chosen = { retryDays: [...choice.retryDays], cancelsPastDue: choice.cancelsPastDue }
    shops.push(await stageShop(world.db, world.gateway, chance, { name, choice: chosen, begin, count }))
  }
  const end = Date.UTC(2027 + years, 8, 10, 9)
  const differences: string[] = []
  const forecasts: Forecast[] = []
  let acts = 0
  const stops = stopsUntil(end, chance)
  for (const [number, stop] of stops.entries()) {
    await moveAll(world, shops, stop)
    for (const shop of shops) {
      for (const life of shop.lives) life.liveUntil(stop)
      differences.push(...(await compareRows(world, shop, stop)), ...(await checkRenewing(world, shop, stop)))
      if (differences.length > 0) return { differences: differences.slice(0, mostDifferences), figures: {} }
      if (stop === end) continue
      for (let left = Math.ceil((count * actsInYear) / stopsInYear); left > 0; left -= 1, acts += 1) {
        const life = chooseLife(shop, chance)
        differences.push(...(await doAct(world, shop, life, stop, chooseAct(life, stop, chance, shop.coupons))))
      }
      await changeShop(world, shop, stop, chance)
      if (shop.newcomers.length > 0 && chance.is(0.9)) differences.push(...(await beginSubscription(world, shop, stop, chance)))
      if (number % 4 === 1) forecasts.push(...(await readForecasts(world, shop, stop, chance)))
    }
    onProgress(`${written(stop)}: ${world.gateway.captured.count} charges`)
  }
  await world.number()
  let orders = 0
  for (const shop of shops) {
    differences.push(...(await compareShop(world.db, shop)))
    orders += shop.lives.reduce((sum, life) => sum + life.orders.length, 0)
  }
  const checked = checkForecasts(forecasts, end)
  differences.push(...checked.differences)
  const figures = {
    acts,
    orders,
    charges: world.gateway.captured.count,
    forecasts: forecasts.length,
    forecastCharges: checked.charges,
  }
  return { differences: differences.slice(0, mostDifferences), figures }
}

/** Days on which something is done by hand: some of each year, and the last days of long months and of a February that is one. */
function stopsUntil(end: number, chance: Chance): number[] {
  const stops = new Set<number>([end])
  const last = new Date(end).getUTCFullYear()
  for (let year = 2027; year <= last; year += 1)
    for (const [month, day] of [
      [0, 31],
      [1, 29],
      [9, 31],
    ] as const)
      stops.add(Date.UTC(year, month, day, 9))
  const days = Math.round((end - begin) / 86_400_000)
  for (let left = Math.round((days / 365) * (stopsInYear - 3)); left > 0; left -= 1)
    stops.add(plusDays(begin, chance.whole(1, days)))
  return [...stops].filter((time) => time > begin && time <= end).sort((one, other) => one - other)
}

async function moveAll({ ask, work }: World, shops: readonly Shop[], to: number): Promise<void> {
  const document = 'mutation ($to: DateTime!) { advanceClock(input: { to: $to }) { userErrors { message } } }'
  for (const { merchant } of shops) {
    const { data, errors } = await ask(document, { to: written(to) }, merchant)
    const [fault] = [...(data?.advanceClock.userErrors ?? []), ...errors]
    if (fault) throw new Error(fault.message)
  }
  await work()
}

/** Compares every subscription with its model, so that the first difference is told where it comes about. */
async function compareRows({ db }: World, { storeId, lives }: Shop, stop: number): Promise<string[]> {
  const rows = await subscriptionsOf(db, storeId)
  return lives.flatMap((life) => {
    const found = rows.get(life.beginning.id)
    return isDeepStrictEqual(found, life.seen) ? [] : [told(life, `at ${written(stop)} it is`, life.seen, found)]
  })
}

/** A difference, with the story of the subscription. */
export function told({ beginning, story }: Life, what: string, expected: unknown, found: unknown): string {
  const { customer: _customer, ...shown } = beginning
  const lines = [
    `Subscription ${beginning.id}: ${what}`,
    `  expected ${JSON.stringify(expected)}`,
    `  found    ${JSON.stringify(found)}`,
  ]
  return [...lines, `  it began as ${JSON.stringify(shown)}`, ...story.slice(-25).map((line) => `  ${line}`)].join('\n')
}

/** Past due subscriptions are asked about more than others. */
function chooseLife({ lives }: Shop, chance: Chance): Life {
  const pastDue = lives.filter(({ status }) => status === 'past_due')
  return chance.one(pastDue.length > 0 && chance.is(0.25) ? pastDue : lives)
}

async function doAct({ ask, gateway }: World, shop: Shop, life: Life, at: number, act: Act): Promise<string[]> {
  gateway.isByHand = true
  const { data, errors } = await ask(documentOf(act), { id: life.beginning.id, ...act.variables }, shop.merchant)
  gateway.isByHand = false
  const expected = act.happen(life, at)
  life.changes.push(at)
  life.tell(at, `${act.name} ${JSON.stringify(act.variables)}: ${expected ?? 'done'}`)
  const [refusal] = [...(data?.[act.name]?.userErrors ?? []), ...errors]
  const found = refusal && (refusal.code ?? refusal.message)
  return found === expected ? [] : [told(life, `${act.name} is answered with`, expected, refusal)]
}
