/** Buckets in this process: right for one instance of the server. */
import { LRUCache } from 'lru-cache'
import { type Bucket, type Drawn, draw, fullBucket, type Rate } from './bucket.ts'

/** Where buckets are kept. */
export type Buckets = {
  /** Draws points from the bucket of that name; negative ones are given back. */
  draw(name: string, points: number): Promise<Drawn> | Drawn
  close(): Promise<void>
}

// A bucket that is pushed out is full again, so whoever could push it out gains one burst; that takes requests from fifty
// thousand networks.
const keptBuckets = 50_000

export function bucketsInMemory(rate: Rate, now: () => Date): Buckets {
  const kept = new LRUCache<string, Bucket>({ max: keptBuckets })
  return {
    draw(name, points) {
      const { bucket, drawn } = draw(rate, kept.get(name) ?? fullBucket, points, now().getTime())
      kept.set(name, bucket)
      return drawn
    },
    async close() {},
  }
}
