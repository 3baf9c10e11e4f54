/** Checks what clients send back of the parts of products beside the fields of the input. */

import { checkRecord } from '../../writes/sent-back.ts'
import type { Write } from '../../writes/write.ts'
import { registry } from '../describe.ts'
import type { PartPlan } from './set-parts.ts'

/** The check of the parts of a product. @param index the place of the product among those of the write. */
export const checkingParts =
  (write: Write, index = 0): PartPlan['check'] =>
  (model, row, path) => {
    checkRecord(write, registry.of(model), row, { index, path })
  }
