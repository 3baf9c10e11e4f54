/** The usual answers to "who sees what". */
import type { CustomerViewer } from '../auth/viewer.ts'
import type { Access } from '../schema/audience.ts'

const all = { rows: () => ({}) }

/** The store's own business: customers and visitors see nothing. */
export const merchantOnly = { merchant: all }

/** The storefront and what belongs to it: everybody sees what the store has. */
export const everybody = { merchant: all, customer: all, visitor: all }

/** The condition by which customers see rows that are kept on a customer. */
export const customersOwn = <Where extends object>(rows: (viewer: CustomerViewer) => Where) => ({
  merchant: all,
  customer: { rows },
})

/** The access to rows that name their customer: customers see their own. */
export const owner = customersOwn(({ customerId }) => ({ customerId }))

/** The field that says whether a row is archived, for those who see the row. */
export const deleted = (audience: 'everybody' | 'customer') =>
  ({ deleted: { of: 'archivedAt', as: 'isSet', audience, description: 'Whether it is archived.' } }) as const

/** Products on show: customers and visitors see those that are visible and not deleted. */
export const onShow = { visible: true, deleted: false }
const shown = { rows: () => onShow }
export const storefront = { merchant: all, customer: shown, visitor: shown }

/** The access to parts of a product on show. */
const ofShown = { rows: () => ({ product: onShow }) }
export const partOfStorefront = { merchant: all, customer: ofShown, visitor: ofShown }

/** The same, but that customers and visitors reach it through what it is a part of, and by no root field. */
export const asPart = <Own extends Access>(access: Own): Own => forOthers(access, () => ({ isPart: true }))

/** The same, but for relations that only merchants follow. */
export const without = <Own extends Access>(closed: readonly string[], access: Own): Own =>
  forOthers(access, ({ closed: before = [] }) => ({ closed: [...before, ...closed] }))

/** The same, of the rows that have this condition as well. */
export const only = <Own extends Access>(condition: object, access: Own): Own =>
  Object.fromEntries(
    Object.entries(access).map(([role, own]) => [
      role,
      { ...own, rows: (viewer: never) => ({ AND: [condition, own.rows(viewer)] }) },
    ]),
  ) as Own

const forOthers = <Own extends Access>(access: Own, changeOf: (own: { closed?: readonly string[] }) => object): Own => ({
  ...access,
  ...(access.customer && { customer: { ...access.customer, ...changeOf(access.customer) } }),
  ...(access.visitor && { visitor: { ...access.visitor, ...changeOf(access.visitor) } }),
})
