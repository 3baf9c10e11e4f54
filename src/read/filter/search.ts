/** The condition of the records that a text is looked for in. */
import { hasScopes } from '../../auth/scopes.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Resource, SearchedBy } from '../../schema/registry.ts'
import { maxSearchLength } from '../../schema/search-argument.ts'
import { checkMerchant } from '../../schema/visible.ts'
import { badInput } from '../../values/errors.ts'
import { folded } from '../../values/fold.ts'
import { field, say } from '../../values/sentence.ts'
import { characterCount, isLongerThan } from '../../values/text.ts'
import type { Condition } from './comparison.ts'
import { type Form, inForm } from './placeholder.ts'

/** A search as a condition of rows: how, and the text, which is bound. */
export type Search = { by: SearchedBy; text: unknown }

const isSearchable = (text: string): boolean => !isLongerThan(text, maxSearchLength) && folded(text).trim() !== ''

/** A text that can be looked for, as it is: the database folds it. */
const searchForm: Form = {
  name: 'search',
  keyOf: (text) => (isSearchable(String(text)) ? '' : undefined),
  read: String,
}

/** Checks a text that is looked for. @throws Refusal BAD_INPUT for one that is long, or has nothing that can be found. */
export function checkSearch(text: string, name: string): void {
  if (isLongerThan(text, maxSearchLength))
    throw badInput(say`${field(name)} takes at most ${maxSearchLength} characters, not ${characterCount(text)}.`)
  if (!isSearchable(text)) throw badInput(say`${field(name)} must have a letter or a digit.`)
}

/**
 * The condition of the records of a list that fit a text. Records are found through others where the viewer may read those.
 *
 * @throws Refusal BAD_INPUT, and FORBIDDEN for customers and visitors: some of the texts that are searched are closed to them.
 */
export function searchCondition(resource: Resource, text: unknown, viewer: Viewer): Condition {
  const { searched } = resource
  if (!searched) throw new Error(`${resource.name} is not searched`)
  checkMerchant('search', viewer)
  if (typeof text === 'string') checkSearch(text, 'search')
  const open = searched.through.filter(({ scope }) => viewer.role === 'merchant' && hasScopes(viewer, 'read', [scope]))
  return { SEARCH: { by: { ...searched, through: open }, text: inForm(text, searchForm) } satisfies Search }
}
