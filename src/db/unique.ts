/** Whether a write failed because a unique constraint of the database holds: the wall behind every "already there". */

/** Prisma's code for it; over raw statements the driver's SQLSTATE shows through. */
const codes = ['P2002', '23505']

export const isTaken = (error: unknown): boolean => codes.includes(String((error as { code?: unknown } | null)?.code))
