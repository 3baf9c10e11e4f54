/** Sends traces where a collector is set; without one nothing is loaded. */
import about from '../../package.json' with { type: 'json' }
import type { TracesConfig } from '../config/config.ts'
import { OperatorError } from '../values/operator-error.ts'

const loadTraces = async () => {
  const { startTraces } = await import('../observe/traces.ts')
  return startTraces
}

/** How long the end waits for the collector to take the last spans. */
const endMilliseconds = 2_000

const notInstalled =
  'A collector of traces is set, but the packages of OpenTelemetry are not installed: run npm ci without --omit=optional, or set OTEL_SDK_DISABLED=true.'

/**
 * Begins to trace.
 *
 * @returns the function that sends the last spans, for two seconds at most.
 * @throws OperatorError when the packages, which are optional, are not installed.
 */
export async function openTraces(
  config: TracesConfig | undefined,
  report: (message: string) => void,
  load = loadTraces,
): Promise<() => Promise<void>> {
  if (!config) return async () => {}
  const startTraces = await load().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw new OperatorError(notInstalled)
    throw error
  })
  const end = startTraces({ ...config, version: about.version, report })
  return () =>
    Promise.race([end().catch(() => {}), new Promise<void>((resolve) => void setTimeout(resolve, endMilliseconds).unref())])
}
