/** Shows the metrics of a server where the settings say so; without such a setting nothing is counted or loaded. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import about from '../../package.json' with { type: 'json' }
import type { MetricsConfig } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { runAs } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { isAllowedHost } from '../http/allowed-hosts.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { represented } from '../http/representation.ts'
import { AddressError, addressSentence, metricsSettings } from '../http/server/listen.ts'
import { createListener } from '../http/server/listener.ts'
import { refusalReply } from '../rest/reply.ts'
import type { ShowMetrics } from './metrics-page.ts'

type MetricsAddress = NonNullable<MetricsConfig['address']>

type ServedProcess = Pick<OpenedDatabase, 'db' | 'connections'> & {
  clock: Clock
  isEmbedded: boolean
  /** Whether background work is off because the database is a copy. */
  isCopy: () => boolean
  underWay: () => number
  /** Reports an error of what is read for them. */
  report: (error: unknown) => void
}

type ShownMetrics = {
  /** Answers `/metrics` at the server's own port, where there is a token. */
  ofServer: ShowMetrics | undefined
  /** Where they are shown at an address of their own. */
  url: string | undefined
  /** Ends the listening there. */
  close(): void
}

const scrapers = 64

/**
 * Begins to count, and listens at the address of their own, if there is one.
 *
 * @throws AddressError where it cannot be listened at.
 */
export async function openMetrics({ address, token }: MetricsConfig, options: ServedProcess): Promise<ShownMetrics> {
  if (!address && token === undefined) return { ofServer: undefined, url: undefined, close() {} }
  const { db, clock, isEmbedded, isCopy, connections, underWay, report } = options
  // Loaded only where they are used.
  const [{ startMetrics }, { metricsPage }, { readBacklog }] = await Promise.all([
    import('../observe/metrics.ts'),
    import('./metrics-page.ts'),
    import('../observe/backlog.ts'),
  ])
  const metrics = startMetrics({
    version: about.version,
    database: isEmbedded ? 'embedded' : 'postgresql',
    connections,
    isCopy,
    underWay,
    replicas: () => db.replicas?.states() ?? [],
    backlog: () => runAs('metrics', () => readBacklog(db, clock)),
    report,
  })
  const show = metricsPage(metrics, token)
  const isOwn = address !== undefined && isLoopback(address.host)
  const answer = (request: HttpRequest) => {
    // As at a demo store's own address: a page whose name resolves to this machine must not read them.
    if (isOwn && !isAllowedHost(request.hostname, [address.host]))
      return refusalReply('MISDIRECTED', ['Metrics at a loopback address are shown under its own names alone.'])
    if (request.path === '/metrics') return show(request)
    return refusalReply('NOT_FOUND', ['Only /metrics is answered at this address.'])
  }
  const handle = async (request: HttpRequest) => represented(request, await answer(request), true)
  const server = address && createListener({ handle }, 0, { connections: scrapers })
  const url = server && (await listenAt(server, address))
  return {
    url,
    ofServer: token === undefined ? undefined : show,
    close() {
      server?.close()
      server?.closeIdleConnections()
    },
  }
}

async function listenAt(server: Server, address: MetricsAddress): Promise<string> {
  try {
    await once(server.listen(address), 'listening')
  } catch (error) {
    throw new AddressError(addressSentence(error as NodeJS.ErrnoException, address, metricsSettings))
  }
  const { host } = address
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`
}
