/** Who reads which columns. */
import type { Role } from '../auth/viewer.ts'

/**
 * Who reads a column, of those who see its row: everybody, those who have a credential of the store, its merchants, or nobody
 * where it is no part of the interface. What one may not read is null, and one cannot filter or order by it.
 */
export type Reader = 'everybody' | 'customer' | 'merchant' | 'nobody'

const readers: Record<Reader, readonly Role[]> = {
  everybody: ['visitor', 'customer', 'merchant'],
  customer: ['customer', 'merchant'],
  merchant: ['merchant'],
  nobody: [],
}

/** Whether a role is among the readers of a column. */
export const reads = (role: Role, reader: Reader): boolean => readers[reader].includes(role)
