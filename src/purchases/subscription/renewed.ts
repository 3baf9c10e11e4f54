/** The changes of a charge to the subscription that it renewed, for its events and the log. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
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

type RenewedSums = {
  /** The amount that the gateway has charged. */
  brought: number
  /** The credit that is spent, below 0 where some is given. */
  spent: number
  /** When an order that counts as paid was paid, if one was. */
  paidAt?: Date | undefined
  /** When a page is to be opened for its customer, if its payment wants the customer. */
  pageDueAt?: Date | undefined
  /** The update of the customer's counters. */
  counted?: Prisma.Sql | undefined
}

const isOfPlan = (group: string): boolean => group !== 'state'

/** The assignments of the columns in which a charge changes its subscription. */
const setOf = (isWritten: (group: string) => boolean): Prisma.Sql =>
  Prisma.raw(
    renewableColumns
      .filter(([, { group }]) => isWritten(group))
      .map(([name, { written }]) => `${snakeCase(name)} = ${written ?? `(found.next).${snakeCase(name)}`}, `)
      .join(''),
  )

const setState = setOf((group) => !isOfPlan(group))
const setPlan = setOf(isOfPlan)
const ofPlan = new Set<string>(renewableColumns.filter(([, { group }]) => isOfPlan(group)).map(([name]) => name))

/** Changes columns of a charged subscription, in one statement that returns the old values and updates its customer's counters. */
export async function writeRenewed(
  tx: Tx,
  { storeId, id }: { storeId: bigint; id: bigint },
  change: object,
  { brought, spent, paidAt, pageDueAt, counted }: RenewedSums,
): Promise<Renewed | undefined> {
  const columns = Object.fromEntries(Object.entries(change).map(([name, value]) => [snakeCase(name), value]))
  const planned = Object.keys(change).some((name) => ofPlan.has(name)) ? setPlan : Prisma.empty
  const counting = counted ? Prisma.sql`, counted AS (${counted} AND EXISTS (SELECT FROM renewed))` : Prisma.empty
  const [renewed] = await tx.$queryRaw<Renewed[]>`
    WITH renewed AS (UPDATE subscription AS renewed SET ${setState}${planned}
      unpaid_order_id = (found.next).unpaid_order_id, credit = coalesce((found.next).credit - ${spent}::bigint, nullif(-${spent}::bigint, 0)),
      revenue = (found.next).revenue + ${brought}::bigint, paid_orders = (found.next).paid_orders + ${paidAt ? 1 : 0}::int,
      page_due_at = CASE WHEN (found.next).past_due_reason = 'customer_action' THEN ${pageDueAt ?? null}::timestamptz END,
      first_paid_at = coalesce((found.next).first_paid_at, ${paidAt ?? null}::timestamptz), payment_under_way = false, claimed_until = NULL
    FROM (
      SELECT held AS was, jsonb_populate_record(held, ${storedText(columns)}::jsonb) AS next FROM subscription AS held
      WHERE held.store_id = ${storeId}::bigint AND held.id = ${id}::bigint FOR NO KEY UPDATE
    ) AS found
    WHERE renewed.store_id = ${storeId}::bigint AND renewed.id = ${id}::bigint
    RETURNING found.was AS before, renewed AS after)${counting}
    SELECT row_to_json(before) AS before, row_to_json(after) AS after FROM renewed ${keptPlan}`
  return renewed
}
