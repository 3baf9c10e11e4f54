/** The writes of customers on records of their own: the customer who asks need not be named, and some fields stay the store's. */
import { badInput, forbidden } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import type { Field, WritableTable } from '../values/writable.ts'
import type { Write } from '../writes/write.ts'
import type { CustomerWrites } from './record-declaration.ts'

type GivenFields = Readonly<Record<string, unknown>>

/**
 * The input with the customer who asks in the place of one that is left out.
 *
 * @param isNeeded whether a customer must be named.
 * @throws Refusal FORBIDDEN naming a field that customers do not write.
 */
export function withOwner(
  byCustomers: CustomerWrites | undefined,
  { viewer }: Write,
  given: GivenFields,
  isNeeded: boolean,
): GivenFields {
  if (!byCustomers) return given
  const { owner: named = '', closed = [] } = byCustomers
  const refused = viewer.role === 'customer' && closed.find((name) => given[name] !== undefined)
  if (refused) throw forbidden(say`Customers may not write ${field(refused)} by themselves.`)
  if (given[named] != null || !isNeeded) return given
  if (viewer.role !== 'customer') throw badInput(say`${field(named)} is required.`)
  return { ...given, [named]: String(viewer.customerId) }
}

/** The fields of a table, one of which need not be given. */
export const withOptional = <Of extends WritableTable>(fields: Of, name: string): Of => {
  const field = fields[name] as Field
  return { ...fields, [name]: { ...field, nullable: true, description: ofAsker(field.description) } }
}

/** The description of a field that names a customer, who may leave it out. */
export const ofAsker = (description: string): string => `${description.replace(/\.$/, '')}; the customer who asks unless given.`
