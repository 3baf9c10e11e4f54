/** Deletes a metadata record, with the entries that filters search. */
import { mutation } from '../describe.ts'
import { lockOwner, metadataOwner, scopeOfOwner } from './owner.ts'

mutation('deleteMetadata', {
  emits: ['metadata.deleted'],
  description: 'Deletes a metadata record.',
  by: ['merchant', 'customer'],
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field({ type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' }) }),
  async write(write, { owner }) {
    const found = await write.lock('Metadata', await lockOwner(write, owner))
    // Its entries go with it.
    await write.delete(found)
    const gone = { type: 'metadata.deleted', recordType: 'metadata', id: found.id } as const
    return { changes: { data: { from: found.data, to: null } }, emits: [gone] }
  },
})
