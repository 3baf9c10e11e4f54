/** The plan of the parts of a product, which checks what clients send back of them beside the fields of the input. */

import type { PartPlan } from '../../records/part-kinds.ts'
import { RowChanges } from '../../records/row-changes.ts'
import { checkRecord } from '../../writes/sent-back.ts'
import type { Write } from '../../writes/write.ts'
import { registry } from '../describe.ts'

/** A plan without changes yet. @param index the place of the product among those of the write. */
export const partPlan = (write: Write, index = 0, changes = new RowChanges()): PartPlan => ({
  changes,
  now: write.now,
  check: (model, row, path) => void checkRecord(write, registry.of(model), row, { index, path }),
})
