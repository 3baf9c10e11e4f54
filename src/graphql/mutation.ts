/** Mutations: one input, one payload with the record and the user errors, and a write that goes through the door. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { requireScopes, type ScopedResource } from '../auth/scopes.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import { snakeCase } from '../values/text.ts'
import { throughDoor } from '../writes/door.ts'
import type { Charging, FirstOutcome, Subject, UserError, Write, WriteFunction, Writer, Written } from '../writes/write.ts'
import { builder } from './builder.ts'
import { inWords, ofMutation } from './describe.ts'
import { delegateName } from './model.ts'
import { resourceOf } from './registry.ts'

builder.mutationType({ description: 'Everything that can be written. A refusal by a rule is in `userErrors`, not in `errors`.' })

const userError = builder.objectRef<UserError>('UserError').implement({
  description: 'Why a write was refused. Nothing was changed, but that a declined payment leaves its attempt.',
  fields: (t) => ({
    code: t.field({ type: 'ErrorCode' as never, description: 'The kind of refusal.', resolve: ({ code }) => code as never }),
    field: t.exposeString('field', { nullable: true, description: 'The input field it is about, if it is about one.' }),
    message: t.exposeString('message', { description: 'The refusal as a sentence.' }),
  }),
})

type InputBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** The field of a payload that shows a record, and the record's resource. */
type Shown = { field: string; resource: string }

export type MutationOptions<Fields extends InputFieldMap> = {
  description: string
  /** Who may run it; merchants unless said otherwise. */
  by?: readonly Writer['role'][]
  /** The fields of its input; a mutation without any takes no argument. */
  input?: (t: InputBuilder) => Fields
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

/** Adds a mutation; it takes one argument `input`, or none, and answers a payload of its own. */
export function mutation<Fields extends InputFieldMap>(name: string, options: MutationOptions<Fields>): void {
  if (!options.scope && !options.shows) throw new Error(`${name} must say which scope it takes`)
  const typeName = name.charAt(0).toUpperCase() + name.slice(1)
  const input =
    options.input &&
    builder.inputType(`${typeName}Input`, {
      description: `For \`${name}\`. ${options.description}`,
      fields: options.input as never,
    })
  const by = options.by ?? ['merchant']
  builder.mutationField(name, (t) => {
    // Of a scope that the input decides nothing can be said yet.
    const scopes = typeof options.scope === 'function' ? undefined : scopesOf(options, undefined)
    return t.field({
      type: payloadType(typeName, name, options),
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
        if (viewer.role === 'merchant') requireScopes(viewer, 'write', scopesOf(options, args.input))
        const given = (args.input ?? {}) as InputShapeFromFields<Fields>
        const write: WriteFunction = (door, subject) => options.write(door, given, subject)
        const recordType = options.shows && snakeCase(options.shows.resource)
        const outcome = await throughDoor({ operation: name, recordType, input: given }, context, viewer, write)
        // Only now, when the write is committed; a transaction may have been tried more than once.
        if (outcome.cookie) context.cookies.push(outcome.cookie)
        options.afterwards?.(context)
        if (context.idempotency && outcome.userErrors.length > 0) context.idempotency.isRefused = true
        return outcome
      },
    })
  })
}

type Payload = Pick<MutationOptions<InputFieldMap>, 'shows' | 'showsOnce'>

function payloadType(typeName: string, name: string, { shows, showsOnce = {} }: Payload) {
  return builder.objectRef<FirstOutcome>(`${typeName}Payload`).implement({
    description: shows
      ? `Of \`${name}\`: the ${inWords(shows.resource)} as it is now, or why nothing was written.`
      : `Of \`${name}\`: why nothing was written, if nothing was.`,
    fields: (t) => ({
      ...(shows && {
        [shows.field]: t.prismaField({
          type: resourceOf(shows.resource).ref as never,
          nullable: true,
          description:
            'The record as it is now; null when the write was refused, unless that left one: a declined payment leaves its order.',
          resolve: (query, { id }, _args, context: Context) => {
            // Read even when it is not needed: Pothos takes a query nobody reads for a mistake.
            const columns = { ...(query as object) }
            const { viewer, db } = context
            if (id === null || !('storeId' in viewer)) return null as never
            const delegate = db[delegateName(resourceOf(shows.resource).model) as 'subscription']
            const key = { storeId: viewer.storeId, id: BigInt(id) }
            return delegate.findUnique({ ...columns, where: { storeId_id: key } }) as never
          },
        }),
      }),
      ...Object.fromEntries(
        Object.entries(showsOnce).map(([field, description]) => [
          field,
          t.string({ nullable: true, description, resolve: ({ shownOnce }) => shownOnce?.[field] ?? null }),
        ]),
      ),
      userErrors: t.field({
        type: [userError],
        description: 'Why the write was refused; empty when it was done.',
        resolve: ({ userErrors }) => userErrors,
      }),
    }),
  })
}

function scopesOf(
  { scope, shows }: Pick<MutationOptions<InputFieldMap>, 'scope' | 'shows'>,
  input: unknown,
): readonly ScopedResource[] {
  if (scope) return [typeof scope === 'function' ? scope(input as never) : scope]
  return shows ? resourceOf(shows.resource).scopes : []
}

function writerOf(viewer: Viewer, roles: readonly Writer['role'][]): Writer {
  if (viewer.role === 'stranger' || viewer.role === 'visitor') throw unauthenticated()
  if (!roles.includes(viewer.role)) throw forbidden('This write is not open to the credential.')
  return viewer
}
