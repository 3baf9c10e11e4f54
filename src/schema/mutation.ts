/** Mutations: one input, one payload with the record and the user errors, and a write that goes through the door. */
import type { InputFieldMap } from '@pothos/core'
import { requireScopes, type ScopedResource } from '../auth/scopes.ts'
import type { Viewer, Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { forbidden, unauthenticated } from '../values/errors.ts'
import { inGraphql } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import type { Builder, InputBuilder, MadeBuilder } from './builder.ts'
import { conditionInput, readCondition } from './condition.ts'
import type { BeforeUndone } from './dry-run.ts'
import type { AnyInput, AnyOptions, CredentialRule, Door, Leaves, RunMutation, RunOptions, Writing } from './mutation-options.ts'
import type { FirstOutcome, UserError } from './outcome.ts'
import type { Permission } from './permission.ts'
import { planned, type WriteField, type WrittenRead } from './reads.ts'
import type { Registry } from './registry.ts'
import { SeveralRecords } from './several.ts'
import { inWords, ofMutation } from './wording.ts'

const dryRun = {
  type: 'Boolean' as const,
  required: true as const,
  defaultValue: false,
  description:
    'Whether only to try: the payload and its refusals are what they would be, and nothing is kept, charged or logged. A card is not asked whether it would be declined; the ids of records that would be made are 0, which no record has.',
}

export class Mutations<W extends Writing> {
  private readonly builder: Builder
  private readonly registry: Registry
  private readonly door: Door<W>
  private readonly leaves: Leaves | undefined
  /** The types that each write may emit, by its name. */
  readonly emittedTypes = new Map<string, readonly string[]>()
  private readonly credentialRules = new Map<string, CredentialRule>()
  private readonly userError
  private several: SeveralRecords | undefined

  constructor({ builder, errorCode, refusalReason }: MadeBuilder, registry: Registry, door: Door<W>, leaves?: Leaves) {
    this.builder = builder
    this.registry = registry
    this.door = door
    this.leaves = leaves
    builder.mutationType({
      description: 'Everything that can be written. A refusal by a rule is in `userErrors`, not in `errors`.',
    })
    this.userError = userErrorType({ builder, errorCode, refusalReason }, leaves)
  }

  /** Adds a mutation; it takes one argument `input`, or none, beside `dryRun`, and answers a payload of its own. */
  add(name: string, options: AnyOptions<W>): RunMutation<AnyInput> {
    if (!options.scope && !options.shows && !options.many) throw new Error(`${name} must say which scope it takes`)
    const { builder } = this
    const typeName = name.charAt(0).toUpperCase() + name.slice(1)
    const description = `For \`${name}\`. ${options.description}`
    const several = options.many && this.severalRecords()
    const own = options.input && this.withCondition(options.input, options)
    const fields = own && several ? withPolicy(own, several) : own
    const input = fields && builder.inputType(`${typeName}Input`, { description, fields })
    const { permission } = options
    const by = options.by ?? (permission === undefined ? ['merchant'] : ['merchant', 'customer'])
    const check: CredentialRule = (viewer, given) => {
      checkWriter(viewer, by)
      checkPermission(viewer, permission, given)
      if (viewer.role === 'merchant' && !options.needsNoScope?.(viewer, given))
        requireScopes(viewer, 'write', [...this.scopesOf(options, given), ...(options.besides?.(given) ?? [])])
    }
    this.credentialRules.set(name, check)
    const run = this.running(name, options)
    const write: WriteField['write'] = async ({ input: given = {} }, context, beforeUndone) => {
      check(context.viewer, given)
      return run(context, given, beforeUndone)
    }
    builder.mutationField(name, (t) => {
      // Of a scope that the input decides nothing can be said yet.
      const scopes = typeof options.scope === 'function' ? undefined : this.scopesOf(options, {})
      return t.field({
        type: this.payloadType(typeName, name, options),
        nullable: true,
        description: ofMutation(options, by, scopes),
        extensions: {
          scopes: scopes ?? options.scope,
          meaning: options.description,
          charges: options.charges,
          ...(options.many && { rows: ({ input }: { input?: object }) => recordsIn(input, options.many).length }),
          write: { write } satisfies WriteField,
        },
        args: {
          ...(input && {
            input: t.arg({
              type: input,
              required: true,
              description: 'Its values; a rule that refuses one names it in `userErrors`.',
            }),
          }),
          dryRun: t.arg(dryRun),
        },
        resolve: planned,
      })
    })
    return run
  }

  /**
   * Refuses a credential that may not run a mutation, exactly as the mutation itself does.
   *
   * @param name of the mutation.
   * @param input what it would be given, where that decides which scope it takes.
   * @throws Refusal UNAUTHENTICATED or FORBIDDEN.
   */
  checkCredential(name: string, viewer: Viewer, input: AnyInput = {}): void {
    const check = this.credentialRules.get(name)
    if (!check) throw new Error(`There is no mutation ${name}.`)
    check(viewer, input)
  }

  /** Does the write for any viewer; a field, where it has one, checks that it may. */
  running<Input>(name: string, options: RunOptions<Input, W>) {
    const { door, registry } = this
    for (const [operation, emits] of Object.entries({ [name]: options.emits, ...options.logs }))
      this.emittedTypes.set(operation, emits)
    const shown = options.shows?.as ?? options.shows?.resource ?? options.many?.resource
    const recordType = shown && snakeCase(shown)
    return async (context: Context, input: Input, beforeUndone?: BeforeUndone): Promise<FirstOutcome> => {
      const { changedIn, given } = readCondition(input, context.viewer)
      const condition = changedIn === undefined ? undefined : { resource: conditionOf(options) ?? '', changedIn }
      const write = (writing: W['given']) => options.write(writing, given)
      const attempt = { operation: name, recordType, input, registry, write, emits: options.emits, condition, beforeUndone }
      const outcome = await door(attempt, context, context.viewer as Writer)
      // Only now, when the write is committed; a transaction may have been tried more than once.
      if (!beforeUndone) options.afterwards?.(context)
      return outcome
    }
  }

  /** The fields of an input with the condition of its write, where the record that it names has marks. */
  private withCondition(fields: (t: InputBuilder) => InputFieldMap, options: AnyOptions<W>) {
    return (t: InputBuilder): InputFieldMap => {
      const own = fields(t)
      const resource = conditionOf(options)
      const isNamed = options.changes !== undefined || 'id' in own
      const isMarked = resource !== undefined && this.registry.has(resource) && this.registry.of(resource).markedBy !== undefined
      return isNamed && isMarked ? { ...own, ...conditionInput(t) } : own
    }
  }

  private severalRecords(): SeveralRecords {
    this.several ??= new SeveralRecords(this.builder, this.registry, this.userError)
    return this.several
  }

  private payloadType(typeName: string, name: string, { shows, showsOnce = {}, many }: AnyOptions<W>) {
    const { leaves } = this
    const results = many && this.severalRecords().results(typeName, name, many)
    const shown = shows?.as ?? shows?.resource ?? ''
    return this.builder.objectRef<FirstOutcome>(`${typeName}Payload`).implement({
      description: shows
        ? `Of \`${name}\`: the ${inWords(shows.resource)} as it is now, or why nothing was written.`
        : `Of \`${name}\`: why nothing was written, if nothing was.`,
      fields: (t) => ({
        ...(shows && {
          [shows.field]: t.field({
            type: this.registry.shown(shown).ref,
            nullable: true,
            description: `The record as it is now; null when the write was refused, unless by CONFLICT${leaves ? `, or that left one: ${leaves.record}` : ''}.`,
            extensions: { read: { written: this.registry.shown(shown) } satisfies WrittenRead },
            resolve: planned,
          }),
        }),
        ...(results && { results: results(t) }),
        ...Object.fromEntries(
          Object.entries(showsOnce).map(([field, description]) => [
            field,
            t.string({
              nullable: true,
              description,
              extensions: { isShownOnce: true },
              resolve: ({ shownOnce }) => shownOnce?.[field] ?? null,
            }),
          ]),
        ),
        dryRun: t.boolean({
          description: 'Whether this was a dry run, and nothing is kept of it.',
          resolve: ({ isDryRun = false }) => isDryRun,
        }),
        userErrors: t.field({
          type: [this.userError],
          description: 'Why the write was refused; empty when it was done.',
          resolve: ({ userErrors }) => userErrors,
        }),
      }),
    })
  }

  private scopesOf({ scope, shows, many }: AnyOptions<W>, input: AnyInput): readonly ScopedResource[] {
    if (scope) return [typeof scope === 'function' ? scope(input) : scope]
    const shown = shows?.resource ?? many?.resource
    return shown ? this.registry.of(shown).scopes : []
  }
}

/** The resource of the record that the condition of a write is about. */
const conditionOf = ({ changes, shows }: Pick<RunOptions<unknown, Writing>, 'changes' | 'shows'>): string | undefined =>
  changes ?? shows?.as ?? shows?.resource

/** The records in the input of a write of several. */
const recordsIn = (input: object = {}, { field }: { field: string } = { field: '' }): readonly unknown[] =>
  (input as Readonly<Record<string, readonly unknown[]>>)[field] ?? []

/** The fields of an input with the choice of what is done about a refused record. */
const withPolicy =
  (fields: (t: InputBuilder) => InputFieldMap, several: SeveralRecords) =>
  (t: InputBuilder): InputFieldMap => ({ ...fields(t), onError: several.onError(t) })

const userErrorType = ({ builder, errorCode, refusalReason }: MadeBuilder, leaves: Leaves | undefined) =>
  builder.objectRef<UserError>('UserError').implement({
    description: `Why a write was refused. Nothing was changed${leaves ? `, but that ${leaves.attempt}` : ''}.`,
    fields: (t) => ({
      code: t.expose('code', { type: errorCode, description: 'The kind of refusal.' }),
      field: t.exposeString('field', { nullable: true, description: 'The input field it is about, if it is about one.' }),
      message: t.string({
        description: 'The refusal as a sentence.',
        resolve: ({ sentence, message }) => (sentence ? inGraphql(sentence) : message),
      }),
      reason: t.field({
        type: refusalReason,
        nullable: true,
        description: 'The reason where the message is fixed, for merchants; null for others, and where the message says it.',
        resolve: ({ because }) => because?.kind ?? null,
      }),
      changedIn: t.id({
        nullable: true,
        description: 'Of CONFLICT, the present `changedIn` of the record; else null.',
        resolve: ({ changedIn }) => changedIn ?? null,
      }),
    }),
  })

function checkWriter(viewer: Viewer, roles: readonly Viewer['role'][]): void {
  // No credential is admitted as these: they are this process itself.
  if (viewer.role === 'operator' || viewer.role === 'worker') return
  if (viewer.role === 'stranger' || (viewer.role === 'visitor' && !roles.includes(viewer.role))) throw unauthenticated()
  if (!roles.includes(viewer.role)) throw forbidden('This write is not open to the credential.')
}

/** Refuses a customer or a visitor what the store has not let them do. */
function checkPermission(viewer: Viewer, permission: Permission | undefined, input: object): void {
  if ((viewer.role !== 'customer' && viewer.role !== 'visitor') || permission === undefined) return
  const needed = typeof permission === 'string' ? [permission] : permission.of(input)
  const open = viewer.role === 'customer' ? viewer.customersMay : viewer.visitorsMay
  const missing = needed.find((name) => !open.includes(name))
  if (missing === undefined) return
  if (viewer.role === 'visitor' && viewer.cartId === 0n) throw unauthenticated()
  throw forbidden(`This shop does not let its ${viewer.role}s do this: ${missing}.`)
}
