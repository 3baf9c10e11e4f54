/** The changes that archive a record and restore it. */
import type { ModelName } from '../db/shape.ts'
import { inWords, withArticle } from '../schema/wording.ts'
import type { NamedChange } from './record-declaration.ts'
import type { AnyRecordWrites, RecordValues } from './record-type.ts'
import { isTime, liveValue } from './record-values.ts'

/** Makes the two changes for a model. @param column the one that says whether a record is archived, a time or true. */
export function archiving(
  model: ModelName,
  column: string,
  { checkUnused, checkRestorable }: Pick<AnyRecordWrites, 'checkUnused' | 'checkRestorable'>,
): Record<string, NamedChange<RecordValues>> {
  const called = withArticle(inWords(model))
  return {
    archive: {
      description: `Archives ${called}: it can be chosen no more, its history stays readable, and what it alone may be called comes free.`,
      event: 'archived',
      sets: (row, now) => ({ [column]: row[column] || (isTime(model, column) ? now : true) }),
      check: checkUnused && (async (write, row) => (row[column] ? undefined : checkUnused(write, row))),
    },
    restore: {
      description: `Restores ${called} that was archived, unless another has taken what it alone may be called.`,
      event: 'restored',
      sets: () => liveValue(model, column),
      check: checkRestorable && (async (write, row) => (row[column] ? checkRestorable(write, row) : undefined)),
    },
  }
}
