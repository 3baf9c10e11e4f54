/** Writes of several records: how they go on after a fault, and the part of a payload that says what became of each. */
import type { EnumRef, ObjectRef } from '@pothos/core'
import type { Builder, InputBuilder, RecordRef, SchemaTypes } from './builder.ts'
import type { FirstOutcome, RecordChange, RecordOutcome, UserError } from './outcome.ts'
import { planned, type SeveralRead, type WrittenRead } from './reads.ts'
import type { Registry } from './registry.ts'
import { inWords } from './wording.ts'

/**
 * The records of a write: the input field that lists them, and the payload's field for each; none where their ids are listed, which are of
 * the kind that the input says.
 */
export type ManyRecords<Name extends string = string> =
  | { field: string; record: string; resource: Name }
  | { field: string; record?: undefined; resource?: undefined }

/** The way on after one of several records is refused. */
export type FaultPolicy = 'reject_all' | 'keep_going'

const meanings: Record<RecordChange, string> = {
  created: 'It was made.',
  updated: 'The given fields of it were changed.',
  restored: 'It was archived, and is live again, with what was given of it.',
  unchanged: 'It was as given already; nothing was written.',
}

export class SeveralRecords {
  private readonly builder: Builder
  private readonly registry: Registry
  private readonly userError: ObjectRef<SchemaTypes<unknown>, UserError>
  private readonly change: EnumRef<SchemaTypes<unknown>, string>
  private readonly policy: EnumRef<SchemaTypes<unknown>, string>

  constructor(builder: Builder, registry: Registry, userError: ObjectRef<SchemaTypes<unknown>, UserError>) {
    this.builder = builder
    this.registry = registry
    this.userError = userError
    this.change = builder.enumType('RecordChange', {
      description: 'The change that a write made to a record.',
      values: Object.fromEntries(Object.entries(meanings).map(([value, description]) => [value, { description }])),
    })
    this.policy = builder.enumType('FaultPolicy', {
      description: 'The way on after one of several records is refused.',
      values: {
        reject_all: { description: 'Writes nothing, and names the faults of all.' },
        keep_going: { description: 'Writes the others, and says of each what became of it.' },
      },
    })
  }

  /** The input field that chooses what is done about a refused record. */
  onError = (t: InputBuilder) =>
    t.field({
      type: this.policy,
      defaultValue: 'reject_all',
      description: 'The way on where a record is refused.',
    })

  /** The fields of the payload of a write, with the type of its results. */
  results(typeName: string, name: string, { record, resource }: ManyRecords) {
    const shown = resource === undefined ? undefined : this.registry.shown(resource)
    const type = this.builder.objectRef<RecordOutcome>(`${typeName}Result`).implement({
      description: `Of \`${name}\`: what became of one ${resource === undefined ? 'record' : inWords(resource)}.`,
      fields: (t) => ({
        index: t.int({ description: 'Its place among those given, from 0.', resolve: ({ index }) => index }),
        ok: t.boolean({ description: 'Whether it is as given now.', resolve: ({ change }) => change !== null }),
        change: t.field({
          type: this.change,
          nullable: true,
          description: 'The change made to it; null where it was refused.',
          resolve: ({ change }) => change,
        }),
        ...(shown
          ? {
              [record as string]: t.field({
                type: shown.ref as RecordRef,
                nullable: true,
                description: 'The record as it is now; null where it was refused, unless by CONFLICT.',
                extensions: { read: { written: shown } satisfies WrittenRead },
                resolve: planned,
              }),
            }
          : { id: t.id({ nullable: true, description: 'The record; null where it was refused.', resolve: ({ id }) => id }) }),
        userErrors: t.field({
          type: [this.userError],
          description: 'Why it was refused; empty where it was not.',
          resolve: ({ userErrors }) => userErrors,
        }),
      }),
    })
    return (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes<unknown>, FirstOutcome>) =>
      t.field({
        type: [type],
        description: 'The outcome for each record, in the order given; empty where all were refused.',
        extensions: { read: { several: true } satisfies SeveralRead },
        resolve: planned,
      })
  }
}
