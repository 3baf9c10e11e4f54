/** Values that one live record of a model has alone, checked for the records of one write together. */
import type { ModelName } from '../db/shape.ts'
import type { WritableTable } from '../values/writable.ts'
import type { Write } from '../writes/write.ts'
import { models } from './data-model.ts'
import { registry } from './describe.ts'
import type { RecordFaults } from './record-faults.ts'
import { taken } from './record-links.ts'

type RowValues = Readonly<Record<string, unknown>>

/** A record that is to be made, changed or restored. */
type WrittenValues = { index: number; held: (RowValues & { id: bigint }) | undefined; isRestored: boolean; values: RowValues }

/** The fields whose values are one record's alone, but for the external id, by which the records are found. */
const uniqueIn = (fields: WritableTable): string[] =>
  Object.entries(fields).flatMap(([name, { isUnique }]) => (isUnique && name !== 'externalId' ? [name] : []))

/** Refuses records with a value that another live record has, or another of the same write. @param archivedBy the column that says whether one is archived. */
export async function refuseTakenIn(
  write: Write,
  { model, fields, archivedBy }: { model: ModelName; fields: WritableTable; archivedBy: string | undefined },
  plans: readonly WrittenValues[],
  faults: RecordFaults,
): Promise<void> {
  const isTime = archivedBy !== undefined && models.get(model)?.columns.get(archivedBy)?.kind === 'time'
  const isLive = archivedBy === undefined ? {} : { [archivedBy]: isTime ? null : false }
  for (const name of uniqueIn(fields)) {
    // The key that two records must not share: the value, or the key that it is matched by.
    const { column = name, keysOf = (text: string) => [text] } = registry.of(model).columns.get(name)?.matchedBy ?? {}
    const asked = plans.flatMap(({ index, held, isRestored, values }) => {
      const value = name in values ? values[name] : isRestored ? held?.[name] : undefined
      return value == null ? [] : [{ index, own: held?.id, keys: keysOf(value as string) }]
    })
    if (asked.length === 0) continue
    const found: RowValues[] = await write.read(model, { [column]: { in: asked.flatMap(({ keys }) => keys) }, ...isLive })
    const owners = Map.groupBy(found, (row) => row[column])
    for (const { index, own, keys } of asked)
      if (keys.some((key) => owners.get(key)?.some(({ id }) => id !== own))) faults.refuse(index, taken(model, name))
    const keys: unknown[] = []
    for (const { index, keys: all } of asked) keys[index] = all[0]
    faults.refuseTwice(Array.from(keys), name)
  }
}
