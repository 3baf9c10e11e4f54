/** Admits requests: authenticates the caller and opens the account it pays from. Guessing credentials is slow and expensive. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Account, type Budget, guessPoints, openAccount } from '../budget/account.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { Refusal, WrongGuess } from '../values/errors.ts'
import { type Authenticator, carriesCredential } from './credential.ts'
import { callerOf, type Viewer } from './viewer.ts'

/** The address and time of a request that is not admitted yet. */
type Arrival = { address: string; now: Date }

/** The account a request pays from, and its viewer, or the refusal if it is not admitted. */
type Admitted = { account: Account } & ({ viewer: Viewer } | { refusal: Refusal })

/** A request during its admission. */
type Entering = {
  address: string
  hasCredential: boolean
  /** The account that pays until the caller is known, and the one that pays in the end. */
  payer: Account
  account: Account
  /** Whether the deposit for the lookup has been taken. */
  isPaid: boolean
  /**
   * Time at which a wrong credential is refused. Its timer starts before the lookup: one that started when the fault is known would leak,
   * in fractions of a millisecond, how long the lookup took.
   */
  refusalTime: Promise<void> | undefined
}

/** The deposit for a guess, taken before the credential is looked up, so that a burst of concurrent guesses is limited too. */
const depositPoints = (burst: number) => Math.max(lookupPoints, Math.floor(guessPoints(burst) / 10))

/** The part of the deposit that is kept when the credential is right, and the cost of any other refusal. */
const lookupPoints = 1
const refusalPoints = 1

const keptAddresses = 10_000
const blockedMilliseconds = 1_000

/** The account of a caller without a credential: the bucket of the address. */
export const visitorAccount = (budget: Budget | undefined, address: string): Account =>
  openAccount(budget, `visitors from ${address}`)

/**
 * Creates the function that admits requests.
 *
 * A caller with a valid credential pays from its own bucket, a visitor from that of the address. Credentials that come from an address have
 * a second bucket there, for lookups and wrong guesses: visitors behind the same address do not keep a key from being looked up, nor the
 * other way round.
 *
 * @param budget undefined where budgets are off.
 * @param refusalMilliseconds time from the arrival of a request to the refusal of its wrong credential: the same for an unknown client and
 *   for a wrong secret, so that timing does not distinguish them.
 */
export function admission(authenticate: Authenticator, budget: Budget | undefined, refusalMilliseconds: number) {
  // Addresses that have exhausted their budget for guesses: for a moment no credential is looked up for them.
  const blocked = new LRUCache<string, Refusal>({ max: keptAddresses, ttl: blockedMilliseconds })
  const { burst = 0 } = budget?.rate ?? {}

  /** Takes the deposit for the lookup of a credential, once, and starts the timer after which a wrong one is refused. */
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

  /** Refuses a caller that could not be admitted. @throws the error if it is no refusal. */
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
      // Carts are made by whom nobody knows: all of an address pay together.
      if (hasCredential)
        entry.account = viewer.role === 'visitor' ? visitorAccount(budget, address) : openAccount(budget, callerOf(viewer))
      await entry.account.enter()
      return { account: entry.account, viewer }
    } catch (error) {
      return turnAway(entry, error)
    }
  }
}

/** Shown to later callers from the address too, who may not have made the guesses. */
function tooManyWrong(error: unknown): Refusal {
  const { code } = asRefusal(error)
  return new Refusal(code, 'Too many wrong credentials came from this address; try again in a moment.')
}

/** Returns the error if it is a refusal, and rethrows internal ones, which are handled further up. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
