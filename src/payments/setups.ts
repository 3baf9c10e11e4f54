/** The records of pages on which customers enter a card: each is made before the gateway is asked, and looked at until it is over. */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** The first and the longest pause between two looks at a page, which double, and the time after which it is over: Stripe ends it after a day. */
const firstSeconds = 15
const longestSeconds = 600
const openSeconds = 2 * 86_400
const atOnce = 8

/** The most pages that a customer may have opened within a day. */
export const mostSetups = 20

/** A page that is to be looked at. */
export type DueSetup = {
  storeId: bigint
  reference: string
  customerId: bigint
  gateway: string
  setup: string | null
  hasTestClock: boolean
  isOver: boolean
}

/** Records a page that is about to be opened. @returns its reference; undefined where the customer has opened too many. */
export async function recordSetup(
  tx: Tx,
  clock: Clock,
  { storeId, customerId, gateway }: Pick<DueSetup, 'storeId' | 'customerId' | 'gateway'>,
): Promise<string | undefined> {
  const now = clock.inSql()
  const reference = randomUUID()
  const count = await tx.$executeRaw`
    INSERT INTO gateway_setup (store_id, reference, customer_id, gateway, state, created_at, due_at)
    SELECT ${storeId}::bigint, ${reference}, ${customerId}::bigint, ${gateway}, 'open', ${now}, ${now} + ${firstSeconds}::int * interval '1 second'
    WHERE (SELECT count(*) FROM gateway_setup
      WHERE store_id = ${storeId}::bigint AND customer_id = ${customerId}::bigint AND created_at > ${now} - interval '1 day') < ${mostSetups}`
  return count === 1 ? reference : undefined
}

/** Stores the gateway's id of a page. */
export const storeSetup = (tx: Tx, storeId: bigint, reference: string, setup: string): Promise<number> =>
  tx.$executeRaw`UPDATE gateway_setup SET setup = ${setup} WHERE store_id = ${storeId}::bigint AND reference = ${reference}`

/** Ends a page. @returns whether it was open. */
export async function endSetup(tx: Tx | Db, storeId: bigint, reference: string, state: 'done' | 'expired'): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE gateway_setup SET state = ${state}, due_at = NULL
    WHERE store_id = ${storeId}::bigint AND reference = ${reference} AND state = 'open'`
  return count === 1
}

/** Takes the longest-due pages for this process alone: their next look is scheduled before the first is looked at. */
export async function takeDueSetups(db: Db, clock: Clock): Promise<DueSetup[]> {
  const now = clock.inSql()
  const after = (seconds: number) => Prisma.sql`${seconds}::int * interval '1 second'`
  return db.$queryRaw<DueSetup[]>`
    UPDATE gateway_setup SET due_at = ${now} + LEAST(GREATEST(${now} - created_at, ${after(firstSeconds)}), ${after(longestSeconds)})
    WHERE (store_id, reference) IN (SELECT store_id, reference FROM gateway_setup WHERE due_at <= ${now}
      ORDER BY due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    RETURNING store_id AS "storeId", reference, customer_id AS "customerId", gateway, setup,
      (SELECT has_test_clock FROM store WHERE store.id = gateway_setup.store_id) AS "hasTestClock",
      created_at + ${after(openSeconds)} <= ${now} AS "isOver"`
}
