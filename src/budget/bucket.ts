/**
 * The arithmetic of a token bucket: so many points at once, refilled at so many a second.
 *
 * A bucket is one number, the time at which it will be full again: points that were drawn push it into the future, and time
 * catches up with it at the rate of the refill. `redis.ts` does the same in Redis's own language.
 */

export type Rate = {
  /** Points a full bucket holds. */
  burst: number
  /** Points that come back each second. */
  perSecond: number
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

/**
 * Draws points from a bucket.
 *
 * @param fullAt when the bucket is full again, in milliseconds; 0 for a new one, which is full.
 * @param points what is drawn; of more than a bucket holds, the whole bucket.
 * @param now in milliseconds.
 */
export function draw({ burst, perSecond }: Rate, fullAt: number, points: number, now: number): { fullAt: number; drawn: Drawn } {
  const from = Math.max(fullAt, now)
  const price = (Math.min(points, burst) / perSecond) * 1000
  const capacity = (burst / perSecond) * 1000
  const wait = from + price - now - capacity
  const isGranted = wait <= 0
  const after = isGranted ? from + price : from
  return { fullAt: after, drawn: standing({ burst, perSecond }, after - now, isGranted ? 0 : wait) }
}

/** How a bucket stands that will be full in so many milliseconds. */
export function standing({ burst, perSecond }: Rate, fullIn: number, retryIn: number): Drawn {
  return {
    isGranted: retryIn === 0,
    remaining: Math.max(0, Math.floor(burst - (fullIn * perSecond) / 1000)),
    fullInSeconds: Math.ceil(fullIn / 1000),
    retryInSeconds: Math.ceil(retryIn / 1000),
  }
}
