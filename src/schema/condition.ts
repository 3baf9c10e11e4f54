/** The condition of a write: it is done only while the record is as its sender read it. */
import type { Viewer } from '../auth/viewer.ts'
import { badInput } from '../values/errors.ts'
import { parseId } from '../values/id.ts'
import { field, say } from '../values/sentence.ts'
import { shown } from '../values/text.ts'
import { checkMerchant } from './visible.ts'

/** The input field that has the condition, and the column that it is compared with. */
export const conditionField = 'ifChangedIn'
export const markField = 'changedIn'

/** The resource of the record that a write is about, and the mark that it is to have. */
export type WriteCondition = { resource: string; changedIn: bigint }

/** The input field of a write. */
export const conditionInput = <Made>(t: { id(options: { description: string }): Made }) => ({
  [conditionField]: t.id({
    description: `The record's \`${markField}\` as it was read; once it is another, the write is CONFLICT. For merchants.`,
  }),
})

/**
 * Reads the condition of an input, or of one of its records.
 *
 * @returns the mark, if there is a condition, and the input without it.
 * @throws Refusal BAD_INPUT for a value that is no mark; FORBIDDEN or UNAUTHENTICATED for all who read no marks.
 */
export function readCondition<Input>(input: Input, viewer: Viewer): { changedIn: bigint | undefined; given: Input } {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, conditionField))
    return { changedIn: undefined, given: input }
  const { [conditionField]: value, ...given } = input as Record<string, unknown>
  checkMerchant(conditionField, viewer)
  const changedIn = parseId(String(value))
  if (changedIn === undefined) {
    const end = value === null ? '; leave it out to write in any case' : `, not ${shown(String(value))}`
    throw badInput(say`${field(conditionField)} must be the ${field(markField)} of the record as it was read${end}.`)
  }
  return { changedIn, given: given as Input }
}
