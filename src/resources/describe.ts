/** The functions that describe the product's interface; the one instance, over the product's own data model. */

import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { createDescribing } from '../schema/describe.ts'
import { scalars } from '../schema/scalars.ts'
import { runWrite } from '../writes/door.ts'
import type { EventType } from '../writes/event-types.ts'
import type { PendingCharge, Written } from '../writes/result.ts'
import type { Write } from '../writes/write.ts'
import { customerKey } from './customers/key-scalar.ts'
import { enums, models } from './data-model.ts'
import { eventTypeEnum } from './event-type-enum.ts'

const plain = { ...scalars.Plain, description: 'Text, a number or a boolean: a value in free-form metadata.' }

type ProductWrites = { given: Write; written: Written | PendingCharge; emitted: EventType }

export const {
  builder,
  checkCredential,
  computedList,
  errorCode,
  registry,
  resource,
  mutation,
  operation,
  emittedTypes,
  toSchema,
  typeOf,
} = createDescribing<
  PrismaTypes,
  { CustomerKey: { Input: string; Output: string }; EventType: { Input: string; Output: string } },
  ProductWrites
>({
  models,
  enums: [...enums, eventTypeEnum],
  scalars: { ...scalars, CustomerKey: customerKey, Plain: plain },
  door: runWrite,
  deletions: 'Tombstone',
  leaves: { attempt: 'a declined payment leaves its attempt', record: 'a declined payment leaves its order' },
})
