/** Values that one live record of a model has alone, checked for the records of one write together. */
import type { ModelName } from '../db/shape.ts'
import { registry } from '../resources/describe.ts'
import type { WritableTable } from '../values/writable.ts'
import type { Write } from '../writes/write.ts'
import type { RecordFaults } from './record-faults.ts'
import { taken } from './record-links.ts'
import type { RecordValues } from './record-type.ts'
import { liveValue } from './record-values.ts'

/** A record that is to be made, changed or restored. */
type WrittenValues = {
  index: number
  held: (RecordValues & { id: bigint }) | undefined
  isRestored: boolean
  values: RecordValues
}

/** The fields whose values are one record's alone, but for the external id, by which the records are found. */
const uniqueIn = (fields: WritableTable): string[] =>
  Object.entries(fields).flatMap(([name, { isUnique }]) => (isUnique && name !== 'externalId' ? [name] : []))

/** The records that are written: their model, its fields, and the column that says whether one is archived. */
type OfRecords = { model: ModelName; fields: WritableTable; archivedBy?: string | undefined }

/** The keys that two records must not share: the value, or those that it is matched by. */
function keyOf(model: ModelName, name: string): { column: string; keysOf: (text: string) => readonly string[] } {
  return registry.of(model).columns.get(name)?.matchedBy ?? { column: name, keysOf: (text) => [text] }
}

/**
 * Refuses a record with a value that another live record has in another spelling, from before texts were stored in normal form: no index holds
 * these apart. Of texts in ASCII, which have one spelling, nothing is read; of others the kind is locked, so that none is restored meanwhile.
 *
 * @param values those that are written, or all of a record that is restored.
 * @param own the id of the record, where it is there already.
 */
export async function refuseOtherSpellings(write: Write, of: OfRecords, values: RecordValues, own?: bigint): Promise<void> {
  const { model, fields, archivedBy } = of
  for (const name of uniqueIn(fields)) {
    const { column, keysOf } = keyOf(model, name)
    const [stored, ...others] = typeof values[name] === 'string' ? keysOf(values[name]) : []
    if (stored === undefined || others.length === 0) continue
    await write.lockKind(model)
    const found: RecordValues[] = await write.read(model, { [column]: { in: others }, ...liveValue(model, archivedBy) })
    if (found.some(({ id }) => id !== own)) throw taken(model, name)
  }
}

/** Refuses records with a value that another live record has, or another of the same write. */
export async function refuseTakenIn(
  write: Write,
  of: OfRecords,
  plans: readonly WrittenValues[],
  faults: RecordFaults,
): Promise<void> {
  const { model, fields, archivedBy } = of
  const isLive = liveValue(model, archivedBy)
  for (const name of uniqueIn(fields)) {
    const { column, keysOf } = keyOf(model, name)
    const asked = plans.flatMap(({ index, held, isRestored, values }) => {
      const value = name in values ? values[name] : isRestored ? held?.[name] : undefined
      return value == null ? [] : [{ index, own: held?.id, keys: keysOf(value as string) }]
    })
    if (asked.length === 0) continue
    const found: RecordValues[] = await write.read(model, { [column]: { in: asked.flatMap(({ keys }) => keys) }, ...isLive })
    const owners = Map.groupBy(found, (row) => row[column])
    for (const { index, own, keys } of asked)
      if (keys.some((key) => owners.get(key)?.some(({ id }) => id !== own))) faults.refuse(index, taken(model, name))
    faults.refuseTwice(name, asked, ({ keys: [first] }) => first)
  }
}
