/** The audience of rows and columns: which roles see a row, and which may read its columns. */
import type { CustomerViewer, Merchant, Role, Viewer, Visitor } from '../auth/viewer.ts'

/** The access of one role to a resource. */
export type RoleAccess<Asking extends Viewer, Where extends object> = {
  /** The condition on the rows it sees; `store_id` is implied. */
  rows: (viewer: Asking) => Where
  /** Whether they are the viewer's own. */
  isOwn?: true
  /** A further condition on the rows, but for those that a row of the viewer's own leads to. */
  elsewhere?: Where
  /** Whether it reaches them only as parts of other records, and through no root field. */
  isPart?: true
  /** The relations, by their names here, that it may not follow. */
  closed?: readonly string[]
  /** The to-one relations, by their names here, that it finds empty. */
  empty?: readonly string[]
}

/** The access to one resource by role; an omitted role sees nothing of it. */
export type Access<Where extends object = object> = {
  merchant?: RoleAccess<Merchant, Where>
  customer?: RoleAccess<CustomerViewer, Where>
  visitor?: RoleAccess<Visitor, Where>
}

/**
 * The readers of a column among the viewers of its row: everybody, credentials of the store, its merchants, or nobody where it is no part
 * of the interface. Other viewers get null, and cannot filter or order by it.
 */
export type Audience = 'everybody' | 'customer' | 'merchant' | 'nobody'

const roles: Record<Audience, readonly Role[]> = {
  everybody: ['visitor', 'customer', 'merchant'],
  customer: ['customer', 'merchant'],
  merchant: ['merchant'],
  nobody: [],
}

/** Whether a role may read a column. */
export const canRead = (role: Role, audience: Audience): boolean => roles[audience].includes(role)

/**
 * Masks a column's value for viewers that may not read the row's subject, though they see the row. A masked column cannot be filtered or
 * ordered by.
 */
export type Mask = {
  /** The column, a text, that names the row's subject. */
  by: string
  /** The subjects that the viewer may read; undefined means all. */
  shownFor: (viewer: Viewer) => readonly string[] | undefined
  /** The SQL that replaces a masked value. */
  otherwise: (value: string) => string
}
