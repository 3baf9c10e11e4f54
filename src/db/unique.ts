/** Whether a write failed because a unique constraint of the database holds: the wall behind every "already there". */

/** Prisma's code for it; over raw statements the driver's SQLSTATE shows through. */
const codes = ['P2002', '23505']

export const isTaken = (error: unknown): boolean => codes.includes(String((error as { code?: unknown } | null)?.code))

/** Name of the unique index that a write broke, such as `product_store_id_slug_key`; undefined for any other error. */
export function takenIndex(error: unknown): string | undefined {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: UniqueViolation } } }
  const { kind, constraint } = meta?.driverAdapterError?.cause ?? {}
  return kind === 'UniqueConstraintViolation' ? constraint?.index : undefined
}

/** The adapter's error; it is in those of raw statements too, whose code says only that they failed. */
type UniqueViolation = { kind?: string; constraint?: { index?: string } }
