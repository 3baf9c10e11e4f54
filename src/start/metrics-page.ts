/** `/metrics`: shows the metrics to those who have the token, or to anybody at an address of their own. */
import { digestOf, isSameHash } from '../auth/secret.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { Metrics } from '../observe/metrics.ts'
import { refusalReply } from '../rest/reply.ts'

export type ShowMetrics = (request: HttpRequest) => Promise<HttpAnswer>

const tokenMissing = 'The metrics take the token of METRICS_TOKEN: Authorization: Bearer <token>'

/** The token of the header; the scheme may be in any case. */
const tokenOf = (authorization = ''): string => /^bearer +([^ ].*)$/i.exec(authorization)?.[1] ?? ''

/** @param token asked for as `Authorization: Bearer …`; without one, everybody is shown them. */
export function metricsPage(metrics: Metrics, token: string | undefined): ShowMetrics {
  const expected = token === undefined ? undefined : digestOf(token)
  return async (request) => {
    if (expected !== undefined && !isSameHash(digestOf(tokenOf(request.header('authorization'))), expected))
      return refusalReply('UNAUTHENTICATED', [tokenMissing])
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }
    return { status: 200, headers, body: await metrics.read() }
  }
}
