/** Lets requests in: finds out who sent one and opens the account it pays from. Guessing at credentials is slow and dear. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Account, type Budget, openAccount } from '../budget/account.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { Refusal, WrongGuess } from '../values/errors.ts'
import { type Authenticator, carriesCredential } from './credential.ts'
import { callerOf, type Viewer } from './viewer.ts'

/** What is known of a request before it is let in. */
type Arrival = { address: string; now: Date }

/** What a request pays from, and who sent it or why it is not let in. */
type Admitted = { account: Account } & ({ viewer: Viewer } | { refusal: Refusal })

/** A request on its way in. */
type Entering = {
  address: string
  hasCredential: boolean
  /** What it pays from until it is known who sent it, and what it pays from. */
  payer: Account
  account: Account
  /** Whether it has put down what looking may cost. */
  isPaid: boolean
  /**
   * When a wrong credential is refused. Runs from before the looking on: a timer set when the fault is known would tell, in parts of a
   * millisecond, how long that took.
   */
  refusalTime: Promise<void> | undefined
}

/**
 * What a wrong guess costs the address it comes from: with budgets as they are by default, ten at once and then one a second; of a smaller
 * bucket a tenth, or the first would be one too many.
 */
const guessPoints = (burst: number) => Math.min(mostOfGuess, Math.floor(burst / 10))
const mostOfGuess = 1_000

/** What is put down for it before the credential is looked up, so that a flood of guesses at once comes to an end too. */
const depositPoints = (burst: number) => Math.max(lookupPoints, Math.floor(guessPoints(burst) / 10))

/** What is kept of that when the credential is right, and what any other refusal costs. */
const lookupPoints = 1
const refusalPoints = 1

const keptAddresses = 10_000
const blockedMilliseconds = 1_000

/** What somebody without a credential pays from: the bucket of the address. */
export const visitorAccount = (budget: Budget | undefined, address: string): Account =>
  openAccount(budget, `visitors from ${address}`)

/**
 * Makes the function that lets requests in.
 *
 * Who is found to hold a credential pays from a bucket of their own, a visitor from that of the address. Credentials that
 * come from an address have a second bucket there, for looking them up and for wrong ones: visitors behind the same address
 * do not keep a key from being found, nor the other way round.
 *
 * @param budget nothing where budgets are off.
 * @param refusalMilliseconds how long after a request came its wrong credential is refused: the same for a client that is not
 *   known and for a secret that is wrong, so that the clock does not tell them apart.
 */
export function admission(authenticate: Authenticator, budget: Budget | undefined, refusalMilliseconds: number) {
  // Addresses that have guessed more than they can pay for: for a moment no credential is looked up for them.
  const blocked = new LRUCache<string, Refusal>({ max: keptAddresses, ttl: blockedMilliseconds })
  const { burst = 0 } = budget?.rate ?? {}

  /** Puts down what looking for a credential may cost, once, and begins the time after which a wrong one is refused. */
  async function payToLook(entry: Entering): Promise<void> {
    const { payer, address } = entry
    if (!entry.hasCredential) return payer.enter()
    const refusal = blocked.get(address)
    if (refusal) throw refusal
    if (entry.isPaid) return
    await payer.pay(depositPoints(burst)).catch((error: unknown) => Promise.reject(tooManyWrong(error)))
    entry.isPaid = true
    entry.refusalTime = sleep(refusalMilliseconds)
  }

  /** Refuses whoever could not be let in. @throws the error where it is no refusal. */
  async function turnAway({ payer, address, account, refusalTime }: Entering, error: unknown): Promise<Admitted> {
    if (!(error instanceof Refusal)) await payer.pay(lookupPoints)
    const refusal = asRefusal(error)
    if (refusal.code === 'RATE_LIMITED') return { account, refusal }
    const isGuess = refusal instanceof WrongGuess
    const overBudget = await payer.pay(isGuess ? guessPoints(burst) : refusalPoints).then(() => undefined, tooManyWrong)
    if (overBudget) blocked.set(address, overBudget)
    if (isGuess) await (refusalTime ?? sleep(refusalMilliseconds))
    return { account: payer, refusal: overBudget ?? refusal }
  }

  return async (request: HttpRequest, { address, now }: Arrival): Promise<Admitted> => {
    const hasCredential = carriesCredential(request)
    const payer = hasCredential ? openAccount(budget, `credentials from ${address}`) : visitorAccount(budget, address)
    const entry: Entering = { address, hasCredential, payer, account: payer, isPaid: false, refusalTime: undefined }
    try {
      const viewer = await authenticate(request, { now, beforeLooking: () => payToLook(entry) })
      if (entry.isPaid) await payer.pay(lookupPoints)
      if (hasCredential) entry.account = openAccount(budget, callerOf(viewer))
      await entry.account.enter()
      return { account: entry.account, viewer }
    } catch (error) {
      return turnAway(entry, error)
    }
  }
}

/** Says it to whoever comes next from the address, too: they may know nothing of the guesses. */
function tooManyWrong(error: unknown): Refusal {
  const { code } = asRefusal(error)
  return new Refusal(code, 'Too many wrong credentials came from this address; try again in a moment.')
}

/** What is no refusal went wrong inside, and is told by who knows how. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
