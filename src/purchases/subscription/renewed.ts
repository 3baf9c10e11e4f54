/** The changes of a charge to the subscription that it renewed, for its events and the log. */
import { snakeCase } from '../../values/text.ts'
import { type Changes, changesOf } from '../../writes/changes.ts'
import { renewableColumns } from './renewable.ts'
import { withScheduledChange } from './scheduled-plan.ts'

/** The old and new values of a renewed subscription, as JSON has them. */
export type Renewed = { before: Record<string, unknown>; after: Record<string, unknown> }

type ShownColumn = { name: string; isTime?: true | undefined }

const shown = renewableColumns.filter(([, { isHidden }]) => !isHidden)
const planColumns: ShownColumn[] = shown.filter(([, { group }]) => group !== 'state').map(([name]) => ({ name }))
const stateColumns: ShownColumn[] = [
  ...shown.filter(([, { group }]) => group === 'state').map(([name, { isTime }]) => ({ name, isTime })),
  // A charge spends and brings these, whatever it changes.
  { name: 'credit' },
  { name: 'revenue' },
]

/** The changed columns that clients can read, each with its old and new value. */
export const changesOfRenewal = (renewed: Renewed): Changes => changesIn(renewed, stateColumns)

/** The changes of what the subscription sends and costs. */
export const changesOfPlan = (renewed: Renewed): Changes =>
  withScheduledChange(changesIn(renewed, planColumns), valuesIn(renewed.before, planColumns))

const changesIn = ({ before, after }: Renewed, columns: readonly ShownColumn[]): Changes =>
  changesOf(valuesIn(before, columns), valuesIn(after, columns))

const valuesIn = (row: Record<string, unknown>, columns: readonly ShownColumn[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ name, isTime }) => {
      const value = row[snakeCase(name)]
      return [name, isTime && typeof value === 'string' ? new Date(value) : value]
    }),
  )
