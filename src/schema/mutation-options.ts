/** The types of a mutation: its options, one run of it, and the door that its write goes through. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { ScopedResource } from '../auth/scopes.ts'
import type { Viewer, Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { InputBuilder } from './builder.ts'
import type { WriteCondition } from './condition.ts'
import type { BeforeUndone } from './dry-run.ts'
import type { FirstOutcome } from './outcome.ts'
import type { Permission } from './permission.ts'
import type { Registry } from './registry.ts'
import type { ManyRecords } from './several.ts'

/** The field of a payload that shows a record, and the record's resource. */
type ShownRecord<Name extends string = string> = {
  field: string
  resource: Name
  /** The resource's own name, where its model has two. */
  as?: string
}

/** The types of a write: its input, its result, and what it emits. */
export type Writing = { given: unknown; written: unknown; emitted: string }

export type MutationOptions<
  Fields extends InputFieldMap,
  OwnScalars = unknown,
  W extends Writing = Writing,
  Name extends string = string,
> = {
  description: string
  /** The types it may emit; the first is that of its changes, unless the write decides otherwise. */
  emits: Emits<W>
  /** Other names under which it writes beside its own, each with the types it may emit. */
  logs?: Readonly<Record<string, Emits<W>>>
  /** The roles that may run it; merchants unless given. Operators and workers always may. */
  by?: readonly ('merchant' | 'customer' | 'visitor')[]
  /** The name by which a store lets its customers run it too, as one of those that it lists; of several, those that the input needs. */
  permission?: Permission
  /** The fields of its input; a mutation without any takes no input. */
  input?: (t: InputBuilder<OwnScalars>) => Fields
  /** The scope that a key needs, if the input decides or no record is shown; else that of the shown record. */
  scope?: ScopedResource | ((input: InputShapeFromFields<Fields>) => ScopedResource)
  /** Whether a merchant needs no scope for this input: people look after what is their own. */
  needsNoScope?: (viewer: Viewer, input: object) => boolean
  /** The scopes that a key needs beside these for what an input gives. */
  besides?: (input: InputShapeFromFields<Fields>) => readonly ScopedResource[]
  /** The record the payload shows: its field's name and its resource. Without it the payload has only the errors. */
  shows?: ShownRecord<Name>
  /** The resource of the record that `ifChangedIn` is about, unless the input names the record that the payload shows by its `id`. */
  changes?: Name
  /** The records of a write of several, in place of the one that the payload shows. */
  many?: ManyRecords<Name>
  /** Values the payload shows once, such as a new secret, each with its description; a repeat of the request finds null. */
  showsOnce?: Readonly<Record<string, string>>
  /** Called when the write is committed, for what this process keeps in memory. */
  afterwards?: (context: Context) => void
  /** Whether it may move money at the payment gateway, and so be refused because that declined. */
  charges?: boolean
  /** Does the write. */
  write: (write: W['given'], input: InputShapeFromFields<Fields>) => Promise<W['written']>
}

/** The types that a write may emit: at least one. */
export type Emits<W extends Writing> = readonly [W['emitted'], ...W['emitted'][]]

/** One run of a mutation: what was asked for, and the write that does it. */
export type Attempt<W extends Writing = Writing> = {
  /** Name of the mutation. */
  operation: string
  /** Kind of the record it shows. */
  recordType: string | undefined
  input: unknown
  /** Describes the rows that it may lock; those of the ledger of purchases cannot be locked. */
  registry: Registry | undefined
  write: (given: W['given']) => Promise<W['written']>
  emits: Emits<W>
  /** The condition that the record is to meet once it is locked. */
  condition: WriteCondition | undefined
  /** In a dry run: called before everything is taken back, with what reads as it would be. */
  beforeUndone: BeforeUndone | undefined
}

/** The one door that every write goes through. */
export type Door<W extends Writing = Writing> = (attempt: Attempt<W>, context: Context, writer: Writer) => Promise<FirstOutcome>

/** A mutation as other programs of the process run it: operators' commands and workers. */
export type RunMutation<Input> = (context: Context, input: Input) => Promise<FirstOutcome>

/** The records that a refused write may leave behind: of the attempt, and others, each as a clause. */
export type Leaves = { attempt: string; record: string }

export type AnyInput = InputShapeFromFields<InputFieldMap>

/** Refuses a credential that may not run a mutation with an input. */
export type CredentialRule = (viewer: Viewer, input: AnyInput) => void

export type AnyOptions<W extends Writing> = MutationOptions<InputFieldMap, unknown, W>

/** A write, and what is to be known of it to run it. */
export type RunOptions<Input, W extends Writing> = {
  emits: Emits<W>
  logs?: Readonly<Record<string, Emits<W>>>
  shows?: { resource: string; as?: string }
  changes?: string
  many?: { resource?: string | undefined }
  afterwards?: (context: Context) => void
  write: (write: W['given'], input: Input) => Promise<W['written']>
}
