/** Writes the changes of a charge to the row of its subscription. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import { snakeCase } from '../../values/text.ts'
import { renewableColumns } from './renewable.ts'
import type { Renewed } from './renewed.ts'

/** The amount that the gateway has charged, the credit that is spent, below 0 where some is given, and the update of the customer's counters. */
type RenewedSums = { brought: number; spent: number; counted?: Prisma.Sql | undefined }

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
  { brought, spent, counted }: RenewedSums,
): Promise<Renewed | undefined> {
  const columns = Object.fromEntries(Object.entries(change).map(([name, value]) => [snakeCase(name), value]))
  const planned = Object.keys(change).some((name) => ofPlan.has(name)) ? setPlan : Prisma.empty
  const counting = counted ? Prisma.sql`, counted AS (${counted} AND EXISTS (SELECT FROM renewed))` : Prisma.empty
  const [renewed] = await tx.$queryRaw<Renewed[]>`
    WITH renewed AS (UPDATE subscription AS renewed SET ${setState}${planned}
      unpaid_order_id = (found.next).unpaid_order_id, credit = coalesce((found.next).credit - ${spent}::bigint, nullif(-${spent}::bigint, 0)),
      revenue = (found.next).revenue + ${brought}::bigint, payment_under_way = false, claimed_until = NULL
    FROM (
      SELECT held AS was, jsonb_populate_record(held, ${storedText(columns)}::jsonb) AS next FROM subscription AS held
      WHERE held.store_id = ${storeId}::bigint AND held.id = ${id}::bigint FOR NO KEY UPDATE
    ) AS found
    WHERE renewed.store_id = ${storeId}::bigint AND renewed.id = ${id}::bigint
    RETURNING row_to_json(found.was) AS before, row_to_json(renewed) AS after)${counting}
    SELECT before, after FROM renewed ${keptPlan}`
  return renewed
}
