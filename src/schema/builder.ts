/** Creates a schema builder with scalars and enums, independent of any resource. */
import SchemaBuilder, { type EnumRef, type FieldRef, type ObjectRef } from '@pothos/core'
import type { Context } from '../context.ts'
import { errorCodes, refusalReasons } from '../values/errors.ts'
import { checkDotted, nameOfDotted } from './dotted.ts'
import type { Enum } from './model.ts'
import type { AnyScalar } from './scalars.ts'

type ScalarTypes = {
  ID: { Input: string; Output: string }
  Amount: { Input: bigint; Output: bigint | number }
  Date: { Input: string; Output: string }
  DateTime: { Input: Date; Output: Date }
  Json: { Input: unknown; Output: unknown }
  WholeNumber: { Input: number; Output: number }
  Plain: { Input: string | number | boolean; Output: string | number | boolean }
}

/** @typeParam Own the scalars beside the standard ones. */
type BuilderTypes<Own> = { Context: Context; Scalars: ScalarTypes & Own; DefaultFieldNullability: false }
export type SchemaTypes<Own> = PothosSchemaTypes.ExtendDefaultTypes<BuilderTypes<Own>>

export type Builder<Own = unknown> = PothosSchemaTypes.SchemaBuilder<SchemaTypes<Own>>
export type InputBuilder<Own = unknown> = PothosSchemaTypes.InputFieldBuilder<SchemaTypes<Own>, 'InputObject'>

/** Adds the fields of a record's type. */
export type ObjectFields = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes<unknown>, object>
/** A field created by Pothos. */
export type MadeField = FieldRef<SchemaTypes<unknown>, unknown>
/** Pothos's reference to the type of a resource's records. */
export type RecordRef = ObjectRef<SchemaTypes<unknown>, object>

export type Scalars = Readonly<Record<string, AnyScalar>>

/** Pothos's reference to the enum of the refusals' codes. */
export type CodeRef = EnumRef<SchemaTypes<unknown>, string>

/** A builder, and the enums of refusals: their codes, and the reasons beside a fixed message. */
export type MadeBuilder = { builder: Builder; errorCode: CodeRef; refusalReason: CodeRef }

export function createBuilder(scalars: Scalars, enums: readonly Enum[]): MadeBuilder {
  // Where Prisma's plugin is installed as a generator, its types require its options.
  const options = { defaultFieldNullability: false } as never
  const builder: Builder = new SchemaBuilder<BuilderTypes<unknown>>(options)

  // ID stays graphql-js's own; see values/id.ts for its parsing.
  for (const [name, parts] of Object.entries(scalars)) builder.scalarType(name as never, parts as never)

  // Enum values are spelled in lower case on both surfaces, as in the contract.
  for (const { name, description, values, meanings, isDotted = false } of enums) {
    if (isDotted) checkDotted({ name, values })
    const spelling = isDotted
      ? 'GraphQL writes `_` for the dots that REST has.'
      : 'A REST filter also takes the place of a value in this list, counted from 1.'
    const named = values.map((value, place) => {
      const meaning = meanings[place] ?? ''
      return isDotted
        ? [nameOfDotted(value), { value, description: `\`${value}\`: ${meaning}` }]
        : [value, { value, description: meaning }]
    })
    builder.enumType(name, {
      description: `${description} ${spelling}`,
      values: Object.fromEntries(named),
      extensions: { isDotted },
    })
  }

  const errorCode = builder.enumType('ErrorCode', {
    description: 'The kind of a refusal. GraphQL errors carry it in `extensions.code`.',
    values: Object.fromEntries(Object.entries(errorCodes).map(([code, description]) => [code, { description }])),
  })
  const refusalReason = builder.enumType('RefusalReason', {
    description: 'The reason of a refusal whose message is fixed.',
    values: Object.fromEntries(Object.entries(refusalReasons).map(([reason, description]) => [reason, { description }])),
  })

  builder.queryType({ description: 'Everything that can be read, limited to what the credential opens.' })
  return { builder, errorCode, refusalReason }
}
