/** The gateways of a process, by the names that the rows of payments, refunds and payment methods have. */
import type { Gateway } from './gateway.ts'

export type Gateways = {
  /** @throws UnknownGateway, before anything is asked of a gateway. */
  of(name: string): Gateway
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
