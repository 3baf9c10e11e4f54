/**
 * What one request pays from: the bucket of whoever sent it. A deposit is put down before anything is done, and what was done
 * is settled afterwards.
 */
import { Refusal } from '../values/errors.ts'
import { type Buckets, type Drawn, type Rate, secondsFor } from './bucket.ts'

/** The buckets of everybody, how large each is, and what measures milliseconds; without it time costs nothing. */
export type Budget = { buckets: Buckets; rate: Rate; stopwatch?: () => number }

/** What every request costs, also one that runs nothing. */
export const entryPoints = 1

/** As many operations of one holder can be under way on a full bucket, however dear they are. */
const mostDearAtOnce = 20

/** What the answer says of the bucket. */
type BudgetHeaders = { [Name in `RateLimit-${'Cost' | 'Limit' | 'Remaining' | 'Reset'}`]?: string }

export type Account = {
  /** Whose bucket it is. */
  readonly holder: string
  /** Puts down what every request costs, once; as of the others, there is nothing to wait for where everything is free. */
  enter(): Promise<void> | undefined
  /**
   * Puts down what an operation asks for, up to a bound: it may turn out dearer.
   *
   * @throws Refusal RATE_LIMITED when the bucket does not hold as much; the request then costs nothing.
   */
  begin(points: number): Promise<void> | undefined
  /** Adds what an operation came to. */
  charge(points: number): void
  /**
   * Makes so many points what the request costs, more or fewer than it was before.
   *
   * @throws Refusal RATE_LIMITED when the bucket does not hold as many.
   */
  pay(points: number): Promise<void>
  /** Takes what the request came to beyond its deposit, into debt if need be, or gives back what is left of the deposit. */
  settle(): Promise<void> | undefined
  /** Measures milliseconds, where they cost something. */
  stopwatch: (() => number) | undefined
  /** How the bucket stands, for `extensions.cost`; nothing when there is no budget. */
  standing(): { burst: number; perSecond: number; remaining: number } | undefined
  /** How the bucket stands and what the request cost, for the answer's headers; to be asked when it is settled. */
  headers(): BudgetHeaders
}

/** An account where there are no budgets: everything is free. */
const freeAccount: Omit<Account, 'holder'> = {
  enter: () => undefined,
  begin: () => undefined,
  charge() {},
  async pay() {},
  settle: () => undefined,
  stopwatch: undefined,
  standing: () => undefined,
  headers: () => ({}),
}

/** Opens the account of one request, on the bucket of its holder; without a budget everything is free. */
export function openAccount(budget: Budget | undefined, holder: string): Account {
  if (!budget) return { ...freeAccount, holder }
  const { buckets, rate, stopwatch } = budget
  const most = Math.max(entryPoints, Math.round(rate.burst / mostDearAtOnce))
  /** What it has paid so far. */
  let deposit = 0
  let price = 0
  let last: Drawn | undefined
  /** Seconds until a refused request can begin. */
  let waitSeconds: number | undefined

  /** @param toBegin what the request will put down before it is through. */
  async function putDown(points: number, toBegin = points) {
    if (points <= deposit) return
    last = await buckets.take(holder, points - deposit)
    if (last.isGranted) deposit = points
    else {
      waitSeconds = secondsFor(rate, last.lacking + (toBegin - points) * 1000)
      throw overBudget(toBegin, last.remaining + deposit, waitSeconds)
    }
  }

  async function settle() {
    const owed = waitSeconds === undefined ? Math.max(price, entryPoints) : price
    if (owed === deposit) return
    last = await buckets.charge(holder, owed - deposit)
    deposit = owed
  }

  return {
    holder,
    enter: () => putDown(entryPoints, most),
    begin: (points) => putDown(price + Math.min(points, most)),
    charge(points) {
      price += points
    },
    async pay(points) {
      await putDown(points)
      price = points
      await settle()
    },
    settle,
    stopwatch,
    standing: () => last && { ...rate, remaining: last.remaining },
    headers: () =>
      last
        ? {
            'RateLimit-Limit': String(rate.burst),
            'RateLimit-Remaining': String(last.remaining),
            'RateLimit-Reset': String(last.fullInSeconds),
            'RateLimit-Cost': String(deposit),
            ...(waitSeconds !== undefined && { 'Retry-After': String(waitSeconds) }),
          }
        : {},
  }
}

const overBudget = (points: number, remaining: number, seconds: number) =>
  new Refusal(
    'RATE_LIMITED',
    `The request puts down ${points} points and the budget has ${remaining} left; try again in ${seconds} s.`,
  )
