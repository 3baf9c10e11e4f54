/**
 * The account one request pays from: the bucket of its caller. A deposit is taken before any work, and settled against the actual cost
 * afterwards.
 */
import { emit } from '../observe/observe.ts'
import { Refusal } from '../values/errors.ts'
import { type Buckets, type Drawn, type Rate, secondsFor } from './bucket.ts'

/**
 * Cost of a wrong guess, such as of a credential: with default budgets ten at once and then one a second; a tenth of a smaller bucket, which
 * else could not hold the first.
 */
export const guessPoints = (burst: number): number => Math.min(mostOfGuess, Math.floor(burst / 10))
const mostOfGuess = 1_000

/** All buckets, the size of each, and the clock that measures milliseconds; without a clock time costs nothing. */
export type Budget = { buckets: Buckets; rate: Rate; stopwatch?: () => number }

/** The cost of every request, also of one that runs nothing. */
export const entryPoints = 1

/** Operations of one holder that can be in progress on a full bucket, however expensive they are. */
const mostDearAtOnce = 20

/** Headers of an answer about its bucket. */
type BudgetHeaders = { [Name in `RateLimit-${'Cost' | 'Limit' | 'Remaining' | 'Reset'}`]?: string }

export type Account = {
  /** The owner of the bucket. */
  readonly holder: string
  /** Takes the deposit of every request, once; like the other methods it returns no promise where budgets are off. */
  enter(): Promise<void> | undefined
  /**
   * Takes the estimated cost of an operation as a deposit, up to a bound: the actual cost may be higher.
   *
   * @throws Refusal RATE_LIMITED when the bucket does not hold as much; the request then costs nothing.
   */
  begin(points: number): Promise<void> | undefined
  /** Adds the actual cost of an operation. */
  charge(points: number): void
  /** Adds the cost of a wrong guess. */
  chargeGuess(): void
  /**
   * Sets the cost of the request, higher or lower than before.
   *
   * @throws Refusal RATE_LIMITED when the bucket does not hold as many points.
   */
  pay(points: number): Promise<void>
  /** Settles: takes the cost beyond the deposit, into debt if need be, or refunds the rest of the deposit. */
  settle(): Promise<void> | undefined
  /** Measures milliseconds, where they cost something. */
  stopwatch: (() => number) | undefined
  /** The state of the bucket, for `extensions.cost`; undefined when there is no budget. */
  standing(): { burst: number; perSecond: number; remaining: number } | undefined
  /** The state of the bucket and the cost of the request, as headers; read after settling. */
  headers(): BudgetHeaders
}

/** The account where budgets are off: everything is free. */
const freeAccount: Omit<Account, 'holder'> = {
  enter: () => undefined,
  begin: () => undefined,
  charge() {},
  chargeGuess() {},
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
  /** Points paid so far. */
  let deposit = 0
  let price = 0
  let last: Drawn | undefined
  /** Seconds until a refused request can begin. */
  let waitSeconds: number | undefined

  /** @param toBegin points that the request deposits before it ends. */
  async function putDown(points: number, toBegin = points) {
    if (points <= deposit) return
    last = await buckets.take(holder, points - deposit)
    if (last.isGranted) deposit = points
    else {
      emit({ kind: 'over-budget' })
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
    chargeGuess() {
      price += guessPoints(rate.burst)
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
