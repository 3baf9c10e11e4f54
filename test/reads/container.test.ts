/** A plan has a container beside its dialect: other documents than JSON are one more value, here lines and a table. */

import { parse } from 'graphql'
import { expect, it } from 'vitest'
import { databaseClock } from '../../src/db/clock.ts'
import { run } from '../../src/graphql/run.ts'
import { contextInProcess } from '../../src/in-process.ts'
import { openGateways } from '../../src/payments/open.ts'
import { type Container, jsonDocument } from '../../src/read/sql/container.ts'
import { jsonLines } from '../../src/read/sql/ndjson.ts'
import { schema } from '../../src/resources/schema.ts'
import { demoMerchant as viewer } from '../support/demo-merchant.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const { db } = await openStore()

/** A record a line, each as JSON. */
const lines: Container = { ...jsonDocument, mediaType: 'application/x-ndjson', opening: () => '', separator: '\n', closing: '\n' }

/** A heading, and a line of cells for each record. */
const table: Container = {
  mediaType: 'text/csv',
  row: (fields) => fields.flatMap(({ json }, index) => (index > 0 ? [',', ...json] : json)),
  opening: (fields) => `${fields.map(({ name }) => name).join(',')}\r\n`,
  separator: '\r\n',
  closing: '\r\n',
}

const documentOf = (selection: string) => parse(`{ orders(first: 3) { totalCount nodes { ${selection} } } }`)

async function answered(document: ReturnType<typeof documentOf>, container?: Container) {
  const context = contextInProcess({ db, gateways: openGateways(db, databaseClock), viewer, now: today })
  const operation = { document, answerAt: ['orders'], ...(container && { container }) }
  const { answer, mediaType, errors } = await run(schema, operation, context)
  expect(errors).toBeUndefined()
  const goesOn = JSON.parse(answer?.pageInfo ?? 'null')?.hasNextPage ?? false
  return { text: answer?.text ?? '', count: answer?.count, mediaType, goesOn }
}

it.each([
  ['the database writes', 'id placedAt total products(first: 2) { nodes { id } }'],
  ['JavaScript completes', 'id refundable { total }'],
])('the rows that %s stand in the document of the container that the plan has', async (_who, selection) => {
  const document = documentOf(selection)
  const json = await answered(document)
  const records = JSON.parse(json.text) as Record<string, unknown>[]
  expect([records.length, json.mediaType]).toEqual([3, 'application/json; charset=utf-8'])
  const ofLines = await answered(document, lines)
  expect(ofLines.mediaType).toBe('application/x-ndjson')
  expect(ofLines.count).toBe(json.count)
  expect(ofLines.text.endsWith('\n')).toBe(true)
  expect(
    ofLines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(records)
  const ofTable = await answered(document, table)
  const [heading, ...rows] = ofTable.text.trimEnd().split('\r\n')
  expect([ofTable.mediaType, heading]).toEqual(['text/csv', Object.keys(records[0] ?? {}).join(',')])
  expect(rows.map((row) => JSON.parse(`[${row}]`))).toEqual(records.map((record) => Object.values(record)))
  // The plan of the first is still its own.
  expect(await answered(document)).toEqual(json)
})

it.each([
  ['a page', 'first: 3', 3, true],
  ['a page that is not full', 'first: 1000, filter: { id: { in: [1, 2] } }', 2, false],
  ['no rows', 'first: 3, filter: { id: { in: [] } }', 0, false],
])(
  '%s whose rows arrive one by one has those of a page that arrives whole, and whether it goes on',
  async (_what, args, count, goesOn) => {
    for (const place of ['hasNextPage', 'hasNextPage endCursor']) {
      const of = (container: Container) => {
        const document = parse(
          `{ orders(${args}) { nodes { id total products(first: 2) { nodes { id } } } pageInfo { ${place} } } }`,
        )
        return answered(document, container)
      }
      const [apart, whole] = [await of(jsonLines), await of(lines)]
      expect(apart.text).toBe(whole.text.slice(0, -1))
      expect(apart.text.split('\n').filter((line) => line !== '')).toHaveLength(count)
      expect(apart.goesOn).toBe(goesOn)
    }
  },
)
