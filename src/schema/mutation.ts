/** Mutations: one input, one payload with the record and the user errors, and a write that goes through the door. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { requireScopes, type ScopedResource } from '../auth/scopes.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import { snakeCase } from '../values/text.ts'
import type { throughDoor } from '../writes/door.ts'
import type { Charging, FirstOutcome, Subject, UserError, Write, WriteFunction, Writer, Written } from '../writes/write.ts'
import type { Builder, InputBuilder } from './builder.ts'
import { planned, type WrittenRead } from './reads.ts'
import type { Registry } from './registry.ts'
import { inWords, ofMutation } from './wording.ts'

/** The field of a payload that shows a record, and the record's resource. */
type Shown = { field: string; resource: string }

export type MutationOptions<Fields extends InputFieldMap, OwnScalars = unknown> = {
  description: string
  /** Who may run it; merchants unless said otherwise. */
  by?: readonly Writer['role'][]
  /** The fields of its input; a mutation without any takes no argument. */
  input?: (t: InputBuilder<OwnScalars>) => Fields
  /** What a key must be allowed to write, if the input decides or no record is shown; else what the record shown says. */
  scope?: ScopedResource | ((input: never) => ScopedResource)
  /** The record the payload shows: its field's name and its resource. Without it the payload has only the errors. */
  shows?: Shown
  /** Values the payload shows once, such as a new secret, each with its description; a repeat of the request finds null. */
  showsOnce?: Readonly<Record<string, string>>
  /** Called when the write is committed, for what this process keeps in memory. */
  afterwards?: (context: Context) => void
  /** Does the write; see `WriteFunction`. */
  write: (write: Write, input: InputShapeFromFields<Fields>, subject: Subject) => Promise<Written | Charging>
}

/** The one door that every write goes through. */
export type Door = typeof throughDoor

/** What a refused write may leave behind: of what was tried, and of records, each as a clause. */
export type Leaves = { attempt: string; record: string }

type AnyOptions = MutationOptions<InputFieldMap>

export class Mutations {
  private readonly builder: Builder
  private readonly registry: Registry
  private readonly door: Door
  private readonly leaves: Leaves | undefined
  private readonly userError

  constructor(builder: Builder, registry: Registry, door: Door, leaves?: Leaves) {
    this.builder = builder
    this.registry = registry
    this.door = door
    this.leaves = leaves
    builder.mutationType({
      description: 'Everything that can be written. A refusal by a rule is in `userErrors`, not in `errors`.',
    })
    this.userError = userErrorType(builder, leaves)
  }

  /** Adds a mutation; it takes one argument `input`, or none, and answers a payload of its own. */
  add(name: string, options: AnyOptions): void {
    if (!options.scope && !options.shows) throw new Error(`${name} must say which scope it takes`)
    const { builder, door } = this
    const typeName = name.charAt(0).toUpperCase() + name.slice(1)
    const description = `For \`${name}\`. ${options.description}`
    const input = options.input && builder.inputType(`${typeName}Input`, { description, fields: options.input as never })
    const by = options.by ?? ['merchant']
    builder.mutationField(name, (t) => {
      // Of a scope that the input decides nothing can be said yet.
      const scopes = typeof options.scope === 'function' ? undefined : this.scopesOf(options, undefined)
      return t.field({
        type: this.payloadType(typeName, name, options),
        nullable: true,
        description: ofMutation(options.description, by, scopes),
        extensions: { scopes: scopes ?? options.scope, meaning: options.description },
        args: input
          ? {
              input: t.arg({
                type: input,
                required: true,
                description: 'Its values; a rule that refuses one names it in `userErrors`.',
              }),
            }
          : {},
        resolve: async (_root, args: { input?: object }, context) => {
          const viewer = writerOf(context.viewer, by)
          if (viewer.role === 'merchant') requireScopes(viewer, 'write', this.scopesOf(options, args.input))
          const given = (args.input ?? {}) as Record<string, unknown>
          const write: WriteFunction = (within, subject) => options.write(within, given, subject)
          const recordType = options.shows && snakeCase(options.shows.resource)
          const outcome = await door({ operation: name, recordType, input: given }, context, viewer, write)
          // Only now, when the write is committed; a transaction may have been tried more than once.
          if (outcome.cookie) context.cookies.push(outcome.cookie)
          options.afterwards?.(context)
          if (context.idempotency && outcome.userErrors.length > 0) context.idempotency.isRefused = true
          return outcome
        },
      })
    })
  }

  private payloadType(typeName: string, name: string, { shows, showsOnce = {} }: AnyOptions) {
    const { leaves } = this
    return this.builder.objectRef<FirstOutcome>(`${typeName}Payload`).implement({
      description: shows
        ? `Of \`${name}\`: the ${inWords(shows.resource)} as it is now, or why nothing was written.`
        : `Of \`${name}\`: why nothing was written, if nothing was.`,
      fields: (t) => ({
        ...(shows && {
          [shows.field]: t.field({
            type: this.registry.of(shows.resource).ref as never,
            nullable: true,
            description: `The record as it is now; null when the write was refused${leaves ? `, unless that left one: ${leaves.record}` : ''}.`,
            extensions: { read: { written: this.registry.of(shows.resource) } satisfies WrittenRead },
            resolve: planned,
          }),
        }),
        ...Object.fromEntries(
          Object.entries(showsOnce).map(([field, description]) => [
            field,
            t.string({ nullable: true, description, resolve: ({ shownOnce }) => shownOnce?.[field] ?? null }),
          ]),
        ),
        userErrors: t.field({
          type: [this.userError],
          description: 'Why the write was refused; empty when it was done.',
          resolve: ({ userErrors }) => userErrors,
        }),
      }),
    })
  }

  private scopesOf({ scope, shows }: AnyOptions, input: unknown): readonly ScopedResource[] {
    if (scope) return [typeof scope === 'function' ? scope(input as never) : scope]
    return shows ? this.registry.of(shows.resource).scopes : []
  }
}

const userErrorType = (builder: Builder, leaves: Leaves | undefined) =>
  builder.objectRef<UserError>('UserError').implement({
    description: `Why a write was refused. Nothing was changed${leaves ? `, but that ${leaves.attempt}` : ''}.`,
    fields: (t) => ({
      code: t.field({ type: 'ErrorCode' as never, description: 'The kind of refusal.', resolve: ({ code }) => code as never }),
      field: t.exposeString('field', { nullable: true, description: 'The input field it is about, if it is about one.' }),
      message: t.exposeString('message', { description: 'The refusal as a sentence.' }),
    }),
  })

function writerOf(viewer: Viewer, roles: readonly Writer['role'][]): Writer {
  if (viewer.role === 'stranger' || viewer.role === 'visitor') throw unauthenticated()
  if (!roles.includes(viewer.role)) throw forbidden('This write is not open to the credential.')
  return viewer
}
