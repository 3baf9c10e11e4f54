/** Lets requests in: finds out who sent one and opens the account it pays from. Guessing at credentials is slow and dear. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Authenticator } from './auth/credential.ts'
import { actorOf, type Viewer } from './auth/viewer.ts'
import { type Account, type Budget, openAccount } from './budget/account.ts'
import { Refusal, WrongGuess } from './errors.ts'

/** What is known of a request before it is let in. */
type Asked = { address: string; now: Date; cookies: string[] }

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
export function doorkeeper(authenticate: Authenticator, budget: Budget | undefined, refusalMilliseconds: number) {
  // Addresses that have guessed more than they can pay for: for a moment nothing is looked up for them.
  const shutOut = new LRUCache<string, Refusal>({ max: keptAddresses, ttl: shutMilliseconds })

  return async (request: Request, { address, now, cookies }: Asked): Promise<Admitted> => {
    const holder = `address ${address}`
    const ofAddress = openAccount(budget, holder)
    // Runs from before the looking on: a timer set when the fault is known would tell, in parts of a millisecond, how long that
    // took.
    let refusalTime: Promise<void> | undefined
    const beforeLooking = () => {
      const refusal = shutOut.get(holder)
      if (refusal) throw refusal
      refusalTime = sleep(refusalMilliseconds)
    }
    try {
      const viewer = await authenticate(request, { now, cookies, beforeLooking })
      const hasOwn = viewer.role === 'merchant' || viewer.role === 'customer'
      return await entered(hasOwn ? openAccount(budget, actorOf(viewer)) : ofAddress, viewer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isGuess = error instanceof WrongGuess
      const refusal = await ofAddress.pay(isGuess ? guessPoints : 1).then(() => error, asRefusal)
      if (isGuess && refusal !== error) shutOut.set(holder, refusal)
      if (isGuess) await (refusalTime ?? sleep(refusalMilliseconds))
      return { account: ofAddress, refusal }
    }
  }
}

async function entered(account: Account, viewer: Viewer): Promise<Admitted> {
  const refusal = await account.enter().then(() => undefined, asRefusal)
  return refusal ? { account, refusal } : { account, viewer }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
