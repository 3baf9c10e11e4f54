/** Compares what a client sends back of a record with the record that a write has locked. */
import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '../auth/viewer.ts'
import { canRead } from '../schema/audience.ts'
import { valueOfColumn } from '../schema/columns.ts'
import type { Shown } from '../schema/registry.ts'
import type { SentBack, SentColumns } from '../schema/sent-back.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { parseWhole } from '../values/number.ts'
import { field, say } from '../values/sentence.ts'
import { plainValue } from './changes.ts'
import { checkCondition } from './condition.ts'

/**
 * Checks read-only columns that were sent back. A column that the viewer cannot read never equals.
 *
 * @param row the locked row.
 * @param columns values by the names of the resource's fields, and `advise` of how a column may be changed.
 * @throws Refusal CONFLICT where the row's mark differs; BAD_INPUT naming each other column whose value differs from the row's.
 */
export function checkColumns(
  { typeName, model, columns: shown }: Shown,
  { role }: Viewer,
  row: Readonly<Record<string, unknown>>,
  { columns, advise }: Pick<SentBack, 'columns' | 'advise'>,
  path = '',
): void {
  each(Object.entries(columns), ([name, value]) => {
    const column = shown.get(name)
    const isRead = column && !column.mask && canRead(role, column.audience)
    // A record that is sent back with its mark is written only while it has that.
    if (isRead && path === '' && column.kind === 'mark')
      return checkCondition(model.name, row, parseWhole(String(value)) ?? 0n, true)
    if (isRead && isDeepStrictEqual(plainValue(value), plainValue(valueOfColumn(column, row)))) return
    const advice = advise?.(typeName, name, value)
    throw badInput(say`${named(path, name)} is read-only${advice ? `; ${advice}` : ''}.`)
  })
}

const named = (path: string, name: string) => field(path === '' ? name : `${path}.${name}`)

/**
 * Checks the read-only columns that were sent back of one of several records, or of one of its parts.
 *
 * @param row the locked row; undefined for a record that is made, which has none yet.
 * @param index the place of the record, and `path` that of the part in it.
 * @returns the columns that were sent.
 * @throws Refusal BAD_INPUT naming each column whose value differs from the row's.
 */
export function checkRecord(
  { viewer, context }: { viewer: Viewer; context: { sentBack?: SentBack } },
  record: Shown,
  row: Readonly<Record<string, unknown>> | undefined,
  { index, path = '' }: { index: number; path?: string },
): SentColumns {
  const { records, parts, advise } = context.sentBack ?? {}
  const columns = (path === '' ? records?.[index] : parts?.[index]?.get(path)) ?? {}
  if (row) checkColumns(record, viewer, row, { columns, ...(advise && { advise }) }, path)
  else
    each(Object.keys(columns), (name) => {
      throw badInput(say`${named(path, name)} is read-only, and this one is new: leave it out.`)
    })
  return columns
}
