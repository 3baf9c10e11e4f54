/** The examples of requests: each works in the demo store as it stands, by itself and after all others. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { exampleOrder } from '../../prisma/example-bodies.ts'
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
  const body = examples?.demo.value ?? example
  return { name, method, address, body, customer, fields: fieldsOf(name, body) }
}

/** The fields of a body that is a record's, and whether null is a value of each. */
function fieldsOf(name: string, body: unknown): [field: string, takesNull: boolean][] {
  const { properties = {} } = document.components.schemas[`${name}Body`] ?? {}
  if (Array.isArray(body)) return []
  return Object.entries(properties as object).map(([field, schema]) => [field, /"null"/.test(JSON.stringify(schema))])
}

type Request = (typeof requests)[number]

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

  async function answerTo({ method, address, body, customer }: Request, isDryRun: boolean) {
    const as = address.startsWith('/v1/store/api/') ? await store.customerToken(customer) : store.merchant
    const headers: Record<string, string> = isDryRun ? { 'X-Dry-Run': 'true' } : {}
    const { status, body: answer } = await store.rest(`${method} ${address}`, as, { body: JSON.stringify(body), headers })
    return { status, answer }
  }

  async function send(request: Request, isDryRun: boolean) {
    const { status, answer } = await answerTo(request, isDryRun)
    const { method, address, body } = request
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
    for (const request of requests) faults.push(...(await send(request, true)))
    expect(faults).toEqual([])
  })

  it('take null for each field where the schema says so; elsewhere it is 400, or as good as no field', async () => {
    const faults: string[] = []
    for (const request of requests)
      for (const [field, takesNull] of request.fields) {
        const { [field]: _, ...others } = request.body as Record<string, unknown>
        const answerOf = (body: object) => answerTo({ ...request, body }, true)
        const answer = await answerOf({ ...others, [field]: null })
        if (takesNull ? answer.status < 300 : answer.status === 400) continue
        if (!isDeepStrictEqual(answer, await answerOf(others))) faults.push(`${request.name} ${field}: ${JSON.stringify(answer)}`)
      }
    expect(faults).toEqual([])
  })

  it('work one after the other', async () => {
    const faults: string[] = []
    for (const request of requests) faults.push(...(await send(request, false)))
    expect(faults).toEqual([])
  })
})
