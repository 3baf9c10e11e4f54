/** Traces, as a collector receives them over HTTP: a request, its operation, its statements, and calls of the payment gateway. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TracesConfig } from '../../src/config/config.ts'
import { clockOf } from '../../src/db/clock.ts'
import { openGateways } from '../../src/payments/open.ts'
import { openTraces } from '../../src/start/traces.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addMonthly, addProduct } from '../writes/rows.ts'

type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Resource = { attributes: { key: string; value: { stringValue: string } }[] }
type Export = { resourceSpans: { resource: Resource; scopeSpans: { spans: SentSpan[] }[] }[] }

const received: Export[] = []
const complaints: string[] = []
const collector = createServer(async (request: IncomingMessage, response) => {
  if (request.url === '/v1/traces') received.push(JSON.parse(await text(request)))
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
})
const store = await openStore()
const { db } = store
let url = ''

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})

afterAll(() => collector.close())

const all = { sampler: 'parentbased_always_on', ratio: 1 } as const

/** The spans of some work, as they arrive at the collector. */
async function spansOf(work: () => Promise<unknown>, more: Partial<TracesConfig> = {}): Promise<SentSpan[]> {
  received.length = 0
  const end = await openTraces({ ...all, url: `${url}/v1/traces`, ...more }, (message) => complaints.push(message))
  await work()
  await end()
  return received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
}

const attribute = ({ attributes }: SentSpan, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? intValue
}
const parentOf = (spans: SentSpan[], { parentSpanId }: SentSpan) => spans.find(({ spanId }) => spanId === parentSpanId)
const named = (spans: SentSpan[], name: string) => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`No span is called ${name}: ${spans.map((span) => span.name)}`)
  return found
}

describe('A request', () => {
  it.each([
    ['REST', 'GET GetSubscription', 'GetSubscription', () => store.rest('GET /v1/subscriptions/1/')],
    ['GraphQL', 'POST subscription', 'Mine', () => store.graphql('query Mine { subscription(id: 1) { id } }')],
  ])(
    'on %s has a span, with one for its operation below, and one for each statement below that',
    async (_, name, operation, ask) => {
      await ask()
      const spans = await spansOf(ask)
      const request = named(spans, name)
      expect(request.parentSpanId ?? '').toBe('')
      expect(attribute(request, 'http.response.status_code')).toBe(200)
      expect(attribute(request, 'tandem.request_id')).toMatch(/^[\da-f-]{36}$/)
      const run = named(spans, operation)
      expect(parentOf(spans, run)).toBe(request)
      const statements = spans.filter((span) => attribute(span, 'db.system.name') === 'postgresql')
      expect(statements.length).toBeGreaterThan(0)
      expect(attribute(request, 'tandem.statements')).toBe(statements.length)
      expect(statements.some((span) => parentOf(spans, span) === run)).toBe(true)
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    },
  )

  it('that changes something has the statements of its transaction below its operation', async () => {
    const spans = await spansOf(() =>
      store.graphql(
        'mutation Note { updateSubscription(input: { id: 1, note: "Traced-in-confidence" }) { userErrors { message } } }',
      ),
    )
    const run = named(spans, 'Note')
    for (const name of ['BEGIN', 'UPDATE', 'COMMIT']) expect(parentOf(spans, named(spans, name))).toBe(run)
    expect(JSON.stringify(spans)).not.toContain('Traced-in-confidence')
  })

  it('is in the trace of the client that sends traceparent, and in one of its own when that is malformed', async () => {
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const ask = (traceparent: string) => store.rest('GET /v1/subscriptions/1/', store.merchant, { headers: { traceparent } })
    const [request] = (await spansOf(() => ask(`00-${traceId}-${spanId}-01`))).filter(({ kind }) => kind === 2)
    expect([request?.traceId, request?.parentSpanId]).toEqual([traceId, spanId])
    for (const wrong of [
      'nonsense',
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `ff-${traceId}-${spanId}-01`,
    ]) {
      const [own] = (await spansOf(() => ask(wrong))).filter(({ kind }) => kind === 2)
      expect(own?.traceId).toMatch(/^[\da-f]{32}$/)
      expect(own?.traceId).not.toBe(traceId)
      expect(own?.parentSpanId ?? '').toBe('')
    }
  })

  it('sends no span where its client does not sample the trace', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
    const ask = () => store.rest('GET /v1/subscriptions/1/', store.merchant, { headers: { traceparent } })
    expect(await spansOf(ask)).toEqual([])
  })

  it('that charges has the call of the gateway below its operation', async () => {
    const { id: customerId } = await addCustomer(db)
    const { instanceId } = await addProduct(db, { price: 500 })
    const query = `mutation Charge { createOrder(input: {
      customer: { id: ${customerId} }, products: [{ productInstance: { id: ${instanceId} } }]
    }) { order { id } userErrors { message } } }`
    const spans = await spansOf(() => store.graphql(query))
    const call = spans.find(({ name }) => name === 'gateway charge')
    expect(call, spans.map(({ name }) => name).join()).toBeDefined()
    expect(call && parentOf(spans, call)?.name).toBe('Charge')
    expect(spans.some((span) => parentOf(spans, span) === call)).toBe(true)
  })
})

