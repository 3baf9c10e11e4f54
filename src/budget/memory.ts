/** Buckets in this process: right for a single instance of the server. */
import { LRUCache } from 'lru-cache'
import { type Bucket, type Buckets, charge, type Drawn, fullBucket, type Rate, take } from './bucket.ts'

// An evicted bucket is full again. A client with many addresses can evict the buckets of other addresses, but not those of credentials:
// these are kept apart, and cannot be made up.
const keptBuckets = 50_000
const isOfAddress = (name: string): boolean => / from /.test(name)

/** @param milliseconds a monotonic clock. */
export function bucketsInMemory(rate: Rate, milliseconds: () => number): Buckets {
  const ofAddresses = new LRUCache<string, Bucket>({ max: keptBuckets })
  const ofCredentials = new LRUCache<string, Bucket>({ max: keptBuckets })
  const by =
    (change: typeof take) =>
    (name: string, points: number): Drawn => {
      const kept = isOfAddress(name) ? ofAddresses : ofCredentials
      const { bucket, drawn } = change(rate, kept.get(name) ?? fullBucket, points, Math.floor(milliseconds()))
      kept.set(name, bucket)
      return drawn
    }
  return { take: by(take), charge: by(charge), async close() {} }
}
