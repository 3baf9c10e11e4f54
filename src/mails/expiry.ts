/** How long a mail is tried to be sent. Pure. */

/** The hours in which a mail is sent, or not at all. */
export const unsentHours = 24

/** The minutes of kinds whose links work no longer. */
const minutesOf: Readonly<Record<string, number>> = { sign_in: 15 }

export const expired = 'Not sent: its time was over.'

/** Whether the time of a mail is over. */
export const isExpired = (kind: string, createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= (minutesOf[kind] ?? unsentHours * 60) * 60_000
