/** Buckets in this process: right for one instance of the server. */
import { LRUCache } from 'lru-cache'
import { type Drawn, draw, type Rate } from './bucket.ts'

/** Where buckets are kept. */
export type Buckets = {
  /** Draws points from the bucket of that name. */
  draw(name: string, points: number): Promise<Drawn> | Drawn
  close(): Promise<void>
}

// A bucket that is pushed out is full again, so whoever could push it out gains one burst; half a million requests from as
// many addresses are needed for it.
const keptBuckets = 50_000

export function bucketsInMemory(rate: Rate, now: () => Date): Buckets {
  const fullAt = new LRUCache<string, number>({ max: keptBuckets })
  return {
    draw(name, points) {
      const next = draw(rate, fullAt.get(name) ?? 0, points, now().getTime())
      fullAt.set(name, next.fullAt)
      return next.drawn
    },
    async close() {},
  }
}
