/** Opens pages of gateways for renewals that want their customers: one at a time for each, and another one when it has ended. */
import { contextInProcess } from '../in-process.ts'
import { reportingGatewaysOnce } from '../payments/gateways.ts'
import { claimPages, type DuePage } from '../purchases/subscription/page-due.ts'
import { openRenewalPage } from '../resources/subscriptions/due/page.ts'
import type { Worker } from './renewals.ts'

/** Opens all pages that are due. @returns how many were looked at. */
export async function openRenewalPages(worker: Worker): Promise<number> {
  const { report } = reportingGatewaysOnce(worker)
  let looked = 0
  for (;;) {
    const rows = await claimPages(worker.db, worker.clock)
    if (rows.length === 0) return looked
    looked += rows.length
    const results = await Promise.all(
      rows.map((row) =>
        row.isOpen
          ? 'open'
          : open(worker, row).catch((error: unknown) => {
              report(error)
              return 'failed' as const
            }),
      ),
    )
    // With a silent gateway the others would wait as long.
    if (results.every((result) => result === 'failed')) return looked
  }
}

async function open(
  { db, clock, gateways, report, eventsWritten }: Worker,
  { storeId, id, hasTestClock }: DuePage,
): Promise<'open'> {
  const viewer = { role: 'worker', storeId, currency: '', timeZone: 'UTC', pageBase: null, hasTestClock } as const
  const now = clock.now()
  const context = contextInProcess({ db, clock, gateways, viewer, now, report, ...(eventsWritten && { eventsWritten }) })
  await openRenewalPage(context, { id })
  return 'open'
}