it('A renewal has a trace of its own, with its statements and the call of the gateway; looks for what is due have none', async () => {
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  const { id } = await addMonthly(db, { endDate: new Date(today.getTime() - 3_600_000), price: 500 })
  const clock = clockOf(() => today)
  const report = (error: unknown) => {
    throw error
  }
  const spans = await spansOf(() => inSight(() => advanceDue({ db, clock, gateways: openGateways(db, clock), report })))
  const renewal = named(spans, 'renewal')
  expect(attribute(renewal, 'tandem.subscription_id')).toBe(String(id))
  expect(parentOf(spans, named(spans, 'gateway charge'))).toBe(renewal)
  expect(spans.filter((span) => span !== renewal && !span.parentSpanId)).toEqual([])
})

describe('Traces', () => {
  it('name the service and its version', async () => {
    await spansOf(() => store.rest('GET /v1/subscriptions/1/'))
    const attributes = received[0]?.resourceSpans[0]?.resource.attributes ?? []
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'tandem' } })
    expect(attributes.find(({ key }) => key === 'service.version')?.value.stringValue).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('are those that the sampler chooses; a sampler based on the parent follows the client', async () => {
    const read = (flags: string) =>
      store.rest('GET /v1/subscriptions/1/', store.merchant, {
        headers: { traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}` },
      })
    const requests = async (flags: string, more: Partial<TracesConfig>) =>
      (await spansOf(() => read(flags), more)).filter(({ name }) => name.startsWith('GET')).length
    expect(await requests('01', {})).toBe(1)
    expect(await requests('00', {})).toBe(0)
    expect(await requests('00', { sampler: 'always_on' })).toBe(1)
    expect(await requests('01', { sampler: 'always_off' })).toBe(0)
    expect(await requests('01', { sampler: 'traceidratio', ratio: 0 })).toBe(0)
    expect(await requests('01', { sampler: 'parentbased_traceidratio', ratio: 0 })).toBe(1)
  })

  it('that a collector does not take are dropped, and told once', async () => {
    complaints.length = 0
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const end = await openTraces({ ...all, url: `http://127.0.0.1:${port}/v1/traces` }, (message) => complaints.push(message))
    expect((await store.rest('GET /v1/subscriptions/1/')).status).toBe(200)
    await end()
    expect(complaints.length).toBeLessThanOrEqual(1)
  })

  it('are not loaded where no collector is set', async () => {
    const load = () => Promise.reject(new Error('loaded'))
    await (await openTraces(undefined, () => {}, load))()
    await expect(openTraces({ ...all, url }, () => {}, load)).rejects.toThrow('loaded')
  })

  it('whose packages are not installed are one clear line', async () => {
    const load = () =>
      Promise.reject(Object.assign(new Error("Cannot find package '@opentelemetry/api'"), { code: 'ERR_MODULE_NOT_FOUND' }))
    await expect(openTraces({ ...all, url }, () => {}, load)).rejects.toThrow(
      'A collector of traces is set, but the packages of OpenTelemetry are not installed: run npm ci without --omit=optional, or set OTEL_SDK_DISABLED=true.',
    )
  })
})
