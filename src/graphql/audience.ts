/** Who reads which columns, and the usual answers to "who sees which rows". */
import type { CustomerViewer, Role } from '../auth/viewer.ts'

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

const all = () => ({})

/** The store's own business: customers and visitors see nothing. */
export const merchantOnly = { merchant: all }

/** The shop window and what belongs to it: everybody sees what the store has. */
export const everybody = { merchant: all, customer: all, visitor: all }

/** What is kept on a customer: customers see their own. */
export const owner = { merchant: all, customer: ({ customerId }: CustomerViewer) => ({ customerId }) }

/** Products on show: customers and visitors see those that are visible and not deleted. */
const onShow = () => ({ visible: true, deleted: false })
export const shopWindow = { merchant: all, customer: onShow, visitor: onShow }

/** What is part of a product on show. */
const ofOnShow = () => ({ product: onShow() })
export const partOfShopWindow = { merchant: all, customer: ofOnShow, visitor: ofOnShow }
