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

/** What any other credential that is refused costs the address: as much as whatever runs nothing. */
const refusalPoints = 1

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
  const shutOut = new LRUCache<string, Admitted>({ max: keptAddresses, ttl: shutMilliseconds })

  /** Lets nobody in, and has the address pay for the trouble. */
  async function refuse(holder: string, refusal: Refusal): Promise<Admitted> {
    const account = openAccount(budget, holder)
    try {
      await account.pay(refusal instanceof WrongGuess ? guessPoints : refusalPoints)
      return { account, refusal }
    } catch (error) {
      const overBudget = { account, refusal: asRefusal(error) }
      shutOut.set(holder, overBudget)
      return overBudget
    }
  }

  /** Lets in who can pay for it; paying comes before what is still to be found out about them. */
  async function letIn(holder: string, find: () => Promise<Viewer> | Viewer): Promise<Admitted> {
    const account = openAccount(budget, holder)
    try {
      await account.enter()
    } catch (error) {
      return { account, refusal: asRefusal(error) }
    }
    return { account, viewer: await find() }
  }

  return async (request: Request, address: string, now: Date): Promise<Admitted> => {
    const began = performance.now()
    const holder = `address ${address}`
    const known = authenticator.known(request)
    if (known) return letIn(actorOf(known), () => known)
    // Whose shop window is seen the database says; hosts to ask it for can be made up without end.
    if (!hasCredential(request)) return letIn(holder, () => authenticator.check(request, now))
    const overBudget = shutOut.get(holder)
    if (overBudget) return overBudget
    try {
      const viewer = await authenticator.check(request, now)
      return await letIn(actorOf(viewer), () => viewer)
    } catch (error) {
      const refused = await refuse(holder, asRefusal(error))
      if (error instanceof WrongGuess) await sleep(Math.max(0, began + refusalMilliseconds - performance.now()))
      return refused
    }
  }
}

/** What is no refusal went wrong inside, and is told by who knows how. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
