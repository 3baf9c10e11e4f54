/** The stores whose events a consumer hands over next: those that were announced, and now and then all, for what was not. */
import { pauseAfter } from '../db/background-loop.ts'

/** Where more are announced at once, all are looked at. */
const mostAnnounced = 100

type StoresBehind = {
  /** Adds a store, or all. */
  add: (storeId?: bigint) => void
  /** Takes the stores to look at: none where the list is empty, all where it is undefined. */
  take: () => readonly bigint[] | undefined
  /** Notes how long a look at all took that found nothing. */
  foundNothing: (milliseconds: number) => void
}

/** @param lookMilliseconds the interval of the looks at all; longer where a look takes long. */
export function storesBehind(lookMilliseconds: number): StoresBehind {
  const announced = new Set<bigint>()
  let isAll = true
  let lookedAt = 0
  let pause = lookMilliseconds
  return {
    add(storeId) {
      if (storeId === undefined || announced.size === mostAnnounced) isAll = true
      else announced.add(storeId)
    },
    take() {
      const stores = [...announced]
      announced.clear()
      const now = performance.now()
      if (!isAll && now - lookedAt < pause) return stores
      ;[isAll, lookedAt] = [false, now]
      return undefined
    },
    foundNothing(milliseconds) {
      pause = pauseAfter(milliseconds, lookMilliseconds)
    },
  }
}
