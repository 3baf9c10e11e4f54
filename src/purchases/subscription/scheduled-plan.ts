/** The plan that a subscription changes to, as clients see it: one value in the place of its columns. Pure. */
import type { Changes } from '../../writes/changes.ts'
import { renewableColumns, type ScheduledColumns } from './renewable.ts'

/** The columns of a scheduled change. */
export const scheduledColumns: readonly string[] = renewableColumns
  .filter(([, { group }]) => group === 'scheduled')
  .map(([name]) => name)

/** The plan that columns schedule, as it is shown; null where they schedule none. */
function shownPlan(columns: Partial<Record<keyof ScheduledColumns, unknown>>) {
  const { scheduledTermId: termId, scheduledProductInstanceId: productInstanceId, ...others } = columns
  const { scheduledQuantity: quantity, scheduledFixedPrice: fixedPrice } = others
  return termId == null ? null : { termId, productInstanceId, quantity, fixedPrice: fixedPrice ?? null }
}

/** Changes of columns, with those of a scheduled change as the one that is shown. @param row the row before, where not all columns changed. */
export function withScheduledChange(changes: Changes, row: Partial<Record<keyof ScheduledColumns, unknown>> = {}): Changes {
  const isScheduled = (name: string) => scheduledColumns.includes(name)
  const [own, others] = [true, false].map((is) => Object.entries(changes).filter(([name]) => isScheduled(name) === is))
  if (!own || own.length === 0) return changes
  const before = Object.fromEntries(own.map(([name, { from }]) => [name, from]))
  const after = Object.fromEntries(own.map(([name, { to }]) => [name, to]))
  const scheduledChange = { from: shownPlan({ ...row, ...before }), to: shownPlan({ ...row, ...after }) }
  return { ...Object.fromEntries(others ?? []), scheduledChange }
}
