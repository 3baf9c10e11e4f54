/** Looks at the pages of gateways on which customers enter cards: each is looked at when it is due, until it is finished or over. */
import { contextInProcess } from '../in-process.ts'
import { inTime } from '../payments/gateway.ts'
import { reportingGatewaysOnce } from '../payments/gateways.ts'
import { type DueSetup, endSetup, takeDueSetups } from '../payments/setups.ts'
import { finishPaymentMethodSetup } from '../resources/payment-methods/finish-setup.ts'
import type { Worker } from './renewals.ts'

/** Looks at all pages that are due. @returns how many. */
export async function lookAtSetups(worker: Worker): Promise<number> {
  const reporting = reportingGatewaysOnce(worker)
  let looked = 0
  for (;;) {
    const rows = await takeDueSetups(worker.db, worker.clock)
    if (rows.length === 0) return looked
    const results = await Promise.all(
      rows.map((row) =>
        look(worker, row).catch((error: unknown) => {
          reporting.report(error)
          return 'failed' as const
        }),
      ),
    )
    looked += rows.length
    // With a silent gateway the others would wait as long.
    if (results.every((result) => result === 'failed')) return looked
  }
}

async function look({ db, clock, gateways, report, eventsWritten }: Worker, row: DueSetup): Promise<'looked'> {
  const { storeId, reference, setup, hasTestClock, isOver } = row
  const { setups } = gateways.of(row.gateway)
  const found = setups && setup ? await inTime(() => setups.find(storeId, setup)) : ({ result: 'open' } as const)
  if (found.result === 'done') {
    const viewer = { role: 'worker', storeId, currency: '', timeZone: 'UTC', pageBase: null, hasTestClock } as const
    const now = clock.now()
    const context = contextInProcess({ db, clock, gateways, viewer, now, report, ...(eventsWritten && { eventsWritten }) })
    await finishPaymentMethodSetup(context, { setup: row, found })
  } else if (found.result === 'expired' || isOver) await endSetup(db, storeId, reference, 'expired')
  return 'looked'
}
