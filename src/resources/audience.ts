/** The usual answers to "who sees which rows". */
import type { CustomerViewer } from '../auth/viewer.ts'

const all = () => ({})

/** The store's own business: customers and visitors see nothing. */
export const merchantOnly = { merchant: all }

/** The storefront and what belongs to it: everybody sees what the store has. */
export const everybody = { merchant: all, customer: all, visitor: all }

/** What is kept on a customer: customers see their own. */
export const owner = { merchant: all, customer: ({ customerId }: CustomerViewer) => ({ customerId }) }

/** Products on show: customers and visitors see those that are visible and not deleted. */
const onShow = () => ({ visible: true, deleted: false })
export const storefront = { merchant: all, customer: onShow, visitor: onShow }

/** What is part of a product on show. */
const ofOnShow = () => ({ product: onShow() })
export const partOfStorefront = { merchant: all, customer: ofOnShow, visitor: ofOnShow }
