/** Replacing and merging metadata: the record and the entries that filters search are written together. */
import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import { changedEntries, entryOwner } from '../../values/metadata.ts'
import type { Subject, Write, Written } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { lockOwner, metadataOwner, recordOf, scopeOfOwner } from './owner.ts'
import { checkNumbers, type Data, merged, readData } from './rules.ts'

const shows = { field: 'metadata', resource: 'Metadata' }
const by = ['merchant', 'customer'] as const

mutation('replaceMetadata', {
  description: 'Puts a metadata record in the place of the one there is, or makes the first.',
  by,
  scope: scopeOfOwner,
  input: (t) => ({
    owner: t.field({ type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' }),
    data: t.field({ type: 'Json', required: true, description: 'The keys and values: an object.' }),
  }),
  shows,
  write: (write, { owner, data }, subject) => writeMetadata(write, owner, data, subject, (_old, given) => given),
})

mutation('mergeMetadata', {
  description: 'Adds keys to a metadata record or replaces them; other keys stay as they are. Null is a value like others.',
  by,
  scope: scopeOfOwner,
  input: (t) => ({
    owner: t.field({ type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' }),
    data: t.field({ type: 'Json', required: true, description: 'The keys and values: an object.' }),
  }),
  shows,
  write: (write, { owner, data }, subject) => writeMetadata(write, owner, data, subject, merged),
})

async function writeMetadata(
  write: Write,
  given: Parameters<typeof lockOwner>[1],
  value: unknown,
  subject: Subject,
  combine: (old: Data, given: Data) => Data,
): Promise<Written> {
  const { tx, viewer, now } = write
  const { storeId } = viewer
  checkNumbers(value)
  const whole = readData(value)
  const owner = await lockOwner(write, given, subject)
  const where = recordOf(storeId, owner)
  const found = await tx.metadata.findUnique({ where, select: { id: true, data: true } })
  const data = combine((found?.data ?? {}) as Data, whole)
  // A record that stays as it is is not written: it did not change, and each of its entries would leave a dead row behind.
  if (found && isDeepStrictEqual(found.data, data)) return { id: found.id, ...subject, changes: {} }
  const record = { data: data as Prisma.InputJsonObject, updatedAt: now }
  const { id } = found
    ? await tx.metadata.update({ where, data: record, select: { id: true } })
    : await tx.metadata.create({ data: { ...record, ...owner, storeId, createdAt: now }, select: { id: true } })
  const { gone, added } = changedEntries((found?.data ?? {}) as Data, data)
  const whose = { storeId, ...entryOwner(owner) }
  if (gone.length > 0) await tx.metadataEntry.deleteMany({ where: { ...whose, path: { in: gone } } })
  const entries = added.map((entry) => ({ ...entry, ...whose }))
  if (entries.length > 0) await tx.metadataEntry.createMany({ data: entries })
  return { id, ...subject, changes: { data: { from: found?.data ?? null, to: data } } }
}
