/** Who sees which rows, and who reads which columns of them. */
import type { CustomerViewer, Merchant, Role, Viewer, Visitor } from '../auth/viewer.ts'

/** What one role may see of a resource. */
export type RoleAccess<Asking extends Viewer, Where extends object> = {
  /** The rows it sees; `store_id` goes without saying. */
  rows: (viewer: Asking) => Where
  /** Whether it reaches them only through what they are a part of, and by no root field. */
  isPart?: true
  /** The relations, by the names they have here, that it may not follow. */
  closed?: readonly string[]
}

/** Who sees what of one resource; a role that is left out sees nothing of it. */
export type Access<Where extends object = object> = {
  merchant?: RoleAccess<Merchant, Where>
  customer?: RoleAccess<CustomerViewer, Where>
  visitor?: RoleAccess<Visitor, Where>
}

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

/**
 * Hides a column's value from those who may not read what its row is about, whose rows they see all the same. Nobody filters or orders
 * by such a column.
 */
export type Mask = {
  /** The column, a text, that says what a row is about. */
  by: string
  /** The values of it with which the viewer reads the masked column; all of them where there is no answer. */
  shownFor: (viewer: Viewer) => readonly string[] | undefined
  /** What stands in the place of the value, in SQL. */
  otherwise: (value: string) => string
}
