/** The changes that archive a record and restore it. */
import type { InputFieldMap } from '@pothos/core'
import type { ModelName, Shape } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import { inWords, withArticle } from '../schema/wording.ts'
import type { WritableTable } from '../values/writable.ts'
import type { NamedChange, RecordWrites } from './record-declaration.ts'

/** Makes the two changes for a model. @param column the one that says whether a record is archived, a time or true. */
export function archiving<M extends ModelName>(
  model: ModelName,
  column: string,
  { checkUnused, checkRestorable }: Pick<RecordWrites<M, WritableTable, InputFieldMap>, 'checkUnused' | 'checkRestorable'>,
): Record<string, NamedChange<M>> {
  const isTime = models.get(model)?.columns.get(column)?.kind === 'time'
  const called = withArticle(inWords(model))
  const of = (row: object): unknown => (row as Readonly<Record<string, unknown>>)[column]
  const sets = (value: unknown) => ({ [column]: value }) as Partial<Shape<M>>
  return {
    archive: {
      description: `Archives ${called}: it can be chosen no more, its history stays readable, and what it alone may be called comes free.`,
      event: 'archived',
      sets: (row, now) => sets(of(row) || (isTime ? now : true)),
      check: checkUnused && (async (write, row) => (of(row) ? undefined : checkUnused(write, row))),
    },
    restore: {
      description: `Restores ${called} that was archived, unless another has taken what it alone may be called.`,
      event: 'restored',
      sets: () => sets(isTime ? null : false),
      check: checkRestorable && (async (write, row) => (of(row) ? checkRestorable(write, row) : undefined)),
    },
  }
}
