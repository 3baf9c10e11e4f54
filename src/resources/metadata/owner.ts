/** Whose metadata a write is about: one record, locked. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { ModelName } from '../../db/shape.ts'
import { badInput, forbidden } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { builder } from '../describe.ts'
import { type MetadataOwner, type MetadataOwnerColumn, ownerTypes } from './entries.ts'

export const metadataOwner = builder.inputType('MetadataOwner', {
  description: 'The record that the metadata is kept on; give exactly one.',
  isOneOf: true,
  fields: (t) => ({
    subscriptionId: t.id({ description: 'A subscription.' }),
    cartId: t.id({ description: 'A cart that led to an order.' }),
    orderId: t.id({ description: 'An order.' }),
    productId: t.id({ description: 'A product.' }),
    customerId: t.id({ description: 'A customer.' }),
  }),
})

type GivenOwner = Readonly<Partial<Record<MetadataOwnerColumn, string | null>>> | null | undefined

/** The owners: the scope that writes their metadata, and the model that is locked. */
const owners = {
  subscriptionId: { scope: 'subscriptions', model: 'Subscription' },
  cartId: { scope: 'carts', model: 'Cart' },
  orderId: { scope: 'orders', model: 'Order' },
  productId: { scope: 'products', model: 'Product' },
  customerId: { scope: 'customers', model: 'Customer' },
} as const satisfies Record<MetadataOwnerColumn, { scope: ScopedResource; model: ModelName }>

const columnOf = (owner: GivenOwner): MetadataOwnerColumn | undefined =>
  (Object.keys(ownerTypes) as MetadataOwnerColumn[]).find((column) => owner?.[column])

/** The scope that a key needs to write an owner's metadata. */
export const scopeOfOwner = ({ owner }: { owner?: GivenOwner }): ScopedResource => owners[columnOf(owner) ?? 'customerId'].scope

/** The column of a metadata record that names its owner, with the owner's id. */
type Owner = MetadataOwner<bigint>

/**
 * Locks the owner, and with it the record that is there or is to be made.
 *
 * @throws Refusal NOT_FOUND for an owner that is missing or another store's, FORBIDDEN for any that is not the customer
 *   who asks, BAD_INPUT when a merchant names none.
 */
export async function lockOwner(write: Write, given: GivenOwner): Promise<Owner> {
  const { column, id } = readOwner(write, given)
  await write.lock(owners[column].model, { id })
  return { [column]: id } as Owner
}

function readOwner({ viewer }: Write, given: GivenOwner): { column: MetadataOwnerColumn; id: bigint } {
  const column = columnOf(given)
  if (viewer.role === 'customer') {
    const id = viewer.customerId
    if (given == null || (given.customerId && readId(field('customerId'), given.customerId) === id))
      return { column: 'customerId', id }
    throw forbidden('Customers may write their own metadata only.')
  }
  if (!column) throw badInput(say`${field('owner')} is required: whose metadata it is.`)
  return { column, id: readId(field(column), given?.[column] as string) }
}
