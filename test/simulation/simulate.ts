/** Moves simulated shops through the years: what is done by hand at its time, all else by the workers, each beside its model. */
import type { Db } from '../../src/db/connect.ts'
import { perform } from './acts/act.ts'
import { buyMore, subscribe } from './acts/buy.ts'
import { chooseAct } from './acts/choose-act.ts'
import type { Kind } from './acts/kind.ts'
import { kinds } from './acts/kinds.ts'
import { dueOrders, shipDue } from './acts/ship.ts'
import { changeShop } from './acts/shop.ts'
import { actOn } from './acts/subscription.ts'
import type { CardGateway } from './cards.ts'
import { Chance } from './chance.ts'
import { compareLives, compareOrders, compareShop, findOrders } from './compare.ts'
import { plusDays, written } from './dates.ts'
import { Deck } from './deck.ts'
import { checkForecasts, checkRenewing, type Forecast, readForecasts } from './forecasts.ts'
import { lookAfter } from './give-back.ts'
import type { Life } from './life.ts'
import { markets } from './markets.ts'
import { sum } from './money.ts'
import type { Order } from './order.ts'
import { compareRevenue, type Noted, noteRevenue } from './recurring.ts'
import { type Shop, stageShop } from './stage.ts'

/** Asks the product as somebody, and works until nothing is to be done. */
export type World = {
  db: Db
  gateway: CardGateway
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by those that know their shape
  ask(document: string, variables: object, as: string): Promise<{ data: any; errors: { code?: string; message: string }[] }>
  work(): Promise<void>
  /** Brings refunds to their next answers, and has the product ask for them. @returns how many there were. */
  settleRefunds(): Promise<number>
  /** Numbers the events. */
  number(): Promise<unknown>
}

type Wanted = { seed: number; subscriptions: number; years: number; onProgress?: (sentence: string) => void }

export type Simulated = {
  differences: string[]
  figures: Record<string, number>
  /** How often each kind of act was done, and not refused. */
  done: Record<string, number>
}

/** The year that comes has a 29 February. */
const begin = Date.UTC(2027, 8, 10, 9)
const stopsInYear = 20
const actsInYear = 2
const mostDifferences = 10

/** From this part of the stops on, the kinds of act that chance has not brought about are done on purpose. */
const owedFrom = 0.5

/** Of each shop at each stop, acts on orders and customers: for each of so many subscriptions one, and at least some. */
const subscriptionsForAct = 16
const leastActs = 4

/** @returns where the product and the model differ, at most ten, and how much was compared. */
export async function simulate(world: World, { seed, subscriptions, years, onProgress = () => {} }: Wanted): Promise<Simulated> {
  const chance = new Chance(seed)
  const count = Math.ceil(subscriptions / 2)
  const shops: Shop[] = []
  for (const [name, choice, market] of [
    ['patient', { retryDays: [1, 3, 5, 7, 14], cancelsPastDue: false }, markets.german],
    ['strict', { retryDays: [2, 7], cancelsPastDue: true }, markets.american],
  ] as const) {
    const chosen = { retryDays: [...choice.retryDays], cancelsPastDue: choice.cancelsPastDue }
    shops.push(await stageShop(world.db, world.gateway, chance, { name, choice: chosen, market, begin, count }))
  }
  const end = Date.UTC(2027 + years, 8, 10, 9)
  const run = new Run(world, shops, chance)
  const stops = stopsUntil(end, chance)
  for (const [number, stop] of stops.entries()) {
    await run.moveTo(stop, stop === end)
    if (number >= stops.length * owedFrom) run.owe()
    if (stop !== end) await run.act(stop, count, number % 4 === 1)
    if (run.differences.length > 0) return { differences: run.differences.slice(0, mostDifferences), figures: {}, done: {} }
    onProgress(`${written(stop)}: ${world.gateway.captured.count} charges`)
  }
  return run.finish(end)
}

/** A simulation as it goes on. */
class Run {
  readonly differences: string[] = []
  readonly #world: World
  readonly #shops: Shop[]
  readonly #chance: Chance
  readonly #deck: Deck<Kind>
  readonly #done: Record<string, number> = Object.fromEntries(kinds.map(({ name }) => [name, 0]))
  readonly #forecasts: Forecast[] = []
  readonly #revenue: Noted[] = []
  #acts = 0
  #isOwing = false

  constructor(world: World, shops: Shop[], chance: Chance) {
    this.#world = world
    this.#shops = shops
    this.#chance = chance
    this.#deck = new Deck(kinds, chance)
  }

