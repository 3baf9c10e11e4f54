/** The gateways of a process, by the names that the rows of payments, refunds and payment methods have. */
import type { GatewayAccount, GatewayAccounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'

/** A notice of a gateway about a payment, a refund, a page or a dispute, which is then read from the gateway. */
export type GatewayNotice = {
  /** The gateway's id of it: a repeat has the same. */
  id: string
  type: string
  /** A page is that of a payment, or of a card to be stored. */
  subject: 'payment' | 'refund' | 'page' | 'dispute'
  /** Our reference of the subject; of a dispute that of the gateway. */
  reference: string
}

/**
 * Reads a webhook of a gateway.
 *
 * @param account of the store that it is sent to, if it has one. @returns its notice, undefined where it has no effect here; or the refusal.
 */
export type ReadNotice = (
  header: (name: string) => string | undefined,
  body: Uint8Array,
  account: GatewayAccount | undefined,
  now: Date,
) => { notice: GatewayNotice | undefined } | { code: 'BAD_INPUT' | 'UNAUTHENTICATED'; fault: string }

export type Gateways = {
  /** @throws UnknownGateway, before anything is asked of a gateway. */
  of(name: string): Gateway
  /** The accounts of stores at them; absent where no store can have any. */
  accounts?: GatewayAccounts
  /** The readers of their webhooks, by their names. */
  notices?: Readonly<Record<string, ReadNotice>>
}

/** A row names a gateway that this process does not have, which an operator must add. */
class UnknownGateway extends Error {
  constructor(name: string) {
    super(`This process has no payment gateway ${name}: its payments and refunds stay as they are until it has.`)
  }
}

/** Puts gateways into a table. */
export function gatewaysOf(...gateways: readonly Gateway[]): Gateways {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  return {
    of(name) {
      const gateway = byName.get(name)
      if (!gateway) throw new UnknownGateway(name)
      return gateway
    },
  }
}

/** The same work, which reports each unknown gateway once, however many rows name it. */
export function reportingGatewaysOnce<Work extends { report?: (error: unknown) => void }>(work: Work): Work {
  const { report } = work
  if (!report) return work
  const reported = new Set<string>()
  const once = (error: unknown) => {
    if (!(error instanceof UnknownGateway)) return report(error)
    if (!reported.has(error.message)) report(error)
    reported.add(error.message)
  }
  return { ...work, report: once }
}
