/** What one request pays from: the bucket of whoever sent it, drawn from before anything is done for it. */
import { Refusal } from '../errors.ts'
import type { Buckets, Drawn, Rate } from './bucket.ts'

/** The buckets of everybody, and how large each is. */
export type Budget = { buckets: Buckets; rate: Rate }

/** What every request costs that runs nothing, and the first part of what one costs that runs something. */
const entryPoints = 1

export type Account = {
  /** Pays to be let in, once. */
  enter(): Promise<void>
  /**
   * Pays for an operation of so many points, what was paid on entering included; one dearer than a bucket holds empties a
   * full one.
   *
   * @throws Refusal RATE_LIMITED when the bucket does not hold as many; what was paid on entering is given back then.
   */
  pay(points: number): Promise<void>
  /** Gives points back that were paid for what then did not happen. */
  giveBack(points: number): Promise<void>
  /** How the bucket stands, for `extensions.cost`; nothing when there is no budget. */
  standing(): { burst: number; perSecond: number; remaining: number } | undefined
  /** How the bucket stands, for the answer's headers. */
  headers(): Record<string, string>
}

/** An account where there are no budgets: everything is free. */
const freeAccount: Account = {
  async enter() {},
  async pay() {},
  async giveBack() {},
  standing: () => undefined,
  headers: () => ({}),
}

/** Opens the account of one request, on the bucket of its holder; without a budget everything is free. */
export function openAccount(budget: Budget | undefined, holder: string): Account {
  if (!budget) return freeAccount
  const { buckets, rate } = budget
  let last: Drawn | undefined
  let prepaid = 0
  return {
    async enter() {
      if (last?.isGranted) return
      last = await buckets.draw(holder, entryPoints)
      if (!last.isGranted) throw overBudget(entryPoints, last)
      prepaid = entryPoints
    },
    async pay(points) {
      const back = prepaid
      prepaid = 0
      const due = Math.min(points, rate.burst) - back
      if (due <= 0) return
      last = await buckets.draw(holder, due)
      if (last.isGranted) return
      const { remaining, fullInSeconds } = back > 0 ? await buckets.draw(holder, -back) : last
      last = { ...last, remaining, fullInSeconds }
      throw overBudget(points, last)
    },
    async giveBack(points) {
      last = await buckets.draw(holder, -points)
    },
    standing: () => last && { ...rate, remaining: last.remaining },
    headers: () =>
      last
        ? {
            'RateLimit-Limit': String(rate.burst),
            'RateLimit-Remaining': String(last.remaining),
            'RateLimit-Reset': String(last.fullInSeconds),
            ...(!last.isGranted && { 'Retry-After': String(last.retryInSeconds) }),
          }
        : {},
  }
}

const overBudget = (points: number, { remaining, retryInSeconds }: Drawn) =>
  new Refusal(
    'RATE_LIMITED',
    `The request costs ${points} points and the budget has ${remaining} left; try again in ${retryInSeconds} s.`,
  )
