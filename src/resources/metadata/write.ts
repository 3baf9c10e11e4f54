/** Deletes, replaces and merges metadata: the record and the entries that filters search are written together. */

import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../../db/shape.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { changedEntries, entryOwner } from './entries.ts'
import { lockOwner, metadataOwner, scopeOfOwner } from './owner.ts'
import { checkNumbers, type Data, merged, readData } from './rules.ts'
import { checkOwn, readSent } from './sent-back.ts'

const shows = { field: 'metadata', resource: 'Metadata' } as const
const by = ['merchant', 'customer'] as const
const owner = { type: metadataOwner, description: 'Whose it is; the customer who asks unless given.' } as const
const data = { type: 'Json', required: true, description: 'The keys and values: an object.' } as const

mutation('deleteMetadata', {
  emits: ['metadata.deleted'],
  description: 'Deletes a metadata record.',
  by,
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field(owner) }),
  async write(write, { owner }) {
    const found = await write.lock('Metadata', await lockOwner(write, owner))
    // Its entries go with it.
    await write.delete(found)
    const gone = { type: 'metadata.deleted', recordType: 'metadata', id: found.id } as const
    return { changes: { data: { from: found.data, to: null } }, emits: [gone] }
  },
})

mutation('replaceMetadata', {
  emits: ['metadata.updated'],
  description: 'Puts a metadata record in the place of the one there is, or makes the first.',
  by,
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field(owner), data: t.field(data) }),
  shows,
  write: (write, { owner, data }) => writeMetadata(write, owner, data, (_old, given) => given),
})

mutation('mergeMetadata', {
  emits: ['metadata.updated'],
  description: 'Adds keys to a metadata record or replaces them; other keys stay as they are. Null is a value like others.',
  by,
  scope: scopeOfOwner,
  input: (t) => ({ owner: t.field(owner), data: t.field(data) }),
  shows,
  write: (write, { owner, data }) => writeMetadata(write, owner, data, merged),
})

async function writeMetadata(
  write: Write,
  given: Parameters<typeof lockOwner>[1],
  value: unknown,
  combine: (old: Data, given: Data) => Data,
): Promise<Written> {
  const sent = readSent(value)
  checkNumbers(sent.data)
  const whole = readData(sent.data)
  const owner = await lockOwner(write, given)
  checkOwn(sent, owner, write.viewer.storeId)
  const found = await write.find('Metadata', owner)
  const data = combine((found?.data ?? {}) as Data, whole)
  // A record that stays as it is is not written: it did not change, and each of its entries would leave a dead row behind.
  if (found && isDeepStrictEqual(found.data, data)) return { id: found.id }
  const record = { data: data as Shape<'Metadata'>['data'], updatedAt: write.now }
  const id = found?.id ?? (await write.insert('Metadata', { ...record, ...owner, createdAt: write.now }))
  if (found) await write.change(found, record)
  const { gone, added } = changedEntries((found?.data ?? {}) as Data, data)
  const whose = entryOwner(owner)
  if (gone.length > 0) await write.deleteAll('MetadataEntry', { ...whose, path: { in: gone } })
  await write.insertAll(
    'MetadataEntry',
    added.map((entry) => ({ ...entry, ...whose })),
  )
  return { id, changes: { data: { from: found?.data ?? null, to: data } } }
}
