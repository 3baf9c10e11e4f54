/** Decides when it is announced that a payment method runs out. Pure. */
import { addDays } from '../../values/calendar.ts'

/** How many days before it runs out that is announced. */
export const noticeDays = 30

/** When a card runs out: at the end of its month. */
export const expiryOf = ({ expMonth, expYear }: { expMonth: number; expYear: number }): Date =>
  new Date(Date.UTC(expYear, expMonth, 1))

/** The beginning of the day of a time, in UTC. */
export const dayOf = (time: Date): Date => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000)

type AnnouncedMethod = {
  expMonth: number
  expYear: number
  createdAt: Date
  archivedAt: Date | null
  expiryNoticedFor: Date | null
}

/** Whether it is to be announced: once for each expiry, while that lies ahead, and from the day on after the method was stored. */
export function isToAnnounce(row: AnnouncedMethod, now: Date): boolean {
  const expiry = expiryOf(row)
  const isNear = expiry > now && expiry <= addDays(now, noticeDays)
  return isNear && !row.archivedAt && row.createdAt < dayOf(now) && row.expiryNoticedFor?.getTime() !== expiry.getTime()
}
