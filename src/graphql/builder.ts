/** The schema builder: plugins, scalars and enums, and nothing about any resource. */
import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import type { Context } from '../context.ts'
import { errorCodes } from '../errors.ts'
import { enums } from './model.ts'
import { type ScalarName, scalars } from './scalars.ts'

type ScalarTypes = {
  ID: { Input: string; Output: string }
  Amount: { Input: bigint; Output: bigint | number }
  DateTime: { Input: Date; Output: Date }
  CustomerKey: { Input: string; Output: string }
  Json: { Input: unknown; Output: unknown }
  WholeNumber: { Input: number; Output: number }
  Plain: { Input: string | number | boolean; Output: string | number | boolean }
}

export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  Scalars: ScalarTypes
  DefaultFieldNullability: false
}>({
  plugins: [PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context: Context) => context.db,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
  },
})

// ID stays graphql-js's own; see values/id.ts for what we make of it.
for (const name of Object.keys(scalars) as ScalarName[]) builder.scalarType(name, scalars[name] as never)

// Values of enums are spelled in lower case on both surfaces, as in the contract.
for (const { name, description, values, meanings } of enums) {
  builder.enumType(name, {
    description: `${description} A REST filter also takes the place of a value in this list, counted from 1.`,
    values: Object.fromEntries(values.map((value, place) => [value, { description: meanings[place] ?? '' }])),
  })
}

builder.enumType('ErrorCode', {
  description: 'What kind of refusal an answer is. GraphQL errors carry it in `extensions.code`.',
  values: Object.fromEntries(Object.entries(errorCodes).map(([code, description]) => [code, { description }])),
})

builder.queryType({ description: 'Everything that can be read, limited to what the credential opens.' })
