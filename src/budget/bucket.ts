/**
 * The arithmetic of a token bucket: so many points at once, refilled at so many a second, and overdrawn by what turned out
 * dearer than it looked.
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
  /** Thousandths of a point that were missing; more than it holds where it is overdrawn. */
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
  /** Thousandths of a point that were lacking; 0 when the draw was granted. */
  lacking: number
}

/** Where buckets are kept: in this process, or in Redis. */
export type Buckets = {
  /** Takes points out of the bucket of that name, if it holds as many. */
  take(name: string, points: number): Promise<Drawn> | Drawn
  /** Takes points for what was done already, into debt if need be; negative ones are given back. */
  charge(name: string, points: number): Promise<Drawn> | Drawn
  close(): Promise<void>
}

export const fullBucket: Bucket = { missing: 0, at: 0 }

/** How often over a bucket may be overdrawn; whatever is dearer is not paid for. */
const mostDebts = 10

/** The thousandths that a taking of so many points asks for: of more than a bucket holds, the whole bucket. */
export const asked = ({ burst }: Rate, points: number): number => Math.min(points, burst) * 1000

/** The thousandths that a bucket may miss at most. */
export const mostMissing = ({ burst }: Rate): number => (1 + mostDebts) * burst * 1000

/**
 * Takes points out of a bucket; a refused taking takes nothing.
 *
 * @param points whole ones.
 * @param now in whole milliseconds; a clock that steps back only holds the refill up.
 */
export function take(rate: Rate, kept: Bucket, points: number, now: number): { bucket: Bucket; drawn: Drawn } {
  const before = missingAt(rate, kept, now)
  const wanted = before + asked(rate, points)
  const lacking = Math.max(0, wanted - rate.burst * 1000)
  return after(rate, kept, lacking > 0 ? before : wanted, lacking, now)
}

/**
 * Takes points for what was done already, at most until the bucket is overdrawn ten times over; negative ones are given back.
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

/** How a bucket stands that misses so many thousandths after a draw that lacked so many. */
export function standing(rate: Rate, missing: number, lacking: number): Drawn {
  return {
    isGranted: lacking === 0,
    // Fewer than none where it is overdrawn, or where a setting made the bucket smaller.
    remaining: Math.max(0, Math.floor(rate.burst - missing / 1000)),
    fullInSeconds: secondsFor(rate, missing),
    lacking,
  }
}

/** Whole seconds until so many thousandths have come back. */
export const secondsFor = ({ perSecond }: Rate, thousandths: number): number => Math.ceil(thousandths / 1000 / perSecond)
