/** Updates the stock records of many instances in one write. */
import { recordCounts } from '../../purchases/stock/stock.ts'
import { bulkMutation } from '../../records/bulk.ts'
import type { RecordFaults } from '../../records/record-faults.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { differing } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { writable } from './writable.ts'

/** The instance that a record names, by its id or its external id. */
type NamedInstance = { productInstanceId?: string | null | undefined; externalId?: string | null | undefined }

/** The ids of the instances that the records name; those with a fault are left out. */
async function instancesOf(
  write: Write,
  records: readonly NamedInstance[],
  faults: RecordFaults,
): Promise<(bigint | undefined)[]> {
  const externalIds = records.flatMap(({ externalId }) => externalId ?? [])
  const known = externalIds.length > 0 ? await write.read('ProductInstance', { externalId: { in: externalIds } }) : []
  const byExternalId = new Map(known.map(({ externalId, id }) => [externalId, id]))
  const ids = faults.each(records, ({ productInstanceId, externalId }) => {
    if ((productInstanceId == null) === (externalId == null))
      throw badInput(say`Either ${field('productInstanceId')} or ${field('externalId')} must name the instance.`)
    if (productInstanceId != null) return readId(field('productInstanceId'), productInstanceId)
    const found = byExternalId.get(externalId as string)
    if (found === undefined) throw notFound(say`There is no instance with this ${field('externalId')}.`)
    return found
  })
  const named = ids.map((id, index) => ({ id, index }))
  faults.refuseTwice('productInstanceId', named, ({ id }) => id)
  return ids
}

const most = 100

bulkMutation(
  'updateInventories',
  {
    ...{ list: 'inventory', record: 'inventory', resource: 'ProductInventory', most },
    emits: ['inventory.updated', 'inventory.low'],
    async lock(write, given: readonly NamedInstance[], faults) {
      const ids = await instancesOf(write, given, faults)
      const rows = await write.lockAll('ProductInventory', { productInstanceId: { in: ids.filter((id) => id !== undefined) } })
      const byInstance = new Map(rows.map((row) => [row.productInstanceId, row]))
      return ids.map((id) => byInstance.get(id as bigint))
    },
    judge(given, { found, index, compare }) {
      const row = found[index]
      if (!row) throw notFound(say`There is no stock of this instance: ${field('productInstanceId')} must name one.`)
      compare(row)
      return { row, change: differing(writable, row, given) }
    },
    async writeAll(write, plans) {
      const changed = await write.changeAll(new Map(plans.map(({ row, change }) => [row, change])))
      await recordCounts(
        write,
        plans.map(({ row, change }) => ({ before: row, after: { ...row, ...change } })),
      )
      return plans.map(({ row }) => ({ id: row.id, changes: changed.get(row) ?? {} }))
    },
  },
  {
    description: `Changes the stock records of up to ${most} instances as one write.`,
    input: {
      type: 'UpdateInventoriesRecordInput',
      description: 'A stock record of `updateInventories`; fields that are left out stay as they are.',
      called: 'The records',
      fields: (t) => ({
        productInstanceId: t.id({ description: 'The instance.' }),
        externalId: t.string({ description: 'The external id of the instance, in place of its id.' }),
        ...inputFields(t, writable),
      }),
    },
  },
)
