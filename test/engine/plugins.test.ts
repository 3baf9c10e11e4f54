/** Plugins of the registry take part in the phases of the engine: here one that traces operations. */
import { useOpenTelemetry } from '@envelop/opentelemetry'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { createEngine } from '../../src/graphql/engine.ts'
import type { Streams } from '../../src/graphql/open-streams.ts'
import { contextOf, merchant, schema } from './library.ts'

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

const engineWith = (plugins: Parameters<typeof createEngine>[0]['plugins'] = []) =>
  createEngine({ schema, limits: defaultLimits, showsSchema: true, streams: {} as Streams, plugins })

async function answerOf(engine: ReturnType<typeof engineWith>, text: string) {
  const { document, errors } = engine.prepare(text, { charge() {} })
  if (!document || errors) throw new Error(`${errors}`)
  const { data, errors: failures } = await engine.execute({ document }, contextOf(merchant).context)
  return { data: data?.join(''), errors: failures?.map(({ message }) => message) }
}

it('A tracing plugin has a span for each operation, and the answers stay the same', async () => {
  const plain = engineWith()
  const traced = engineWith([useOpenTelemetry({ document: true }, provider as never) as never])
  const texts = ['query Titles { books(first: 2) { totalCount nodes { title } } }', 'query Other { book(id: 1) { title } }']
  for (const text of texts) expect(await answerOf(traced, text)).toEqual(await answerOf(plain, text))
  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name }) => name)).toEqual(['query.Titles', 'query.Other'])
  expect(spans.map(({ attributes }) => attributes['graphql.execute.operationType'])).toEqual(['query', 'query'])
  for (const { duration } of spans) expect(Math.max(...duration)).toBeGreaterThan(0)
})