  /** Time goes by: what is due happens, and sometimes what is still to come of refunds. */
  async moveTo(stop: number, isEnd: boolean): Promise<void> {
    await moveAll(this.#world, this.#shops, stop)
    for (const { customers } of this.#shops) for (const customer of customers) customer.liveUntil(stop)
    for (let more = isEnd || this.#chance.is(0.6); more; ) more = (await this.#settleRefunds(stop)) > 0 && isEnd
    for (const shop of this.#shops) {
      this.#note(await compareLives(this.#world.db, shop, stop))
      this.#note(await checkRenewing(this.#world, shop, stop))
      this.#note(await compareRevenue(this.#world, [noteRevenue(shop, stop)]))
    }
  }

  #note(differences: readonly string[]): void {
    this.differences.push(...differences)
  }

  async #settleRefunds(stop: number): Promise<number> {
    const settled = await this.#world.settleRefunds()
    for (const order of this.#shops.flatMap(({ known }) => [...known.values()]))
      for (const refund of order.refunds) if (refund.script.length > 0) lookAfter(order, stop, refund)
    return settled
  }

  /** From now on what was not done yet is done as soon as it can be. */
  owe(): void {
    this.#isOwing = true
  }

  /** The kinds of act that are still owed, and those that they need. */
  get #owed(): Kind[] {
    const owed = this.#isOwing ? kinds.filter(({ name }) => this.#done[name] === 0) : []
    return kinds.filter((kind) => owed.includes(kind) || owed.some(({ needs }) => needs === kind.name))
  }

  /** People do something in each shop. */
  async act(stop: number, count: number, isForecast: boolean): Promise<void> {
    const [world, chance] = [this.#world, this.#chance]
    for (const shop of this.#shops) {
      for (const { beginning } of shop.lives) beginning.card.isBlocked = false
      for (let left = Math.ceil((count * actsInYear) / stopsInYear); left > 0; left -= 1) {
        const life = chooseLife(shop, chance)
        const act = actOn(life, chooseAct(shop, life, stop, chance))
        this.#count(act.name, await perform(world, shop, act, stop))
      }
      this.#note(await findOrders(world.db, shop))
      await this.#actOnOrders(shop, stop, Math.max(leastActs, Math.round(count / subscriptionsForAct)))
      await changeShop(world, shop, stop, chance)
      if (chance.is(0.9)) this.#note(await subscribe(world, shop, stop, chance))
      if (chance.is(0.5) || this.#owed.length > 0) this.#note(await buyMore(world, shop, stop, chance))
      if (isForecast) this.#forecasts.push(...(await readForecasts(world, shop, stop, chance)))
      for (const kind of this.#owed) kind.prepare?.({ shop, chance })
      // Work that these acts have made due at this very time is done before the clock goes on.
      for (const customer of shop.customers) customer.liveUntil(stop)
      this.#revenue.push(noteRevenue(shop, stop))
    }
  }

  #count(name: string, { code, differences }: Awaited<ReturnType<typeof perform>>): void {
    this.#acts += 1
    const isDone = code === 'REFUND_DECLINED' || code === kinds.find((kind) => kind.name === name)?.code
    if (isDone) this.#done[name] = (this.#done[name] ?? 0) + 1
    this.#note(differences)
  }

  /** Each order is acted on once; before that it is compared, and the ids of its parts are looked up. */
  async #actOnOrders(shop: Shop, stop: number, count: number): Promise<void> {
    const [world, chance] = [this.#world, this.#chance]
    const taken = new Set<Order>()
    const choose = (kind: Kind, isOwed: boolean) => {
      const found = kind.choose({ world, shop, chance, at: stop, taken, isOwed })
      if (found?.order) taken.add(found.order)
      return found && { ...found, name: kind.name }
    }
    const owed = this.#owed.map((kind) => choose(kind, true))
    const dealt = Array.from({ length: count }, () => this.#deck.deal((kind) => choose(kind, false)))
    const chosen = [...owed, ...dealt]
    const due = dueOrders(shop, stop, taken)
    for (const order of due) taken.add(order)
    this.#note(await compareOrders(world.db, shop, [...taken]))
    if (this.differences.length > 0) return
    for (const each of chosen) if (each) this.#count(each.name, await perform(world, shop, each.act(stop), stop))
    this.#note(await shipDue(world, shop, due, stop, chance))
    this.#note(await findOrders(world.db, shop))
  }

  /** Compares all there is. */
  async finish(end: number): Promise<Simulated> {
    const [world, shops] = [this.#world, this.#shops]
    await world.number()
    for (const shop of shops) this.#note(await compareShop(world.db, shop))
    // Figures of a past time stay as they were known then.
    for (const isKnownThen of [true, false]) this.#note(await compareRevenue(world, this.#revenue, isKnownThen))
    const earned = sum(shops.flatMap(({ customers }) => customers.map(({ revenue }) => revenue)))
    if (earned !== world.gateway.kept) this.#note([`Customers paid ${earned}, and the gateway has ${world.gateway.kept}.`])
    const checked = checkForecasts(this.#forecasts, end)
    this.#note(checked.differences)
    const orders = shops.flatMap(({ known }) => [...known.values()])
    const figures = {
      acts: this.#acts,
      orders: orders.length,
      charges: world.gateway.captured.count,
      refunds: sum(orders.map(({ refunds }) => refunds.length)),
      parcels: sum(orders.map(({ parcels }) => parcels.filter(({ status }) => status === 'shipped').length)),
      countries: new Set(orders.flatMap(({ bill, customer }) => (bill.totalTax > 0 ? [customer.home.country] : []))).size,
      taxed: orders.filter(({ bill }) => bill.totalTax > 0).length,
      untaxed: orders.filter(({ bill }) => bill.total > 0 && bill.totalTax === 0).length,
      sentByZones: orders.filter(({ lines }) => lines.some(({ product, shipping }) => !product.isShippedFlat && shipping > 0))
        .length,
      forecasts: this.#forecasts.length,
      forecastCharges: checked.charges,
    }
    return { differences: this.differences.slice(0, mostDifferences), figures, done: this.#done }
  }
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

/** Past due subscriptions are asked about more than others. */
function chooseLife({ lives }: Shop, chance: Chance): Life {
  const pastDue = lives.filter(({ status }) => status === 'past_due')
  return chance.one(pastDue.length > 0 && chance.is(0.25) ? pastDue : lives)
}
