/** Issues the invoices that are due, in any number of processes concurrently: each store's are numbered by one of them at a time. */
import { runAs } from '../db/cancel.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { contextInProcess } from '../in-process.ts'
import { mostDue } from '../resources/invoices/due.ts'
import { issueInvoices } from '../resources/invoices/issue.ts'
import type { Worker } from './renewals.ts'

/** The most stores of one look. */
const mostStores = 100

/** Time budget for invoices per round. */
const roundMilliseconds = 5_000

type InvoicingStore = { storeId: bigint; currency: string; hasTestClock: boolean }

/** Finds the stores in which invoices are due, whatever the number of them. @param after the store to continue after. */
const findDue = (db: Db, after: bigint): Promise<InvoicingStore[]> => db.$queryRaw<InvoicingStore[]>`
  WITH RECURSIVE waiting AS (
    (SELECT store_id FROM invoice_due WHERE store_id > ${after}::bigint ORDER BY store_id LIMIT 1)
    UNION ALL
    SELECT next.store_id FROM waiting CROSS JOIN LATERAL (
      SELECT store_id FROM invoice_due WHERE store_id > waiting.store_id ORDER BY store_id LIMIT 1
    ) AS next
  )
  SELECT store.id AS "storeId", currency, has_test_clock AS "hasTestClock"
  FROM (SELECT store_id FROM waiting LIMIT ${mostStores}::int) AS waiting JOIN store ON store.id = waiting.store_id ORDER BY store.id ${keptPlan}`

/** Issues invoices until none is due, or the time of the round is over. @returns how many. */
export function issueDue(worker: Worker): Promise<number> {
  return runAs('worker', async () => {
    const began = performance.now()
    const isOver = () => worker.signal?.aborted === true || performance.now() - began >= roundMilliseconds
    let all = 0
    for (let after = 0n; !isOver(); ) {
      const stores = await findDue(worker.db, after)
      for (const store of stores) {
        for (let issued = mostDue; issued === mostDue && !isOver(); all += issued) issued = await issueIn(worker, store)
      }
      const last = stores.at(-1)
      if (!last || stores.length < mostStores) break
      after = last.storeId
    }
    return all
  })
}

/** Issues some invoices of a store; a failure is reported, and tried again in the next round. */
async function issueIn(worker: Worker, { storeId, currency, hasTestClock }: InvoicingStore): Promise<number> {
  const { db, clock, gateways, report, eventsWritten = () => {} } = worker
  const viewer = { role: 'worker', storeId, currency, timeZone: 'UTC', hasTestClock, pageBase: null } as const
  const context = contextInProcess({ db, clock, gateways, report, eventsWritten, viewer, now: clock.now() })
  return issueInvoices(context, {}).then(
    ({ many = [] }) => many.length,
    (error: unknown) => {
      report(error)
      return 0
    },
  )
}
