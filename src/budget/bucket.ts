/**
 * The arithmetic of a token bucket: so many points at once, refilled at so many a second.
 *
 * Everything is a whole number of thousandths of a point, since so many points a second are so many thousandths a millisecond:
 * no draw is lost to rounding. `redis.ts` does the same in Redis's own language.
 */

export type Rate = {
  /** Points a full bucket holds. */
  burst: number
  /** Points that come back each second. */
  perSecond: number
}

/** A bucket as it was when it was last drawn from. */
export type Bucket = {
  /** Thousandths of a point that were missing. */
  missing: number
  /** When that was, in milliseconds. */
  at: number
}

/** What became of a draw, and how the bucket stands after it. */
export type Drawn = {
  isGranted: boolean
  /** Whole points that are left. */
  remaining: number
  /** Seconds until the bucket is full. */
  fullInSeconds: number
  /** Seconds until the points that were refused will be there; 0 when they were granted. */
  retryInSeconds: number
}

/** Where buckets are kept: in this process, or in Redis. */
export type Buckets = {
  /** Draws points from the bucket of that name; negative ones are given back. */
  draw(name: string, points: number): Promise<Drawn> | Drawn
  close(): Promise<void>
}

export const fullBucket: Bucket = { missing: 0, at: 0 }

/** The thousandths that a draw of so many points takes: of more than a bucket holds, the whole bucket. */
export const asked = ({ burst }: Rate, points: number): number => Math.min(points, burst) * 1000

/**
 * Draws points from a bucket; negative ones give back what was drawn. A refused draw takes nothing.
 *
 * @param points whole ones.
 * @param now in whole milliseconds; a clock that steps back only holds the refill up.
 */
export function draw(rate: Rate, { missing, at }: Bucket, points: number, now: number): { bucket: Bucket; drawn: Drawn } {
  const before = Math.max(0, missing - Math.max(0, now - at) * rate.perSecond)
  const wanted = before + asked(rate, points)
  const lacking = Math.max(0, wanted - rate.burst * 1000)
  const after = lacking > 0 ? before : Math.max(0, wanted)
  return { bucket: { missing: after, at: Math.max(at, now) }, drawn: standing(rate, after, lacking) }
}

/** How a bucket stands that misses so many thousandths after a draw that lacked so many. */
export function standing({ burst, perSecond }: Rate, missing: number, lacking: number): Drawn {
  return {
    isGranted: lacking === 0,
    // Fewer than none where a setting made the bucket smaller.
    remaining: Math.max(0, Math.floor(burst - missing / 1000)),
    fullInSeconds: Math.ceil(missing / 1000 / perSecond),
    retryInSeconds: Math.ceil(lacking / 1000 / perSecond),
  }
}
