/** Lists of changes since a mark: the parameters that ask for them, and the envelope of the answer. */
import type { OperationResult } from '../graphql/run.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import type { Parameter } from '../http/search.ts'
import { defaultPageSize, maxPageSize } from '../schema/paging.ts'
import { badInput } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { shown } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import type { WalkPlace } from './export.ts'
import { isNoise, unbracketed, writeQuery } from './query.ts'
import { readEmbedded, whole } from './read.ts'
import { errorReply, listReply } from './reply.ts'

export const changedSince = 'changed_since'

/** The parameters of a list of what changed, beside those of every list, each with its description. */
export const changesParameters = {
  [changedSince]:
    'Lists what changed since this mark, the `next_mark` of the reading before, in the order of the changes; all records where it is empty. Without filters, `page` and `sort`; archived records are listed.',
  after: `The place that a page of \`${changedSince}\` goes on from; \`next\` has it.`,
}

const taken = [...Object.keys(changesParameters), 'limit', 'with']

/**
 * The variables of a list of what changed: `changed_since=<mark>&limit=100`, and `after` from its second page on.
 *
 * @throws Refusal BAD_INPUT naming each other parameter, and each whose value is not allowed.
 */
export function readChangesVariables(row: Compiled, parameters: readonly Parameter[]): Record<string, unknown> {
  const given = parameters.filter((each) => !isNoise(each)).map(unbracketed)
  const last = (name: string) => given.findLast((parameter) => parameter.name === name)?.value || undefined
  const [, first, embedded] = together(
    () =>
      each(given, ({ name }) => {
        if (!taken.includes(name)) throw badInput(refusalOf(name))
      }),
    () => whole('limit', last('limit') ?? String(defaultPageSize), 1, maxPageSize),
    () =>
      readEmbedded(
        row,
        given.filter(({ value }) => value !== ''),
      ),
  )
  return { changedSince: last(changedSince) ?? '', first, ...(last('after') && { after: last('after') }), ...embedded }
}

const refusalOf = (name: string): string =>
  `${shown(name)} is not for ${changedSince}, which takes ${taken.slice(1).join(', ')}: a record that leaves a filter would be missed, and changes come in their own order.`

/** The envelope of what changed: that of a list, and where the reading stands. */
export function changesReply({ errors, answer = {}, mediaType }: OperationResult, parameters: readonly Parameter[]): HttpAnswer {
  const [error] = errors ?? []
  if (error) return errorReply(error)
  const { text = '[]', count = 0, pageInfo = '{}', changes = '{}' } = answer
  const { end_cursor: end, has_next_page: hasMore } = JSON.parse(pageInfo) as WalkPlace
  const others = parameters.filter(({ name }) => name !== 'after')
  const next = hasMore && end !== null ? writeQuery([{ name: 'after', value: end }, ...others]) : null
  return listReply({ count, next, prev: null }, text, changes.slice(1, -1), mediaType)
}
