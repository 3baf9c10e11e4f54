/** The visibility of rows per role: the one wall between tenants, customers and the storefront. */
import { requireScopes } from '../auth/scopes.ts'
import type { Role, Viewer } from '../auth/viewer.ts'
import { forbidden, howToAuthenticate, unauthenticated } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { canRead, type RoleAccess } from './audience.ts'
import type { Column } from './model.ts'
import type { Link, Resource } from './registry.ts'

/** The access of a role to a resource; undefined for none. */
const accessOf = (resource: Resource, role: Role): RoleAccess<Viewer, object> | undefined =>
  (resource.access as Partial<Record<Role, RoleAccess<Viewer, object>>>)[role]

/** Whether a viewer has rows of its own: a visitor without a token has none. */
const hasOwn = (viewer: Viewer): boolean => viewer.role !== 'visitor' || viewer.cartId !== 0n

/** Whether a row of the viewer's own leads to a record: the row itself does, or a record that it leads to. */
export type OfOwn = { isOfOwn: boolean }

/** Whether records that a record leads to are those of the viewer's own, given whether the record itself is. */
export const leadsToOwn = (resource: Resource | undefined, role: Role, { isOfOwn }: OfOwn): OfOwn => ({
  isOfOwn: isOfOwn || (resource !== undefined && accessOf(resource, role)?.isOwn === true),
})

/** The same of the records of a list: those that are read by themselves too are found as others are. */
export const ofListed = ({ target, list }: Link, role: Role, { isOfOwn }: OfOwn): OfOwn => ({
  isOfOwn: isOfOwn && (!list || accessOf(target, role)?.isPart === true),
})

export const ofNobody: OfOwn = { isOfOwn: false }

/**
 * The condition every read of a resource carries.
 *
 * @throws Refusal UNAUTHENTICATED or FORBIDDEN when the viewer's role sees nothing of it at all.
 */
export function visible(resource: Resource, viewer: Viewer, { isOfOwn }: OfOwn = ofNobody): Record<string, unknown> {
  if (viewer.role === 'stranger') throw unauthenticated(`No store has this address. ${howToAuthenticate}`)
  // Operators and workers see all rows of their store.
  if (viewer.role === 'operator' || viewer.role === 'worker') return { storeId: viewer.storeId }
  const access = accessOf(resource, viewer.role)
  if (access && (!access.isOwn || hasOwn(viewer))) {
    const seen = { storeId: viewer.storeId, ...access.rows(viewer) }
    return access.elsewhere && !isOfOwn ? { AND: [seen, access.elsewhere] } : seen
  }
  throw viewer.role === 'visitor' ? unauthenticated() : forbidden(say`${field(resource.name)} is not open to this credential.`)
}

/** The condition of a read from a root field, where parts of other records are for merchants. */
export function visibleAtRoot(resource: Resource, viewer: Viewer): Record<string, unknown> {
  if (accessOf(resource, viewer.role)?.isPart) checkMerchant(resource.name, viewer)
  if (viewer.role === 'merchant') requireScopes(viewer, resource.readBy, resource.scopes)
  return visible(resource, viewer)
}

/** Refuses internal data of the store to every role but merchants. */
export function checkMerchant(what: string, { role }: Viewer): void {
  if (role === 'merchant') return
  throw role === 'customer' ? forbidden(say`${field(what)} is open to merchants only.`) : unauthenticated()
}

/** Refuses a relation that the viewer's role may not follow. */
export function checkLink(link: Link, viewer: Viewer): void {
  const { target } = link
  visible(target, viewer)
  if (link.isConnection && viewer.role === 'merchant') requireScopes(viewer, 'read', target.scopes)
  if (link.closedTo.includes(viewer.role)) throw forbidden(say`${field(link.name)} is open to merchants only.`)
}

/** Refuses to filter or order by a column that the viewer may not read. */
export function checkColumn(column: Column | undefined, viewer: Viewer): void {
  if (column && !canRead(viewer.role, column.audience))
    throw forbidden(say`${field(column.name)} is not open to this credential.`)
}
