/** The usual answers to "who sees what". */
import type { CustomerViewer, Visitor } from '../auth/viewer.ts'
import type { Access } from '../schema/audience.ts'

const all = { rows: () => ({}) }

/** The store's own business: customers and visitors see nothing. */
export const merchantOnly = { merchant: all }

/** The storefront and what belongs to it: everybody sees what the store has. */
export const everybody = { merchant: all, customer: all, visitor: all }

/** The condition by which customers see rows that are kept on a customer. */
export const customersOwn = <Where extends object>(rows: (viewer: CustomerViewer) => Where) => ({
  merchant: all,
  customer: { rows, isOwn: true as const },
})

/** The access to rows that name their customer: customers see their own, and what these lead to. */
export const owner = customersOwn(({ customerId }) => ({ customerId }))

/** The condition of rows that are not archived, and of terms and of values of variants whose kind is not archived either. */
export const live = { archivedAt: null }
export const liveTerm = { ...live, subscriptionType: live }
export const liveValue = { ...live, variantType: live }

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

/** The same, but that customers and visitors see the rows alone that have this condition: those that are not archived. */
export const unlessArchived = <Own extends Access>(condition: object, access: Own): Own =>
  forOthers(access, ({ rows }) => ({ rows: (viewer: never) => ({ AND: [condition, rows(viewer)] }) }))

/** The same where nothing that a customer owns, such as an order, leads to the rows. */
export const unlessArchivedElsewhere = <Own extends Access>(condition: object, access: Own): Own =>
  forOthers(access, () => ({ elsewhere: condition }))

/** The same, but that visitors see rows as well: those of their cart, by its token. */
export const ofVisitors = <Own extends Access, Where extends object>(
  own: Own,
  rows: (viewer: Visitor) => Where,
  empty: readonly string[] = [],
) => ({ ...own, visitor: { rows, empty, isOwn: true as const } })

/** The same, of the rows that have this condition as well. */
export const only = <Own extends Access>(condition: object, access: Own): Own =>
  Object.fromEntries(
    Object.entries(access).map(([role, own]) => [
      role,
      { ...own, rows: (viewer: never) => ({ AND: [condition, own.rows(viewer)] }) },
    ]),
  ) as Own

type Others = { rows: (viewer: never) => object; closed?: readonly string[] }

const forOthers = <Own extends Access>(access: Own, changeOf: (own: Others) => object): Own => ({
  ...access,
  ...(access.customer && { customer: { ...access.customer, ...changeOf(access.customer) } }),
  ...(access.visitor && { visitor: { ...access.visitor, ...changeOf(access.visitor) } }),
})
