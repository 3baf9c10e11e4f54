/** Reads disputes from their gateways: those of notices and of lists, until each is over. */
import { contextInProcess } from '../in-process.ts'
import { type DueDispute, endReading, noteDispute, takeDueDisputes, takeListed } from '../payments/disputes.ts'
import { inTime } from '../payments/gateway.ts'
import { reportingGatewaysOnce } from '../payments/gateways.ts'
import { applyDispute } from '../resources/disputes/apply.ts'
import type { Worker } from './renewals.ts'

/** Lists the accounts whose turn it is, and reads all disputes that are due. @returns how many disputes were read. */
export async function lookAtDisputes(worker: Worker): Promise<number> {
  const reporting = reportingGatewaysOnce(worker)
  const attempt = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        reporting.report(error)
        return false
      },
    )
  await attempt(listAccounts(worker))
  let read = 0
  for (;;) {
    const rows = await takeDueDisputes(worker.db, worker.clock)
    if (rows.length === 0) return read
    const results = await Promise.all(rows.map((row) => attempt(readDispute(worker, row))))
    read += rows.length
    // With a silent gateway the others would wait as long.
    if (!results.includes(true)) return read
  }
}

/** Finds disputes of which no notice came. */
async function listAccounts({ db, clock, gateways }: Worker): Promise<void> {
  for (const { storeId, gateway, since } of await takeListed(db, clock)) {
    const { disputes } = gateways.of(gateway)
    const references = disputes ? await inTime(() => disputes.list(storeId, since)) : []
    for (const reference of references) await noteDispute(db, clock, { storeId, gateway, reference })
  }
}

async function readDispute({ db, clock, gateways, report, eventsWritten }: Worker, dispute: DueDispute): Promise<void> {
  const { storeId, gateway, reference, hasTestClock } = dispute
  const { disputes } = gateways.of(gateway)
  const found = disputes && (await inTime(() => disputes.find(storeId, reference)))
  if (!found) return dispute.isOld ? endReading(db, dispute) : undefined
  const viewer = { role: 'worker', storeId, currency: '', timeZone: 'UTC', pageBase: null, hasTestClock } as const
  const now = clock.now()
  const context = contextInProcess({ db, clock, gateways, viewer, now, report, ...(eventsWritten && { eventsWritten }) })
  await applyDispute(context, { dispute, found })
}
