/** Buckets in this process: right for one instance of the server. */
import { LRUCache } from 'lru-cache'
import { type Bucket, type Buckets, draw, fullBucket, type Rate } from './bucket.ts'

// A bucket that is pushed out is full again. Whoever has many addresses can push out those of addresses, of which credentials
// have none to fear: theirs are kept apart, and cannot be made up.
const keptBuckets = 50_000
const isOfAddress = (name: string): boolean => / from /.test(name)

export function bucketsInMemory(rate: Rate, now: () => Date): Buckets {
  const ofAddresses = new LRUCache<string, Bucket>({ max: keptBuckets })
  const ofCredentials = new LRUCache<string, Bucket>({ max: keptBuckets })
  return {
    draw(name, points) {
      const kept = isOfAddress(name) ? ofAddresses : ofCredentials
      const { bucket, drawn } = draw(rate, kept.get(name) ?? fullBucket, points, now().getTime())
      kept.set(name, bucket)
      return drawn
    },
    async close() {},
  }
}
