/**
 * Sends traces to a collector of OpenTelemetry, by OTLP over HTTP: a request, its operation, and below it statements and calls of the
 * payment gateway; a renewal likewise. Loaded only where a collector is set.
 *
 * Nothing is patched: the spans are the steps that run through `observe`, and the span of a step is the parent of those within it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../config/config.ts'
import { cutText } from '../values/text.ts'
import { addObserver, type Observation, whenEnded } from './observe.ts'

type TracesOptions = TracesConfig & {
  version: string
  /** Reports, at most once a minute, that the collector takes nothing. */
  report: (message: string) => void
}

// Spans that the collector does not take are dropped: they must cost neither memory nor a request's time.
const bounds = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 2_000, exportTimeoutMillis: 10_000 }
const reportMilliseconds = 60_000
const maxText = 2_000

/** Begins to trace; returns the function that sends what is left, and ends it. */
export function startTraces({ url, sampler, ratio, version, report }: TracesOptions): () => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  const complain = (message: string) => {
    if (performance.now() - reportedAt < reportMilliseconds) return
    reportedAt = performance.now()
    report(message)
  }
  const nothing = () => {}
  diag.setLogger({ error: complain, warn: nothing, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.ERROR)
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: bounds.exportTimeoutMillis })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tandem', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...bounds })],
  })
  const end = addObserver(observerOf(provider.getTracer('tandem', version)))
  return async () => {
    end()
    await provider.shutdown()
    diag.disable()
  }
}

/** Chooses the traces that are sent; a sampler based on the parent follows the client's `traceparent`, where there is one. */
function samplerOf(name: TracesConfig['sampler'], ratio: number): Sampler {
  const based = (root: Sampler) => new ParentBasedSampler({ root })
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return based(new AlwaysOnSampler())
    case 'parentbased_always_off':
      return based(new AlwaysOffSampler())
    case 'parentbased_traceidratio':
      return based(new TraceIdRatioBasedSampler(ratio))
  }
}

/** The span that the work under way belongs to. */
const current = new AsyncLocalStorage<Span>()

const observerOf =
  (tracer: Tracer) =>
  <T>(observation: Observation, work: () => T): T => {
    const span = begin(tracer, observation, current.getStore())
    if (!span) return work()
    const end = (failure?: { error: unknown }) => {
      complete(span, observation, failure)
      span.end()
    }
    return current.run(span, () => whenEnded(work, end))
  }

/** The span of a step, if it has one. What has no parent, such as the looks of the background, has none. */
function begin(tracer: Tracer, observation: Observation, parent: Span | undefined): Span | undefined {
  const start = (name: string, kind: SpanKind, attributes: Attributes, context = parent?.spanContext()) =>
    tracer.startSpan(name, { kind, attributes }, context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT)
  switch (observation.kind) {
    case 'request': {
      const { method, path, requestId, traceparent } = observation
      const attributes = { 'http.request.method': method, 'url.path': cutText(path, maxText), 'tandem.request_id': requestId }
      return start(method, SpanKind.SERVER, attributes, remoteParent(traceparent))
    }
    case 'renewal': {
      const { storeId, subscriptionId } = observation
      return start('renewal', SpanKind.INTERNAL, {
        'tandem.store_id': String(storeId),
        'tandem.subscription_id': String(subscriptionId),
      })
    }
    case 'run':
      return start(cutText(observation.operation ?? 'operation', maxText), SpanKind.INTERNAL, {})
    case 'statement': {
      if (!parent) return undefined
      const text = cutText(observation.text, maxText)
      const [verb = 'statement'] = /[A-Z]+/i.exec(text) ?? []
      return start(verb.toUpperCase(), SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.query.text': text })
    }
    case 'gateway':
      return parent && start(`gateway ${observation.call}`, SpanKind.CLIENT, { 'tandem.gateway': observation.gateway })
    default:
      return undefined
  }
}

/** Adds what is known at the end of a step. */
function complete(span: Span, observation: Observation, failure: { error: unknown } | undefined): void {
  if (failure)
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure.error instanceof Error ? failure.error.name : 'Error' })
  if (observation.kind !== 'request') return
  const { method, facts } = observation
  const { surface, status, operation, cost, statements, databaseMilliseconds } = facts
  if (operation !== undefined) span.updateName(`${method} ${operation}`)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttributes({
    'http.response.status_code': status,
    'tandem.surface': surface,
    ...(operation !== undefined && { 'tandem.operation': operation }),
    ...(cost !== undefined && { 'tandem.cost': cost }),
    'tandem.statements': statements,
    'tandem.database_milliseconds': databaseMilliseconds,
  })
}

/**
 * The span that a client's `traceparent` names (W3C Trace Context): `00-<32 hex>-<16 hex>-01`. Refused: others, and ids of zeros; the
 * request then begins a trace of its own.
 */
function remoteParent(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true }
}
