import { notFound } from '../../errors.ts'
import { mutation } from '../describe.ts'
import { lockOwner, metadataOwner, recordOf, scopeOfOwner } from './owner.ts'

mutation('deleteMetadata', {
  description: 'Deletes a metadata record.',
  by: ['merchant', 'customer'],
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field({ type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' }) }),
  async write(write, { owner: given }, subject) {
    const owner = await lockOwner(write, given, subject)
    const { tx, viewer } = write
    const where = recordOf(viewer.storeId, owner)
    const found = await tx.metadata.findUnique({ where, select: { data: true } })
    if (!found) throw notFound()
    // Its entries go with it.
    await tx.metadata.delete({ where, select: { id: true } })
    return { ...subject, changes: { data: { from: found.data, to: null } } }
  },
})
