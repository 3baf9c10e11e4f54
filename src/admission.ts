/** Lets requests in: finds out who sent one and opens the account it pays from. Guessing at credentials is slow and dear. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Authenticator, hasCredential } from './auth/credential.ts'
import { actorOf, type Viewer } from './auth/viewer.ts'
import { type Account, type Budget, openAccount } from './budget/account.ts'
import { Refusal, WrongGuess } from './errors.ts'

/** What a request pays from, and who sent it or why it is not let in. */
export type Admitted = { account: Account } & ({ viewer: Viewer } | { refusal: Refusal })

/** What a wrong guess costs the address it came from: with budgets as they are by default, ten at once and then one a second. */
const guessPoints = 1_000

const keptAddresses = 10_000
const shutMilliseconds = 1_000

/**
 * Makes the function that lets requests in.
 *
 * @param budget nothing where budgets are off.
 * @param refusalMilliseconds how long after a request came its wrong credential is refused: the same for a client that is not
 *   known and for a secret that is wrong, so that the clock does not tell them apart.
 */
export function doorkeeper(authenticator: Authenticator, budget: Budget | undefined, refusalMilliseconds: number) {
  // Addresses that have guessed more than they can pay for: for a moment their credentials are not even looked at.
  const shutOut = new LRUCache<string, { account: Account; refusal: Refusal }>({ max: keptAddresses, ttl: shutMilliseconds })

  async function refuseGuess(holder: string, account: Account, guess: Refusal): Promise<Admitted> {
    try {
      await account.pay(guessPoints)
      return { account, refusal: guess }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const refused = { account, refusal: error }
      shutOut.set(holder, refused)
      return refused
    }
  }

  return async (request: Request, address: string, now: Date): Promise<Admitted> => {
    const holder = `address ${address}`
    const known = authenticator.known(request)
    const refused = !known && hasCredential(request) && shutOut.get(holder)
    if (refused) return refused
    let account = openAccount(budget, holder)
    // Runs from the request on: a timer set when the fault is known would tell, in parts of a millisecond, how long that took.
    const refusalTime = known ? undefined : sleep(refusalMilliseconds)
    try {
      const viewer = known ?? (await authenticator.check(request, now))
      if (viewer.role === 'merchant' || viewer.role === 'customer') account = openAccount(budget, actorOf(viewer))
      await account.enter()
      return { account, viewer }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof WrongGuess)) return { account, refusal: error }
      const answer = await refuseGuess(holder, account, error)
      await refusalTime
      return answer
    }
  }
}
