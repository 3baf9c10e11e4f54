/** The values that are written of a record: of a new one, of one that changes, and of one that is not archived. Pure. */
import type { ModelName } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import type { Complete, GivenOf, WritableTable } from '../values/writable.ts'
import { complete } from '../values/written-values.ts'
import type { RecordType, RecordValues } from './record-type.ts'

type RulesOf = Pick<RecordType, 'fields' | 'check' | 'derive'>

const ofTable = (values: RecordValues) => values as Complete<WritableTable>

/** The values of a new record, with those that follow from them. @throws Refusal BAD_INPUT naming what is missing or invalid. */
export function newValues({ fields, check, derive }: RulesOf, given: RecordValues): RecordValues {
  const values = complete(fields, given as GivenOf<WritableTable>)
  check?.(values)
  return { ...values, ...derive?.(values) }
}

/**
 * The values that change of a record, with those that follow from them.
 *
 * @param decided the ones that a rule decided.
 *
 * @throws Refusal of the record as it would be.
 */
export function changedValues({ check, derive }: RulesOf, row: RecordValues, decided: RecordValues): RecordValues {
  const whole = ofTable({ ...row, ...decided })
  if (Object.keys(decided).length > 0) check?.(whole)
  const before: RecordValues = derive?.(ofTable(row)) ?? {}
  const following = Object.entries(derive?.(whole, ofTable(row)) ?? {}).filter(
    ([name, value]) => name in decided || value !== before[name],
  )
  return { ...decided, ...Object.fromEntries(following) }
}

/** The values without those that the log and events leave out. */
export const withoutSecrets = ({ fields }: RulesOf, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.isSecret))

/** The value of a record that is not archived. @param archivedBy the column that says whether one is, a time or true. */
export const liveValue = (model: ModelName, archivedBy: string | undefined): RecordValues =>
  archivedBy === undefined ? {} : { [archivedBy]: isTime(model, archivedBy) ? null : false }

/** Whether a column is a time. */
export const isTime = (model: ModelName, column: string): boolean => models.get(model)?.columns.get(column)?.kind === 'time'
