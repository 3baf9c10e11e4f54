/** An operation on a record, as reads show it. */
import type { Action } from './allowed-actions.ts'
import { builder, errorCode } from './describe.ts'

const blocked = builder.objectRef<NonNullable<Action['blockedBy']>>('ActionBlock').implement({
  description: 'The reason that forbids an operation now: a rule, or that the credential may not run it.',
  fields: (t) => ({
    code: t.expose('code', { type: errorCode, description: 'The kind of refusal.' }),
    message: t.exposeString('message', { description: 'The refusal as a sentence, the same as the operation would give.' }),
  }),
})

export const action = builder.objectRef<Action>('Action').implement({
  description: 'An operation, and whether the credential that asks may run it now.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the operation.' }),
    allowed: t.exposeBoolean('allowed', { description: 'Whether the credential may run it, and the rules allow it.' }),
    changesNothing: t.exposeBoolean('changesNothing', {
      description: 'Whether it is allowed and would change nothing, since the record is already as it would make it.',
    }),
    blockedBy: t.expose('blockedBy', {
      type: blocked,
      nullable: true,
      description: 'The reason that forbids it; null where it is allowed.',
    }),
  }),
})

/** The names of operations in a description. */
export const named = (operations: Readonly<Record<string, unknown>>): string =>
  Object.keys(operations)
    .map((name) => `\`${name}\``)
    .join(', ')
