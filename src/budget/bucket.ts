/**
 * The arithmetic of a token bucket: a burst of points, refilled at a rate per second, and overdrawn by operations that cost more than
 * estimated.
 *
 * All amounts are whole thousandths of a point, since points per second equal thousandths per millisecond: no draw is lost to rounding.
 * `redis.ts` does the same in Redis's own language.
 */

export type Rate = {
  /** Points a full bucket holds. */
  burst: number
  /** Points that come back each second. */
  perSecond: number
}

/** A bucket at the time of its last draw. */
export type Bucket = {
  /** Thousandths of a point that were missing; more than it holds where it is overdrawn. */
  missing: number
  /** The time of that draw, in milliseconds. */
  at: number
}

/** The result of a draw, and the state of the bucket after it. */
export type Drawn = {
  isGranted: boolean
  /** Whole points that are left. */
  remaining: number
  /** Seconds until the bucket is full. */
  fullInSeconds: number
  /** Thousandths of a point that were lacking; 0 when the draw was granted. */
  lacking: number
}

/** The storage of buckets: in this process, or in Redis. */
export type Buckets = {
  /** Takes points out of the named bucket, if it holds as many. */
  take(name: string, points: number): Promise<Drawn> | Drawn
  /** Charges points for completed work, into debt if need be; negative ones are refunded. */
  charge(name: string, points: number): Promise<Drawn> | Drawn
  close(): Promise<void>
}

export const fullBucket: Bucket = { missing: 0, at: 0 }

/** The debt of a bucket is at most this many times its size; costs beyond that are not charged. */
const mostDebts = 10

/** The thousandths that a draw takes; a draw of more than the bucket's size takes the whole bucket. */
export const asked = ({ burst }: Rate, points: number): number => Math.min(points, burst) * 1000

/** The most thousandths that a bucket may miss. */
export const mostMissing = ({ burst }: Rate): number => (1 + mostDebts) * burst * 1000

/**
 * Takes points out of a bucket; a refused draw takes nothing.
 *
 * @param points whole ones.
 * @param now in whole milliseconds; a clock that steps back only delays the refill.
 */
export function take(rate: Rate, kept: Bucket, points: number, now: number): { bucket: Bucket; drawn: Drawn } {
  const before = missingAt(rate, kept, now)
  const wanted = before + asked(rate, points)
  const lacking = Math.max(0, wanted - rate.burst * 1000)
  return after(rate, kept, lacking > 0 ? before : wanted, lacking, now)
}

/**
 * Charges points for completed work, at most until the bucket is overdrawn ten times over; negative ones are refunded.
 *
 * @param points whole ones.
 * @param now as above.
 */
export function charge(rate: Rate, kept: Bucket, points: number, now: number): { bucket: Bucket; drawn: Drawn } {
  const wanted = missingAt(rate, kept, now) + points * 1000
  return after(rate, kept, Math.min(Math.max(0, wanted), mostMissing(rate)), 0, now)
}

const missingAt = ({ perSecond }: Rate, { missing, at }: Bucket, now: number): number =>
  Math.max(0, missing - Math.max(0, now - at) * perSecond)

const after = (rate: Rate, { at }: Bucket, missing: number, lacking: number, now: number) => ({
  bucket: { missing, at: Math.max(at, now) },
  drawn: standing(rate, missing, lacking),
})

/** The state of a bucket that misses so many thousandths after a draw that lacked so many. */
export function standing(rate: Rate, missing: number, lacking: number): Drawn {
  return {
    isGranted: lacking === 0,
    // Negative where the bucket is overdrawn, or where a setting made it smaller.
    remaining: Math.max(0, Math.floor(rate.burst - missing / 1000)),
    fullInSeconds: secondsFor(rate, missing),
    lacking,
  }
}

/** Whole seconds until so many thousandths are refilled. */
export const secondsFor = ({ perSecond }: Rate, thousandths: number): number => Math.ceil(thousandths / 1000 / perSecond)
