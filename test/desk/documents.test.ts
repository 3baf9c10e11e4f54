/** The documents of the Desk fit the schema, and answer a merchant; each is named once. */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, print, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../support/store.ts'

const folder = new URL('../../src/desk/page/documents/', import.meta.url)
const files = globSync('*.ts', { cwd: folder }).sort()

type Named = { file: string; document: DocumentNode; operation: OperationDefinitionNode }

const documents: Named[] = []
for (const file of files) {
  const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>
  for (const [name, document] of Object.entries(exported)) {
    if (!name.endsWith('Document')) continue
    const operation = getOperationAST(document as DocumentNode)
    if (operation) documents.push({ file: basename(file), document: document as DocumentNode, operation })
  }
}
const nameOf = ({ operation }: Named) => operation.name?.value ?? ''
// `Shop` names the person who is signed in; the browser runs it.
const queries = documents.filter((each) => each.operation.operation === 'query' && nameOf(each) !== 'Shop')

/** Variables that the pages send, and records that the demo store has. */
const variables: Record<string, object> = {
  Today: {
    ...{ from: '2026-01-01', today: '2026-12-31T23:59:59Z', subscriptions: true, shipments: true, refunds: true },
    ...{ inventory: true, disputes: true, orders: true, figures: true },
  },
  OneSubscription: { id: '1' },
  OneOrder: { id: '1' },
  OneCustomer: { id: '1' },
  OneProduct: { id: '1' },
  OneCoupon: { id: '1' },
  Find: { like: '%marta%' },
  Ship: { filter: { status: { eq: 'unshipped' } }, first: 100 },
}

const { graphql, merchant } = await openStore()

describe('The documents of the Desk', () => {
  it('are there, each under a name of its own', () => {
    expect(documents.length).toBeGreaterThan(30)
    expect(new Set(documents.map(nameOf)).size).toBe(documents.length)
  })

  it.each(documents.map((each) => [nameOf(each), each] as const))('%s fits the schema', (_, { document }) => {
    expect(validate(schema, document)).toEqual([])
  })

  it.each(queries.map((each) => [nameOf(each), each] as const))('%s answers a merchant', async (name, { document }) => {
    const given = variables[name] ?? { first: 50, offset: 0 }
    const { errors, data } = await graphql(print(document), given as Record<string, unknown>, merchant)
    expect(errors).toEqual([])
    expect(Object.values(data).filter((value) => value === null)).toEqual([])
  })
})
