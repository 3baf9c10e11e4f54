/** What the product's interface is described with; the one instance, over the product's own data model. */
import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { createDescribing } from '../schema/describe.ts'
import { scalars } from '../schema/scalars.ts'
import { throughDoor } from '../writes/door.ts'
import type { Charging, Write, Written } from '../writes/write.ts'
import { customerKey } from './customers/key-scalar.ts'
import { enums, models } from './data-model.ts'

const plain = { ...scalars.Plain, description: 'Text, a number or a boolean: a value in free-form metadata.' }

type ProductWrites = { given: Write; written: Written | Charging }

export const { builder, errorCode, registry, resource, mutation, operation, toSchema, typeOf } = createDescribing<
  PrismaTypes,
  { CustomerKey: { Input: string; Output: string } },
  ProductWrites
>({
  models,
  enums,
  scalars: { ...scalars, CustomerKey: customerKey, Plain: plain },
  door: throughDoor,
  leaves: { attempt: 'a declined payment leaves its attempt', record: 'a declined payment leaves its order' },
})
