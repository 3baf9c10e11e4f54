/** The examples of requests: each works in the demo store as it stands, by itself and after all others. */
import { describe, expect, it } from 'vitest'
import { exampleOrder, firstExamples } from '../../prisma/example-bodies.ts'
import { openapiDocument } from '../../src/resources/openapi.ts'
import type { OpenapiOperation } from '../../src/rest/openapi/document.ts'
import { parameterOf } from '../support/openapi.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

type Media = { example?: unknown; examples?: { demo: { summary: string; value: unknown } } }

const document = await openapiDocument(today)
const requests = exampleOrder(
  Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath)
      .filter(([, { requestBody }]) => requestBody)
      .map(([method, operation]) => requestOf(method.toUpperCase(), path, operation)),
  ),
)

/** The request that a reader sends who changes nothing of what the document shows. */
function requestOf(method: string, path: string, operation: OpenapiOperation) {
  const { content } = operation.requestBody as { content: { 'application/json': Media } }
  const { example, examples } = content['application/json']
  const named = operation.parameters.map((each) => parameterOf(document, each)).filter((each) => each.in === 'path')
  const address = named.reduce((at, { name, example: value }) => at.replace(`{${name}}`, String(value)), path)
  const customer = BigInt(/^As customer (\d+)$/.exec(examples?.demo.summary ?? '')?.[1] ?? 1)
  const [name = ''] = operation['x-operations']
  return { name, method, address, body: examples?.demo.value ?? example, customer }
}

const times = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(times)
    : typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? [value]
      : []

describe('The examples of requests', async () => {
  const store = await openStore({ isApart: true })
  // The template's store keeps real time, unlike a demo store.
  await store.db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })

  async function send({ method, address, body, customer }: (typeof requests)[number], isDryRun: boolean) {
    const as = address.startsWith('/v1/store/api/') ? await store.customerToken(customer) : store.merchant
    const headers: Record<string, string> = isDryRun ? { 'X-Dry-Run': 'true' } : {}
    const { status, body: answer } = await store.rest(`${method} ${address}`, as, { body: JSON.stringify(body), headers })
    return status < 300 ? [] : [`${method} ${address} ${JSON.stringify(body)}: ${status} ${answer?.errors}`]
  }

  it('are there for each operation with a body, and name no time that is over', () => {
    expect(requests.filter(({ body }) => body === undefined).map(({ name }) => name)).toEqual([])
    const over = requests.filter(({ body }) => times(body).some((time) => new Date(time) <= today))
    expect(over.map(({ name }) => name)).toEqual([])
    expect(requests.flatMap(({ body }) => times(body)).length).toBeGreaterThan(3)
  })

  it('work, each by itself', async () => {
    const faults: string[] = []
    const isFirst = ({ name }: { name: string }) => firstExamples.includes(name)
    for (const request of requests) faults.push(...(await send(request, !isFirst(request))))
    expect(faults).toEqual([])
  }, 120_000)

  it('work one after the other', async () => {
    const faults: string[] = []
    for (const request of requests.filter(({ name }) => !firstExamples.includes(name)))
      faults.push(...(await send(request, false)))
    expect(faults).toEqual([])
  }, 120_000)
})
