/** Whether a write failed because a unique constraint of the database holds: the wall behind every "already there". */
import { withoutPart } from './part-names.ts'

/** Prisma's code for it, and the SQLSTATE of statements written by hand. */
const codes = ['P2002', '23505']

export const isTaken = (error: unknown): boolean => codes.includes(String((error as { code?: unknown } | null)?.code))

/** Name of the unique index that a write broke, such as `product_store_id_slug_key`; undefined for any other error. */
export function takenIndex(error: unknown): string | undefined {
  const { code, constraint: index, meta } = error as PgViolation & { meta?: { driverAdapterError?: { cause?: UniqueViolation } } }
  const { kind, constraint } = meta?.driverAdapterError?.cause ?? {}
  const broken = code === '23505' ? index : kind === 'UniqueConstraintViolation' ? constraint?.index : undefined
  return broken && withoutPart(broken)
}

/** The driver's error, of a statement written by hand. */
type PgViolation = { code?: string; constraint?: string }

/** The adapter's error. */
type UniqueViolation = { kind?: string; constraint?: { index?: string } }
