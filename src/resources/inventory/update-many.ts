/** Updates the stock records of many instances in one write. */
import type { Shape } from '../../db/shape.ts'
import { recordCounts } from '../../purchases/stock/stock.ts'
import { RecordFaults, severalOf } from '../../records/record-faults.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { differing } from '../../values/written-values.ts'
import type { WrittenRecord } from '../../writes/result.ts'
import { checkRecord } from '../../writes/sent-back.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation, registry } from '../describe.ts'
import { writable } from './writable.ts'

const maxRecords = 100

type StockRecord = Shape<'ProductInventory'>

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
  const ids = records.map(({ productInstanceId, externalId }, index) => {
    const [id] = faults.judge(index, () => {
      if ((productInstanceId == null) === (externalId == null))
        throw badInput(say`Either ${field('productInstanceId')} or ${field('externalId')} must name the instance.`)
      if (productInstanceId != null) return readId(field('productInstanceId'), productInstanceId)
      const found = byExternalId.get(externalId as string)
      if (found === undefined) throw notFound(say`There is no instance with this ${field('externalId')}.`)
      return found
    })
    return id
  })
  faults.refuseTwice(ids, 'productInstanceId')
  return ids
}

const record = builder.inputType('UpdateInventoriesRecordInput', {
  description: 'A stock record of `updateInventories`; fields that are left out stay as they are.',
  fields: (t) => ({
    productInstanceId: t.id({ description: 'The instance.' }),
    externalId: t.string({ description: 'The external id of the instance, in place of its id.' }),
    ...inputFields(t, writable),
  }),
})

mutation('updateInventories', {
  description: `Changes the stock records of up to ${maxRecords} instances as one write.`,
  emits: ['inventory.updated', 'inventory.low'],
  many: { field: 'inventory', record: 'inventory', resource: 'ProductInventory' },
  input: (t) => ({ inventory: t.field({ type: [record], required: true, description: `The records, 1 to ${maxRecords}.` }) }),
  async write(write, input) {
    const { given: inventory, policy } = severalOf<(typeof input.inventory)[number]>(input, 'inventory', maxRecords)
    const faults = new RecordFaults(write, 'inventory', inventory.length)
    const ids = await instancesOf(write, inventory, faults)
    const rows = await write.lockAll('ProductInventory', { productInstanceId: { in: ids.filter((id) => id !== undefined) } })
    const byInstance = new Map(rows.map((row) => [row.productInstanceId, row]))
    const planned = inventory.flatMap((given, index) =>
      faults.judge(index, () => {
        const row = byInstance.get(ids[index] as bigint)
        if (!row) throw notFound(say`There is no stock of this instance: ${field('productInstanceId')} must name one.`)
        checkRecord(write, registry.of('ProductInventory'), row, { index })
        return { index, row, change: differing(writable, row, given) as Partial<StockRecord> }
      }),
    )
    faults.check(policy)
    const done = planned.filter(({ index }) => !faults.has(index))
    const changed = await write.changeAll(new Map(done.map(({ row, change }) => [row, change])))
    await recordCounts(
      write,
      done.map(({ row, change }) => ({ before: row, after: { ...row, ...change } })),
    )
    const results = done.map(({ index, row }): WrittenRecord => {
      const changes = changed.get(row) ?? {}
      return { index, id: row.id, change: Object.keys(changes).length > 0 ? 'updated' : 'unchanged', changes }
    })
    return { many: faults.results(results) }
  },
})
