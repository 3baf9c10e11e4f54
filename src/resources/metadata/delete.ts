import type { Prisma } from '../../../prisma/generated/client/client.ts'
import { notFound } from '../../errors.ts'
import { mutation } from '../../graphql/mutation.ts'
import { lockOwner, metadataOwner, scopeOfOwner } from './owner.ts'

mutation('deleteMetadata', {
  description: 'Deletes a metadata record.',
  by: ['merchant', 'customer'],
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field({ type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' }) }),
  async write(write, { owner: given }, subject) {
    const owner = await lockOwner(write, given, subject)
    const where = owner as Prisma.MetadataWhereUniqueInput
    const found = await write.tx.metadata.findUnique({ where, select: { id: true, data: true } })
    if (!found) throw notFound()
    // Its entries go with it.
    await write.tx.metadata.delete({ where: { id: found.id }, select: { id: true } })
    return { ...subject, changes: { data: { from: found.data, to: null } } }
  },
})
