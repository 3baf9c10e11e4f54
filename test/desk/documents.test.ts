/** The documents of the Desk fit the schema, and answer a merchant; each is named once. */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, print, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { scopesOfRole } from '../../src/auth/roles.ts'
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
// These name the person who is signed in; the browser runs them.
const ofPerson = ['Shop', 'Account']
const queries = documents.filter((each) => each.operation.operation === 'query' && !ofPerson.includes(nameOf(each)))

/** Variables that the pages send, and records that the demo store has. */
const variables: Record<string, object> = {
  Today: {
    ...{ from: '2026-01-01', toShip: { status: { eq: 'unshipped' } }, subscriptions: true, shipments: true, refunds: true },
    ...{ inventory: true, disputes: true, orders: true, figures: true, customers: true },
  },
  OneSubscription: { id: '1', orders: true, shipments: true, log: true },
  OneOrder: { id: '1', transactions: true, refunds: true, shipments: true, log: true },
  OneCustomer: { id: '1', subscriptions: true, orders: true, mails: true },
  OneProduct: { id: '1', subscriptions: true, shipments: true },
  OneCoupon: { id: '1' },
  Tags: { like: 'v%', customers: true, orders: true, subscriptions: true, products: true },
  Find: {
    ...{ text: '1', like: '%1%', id: '1', customers: true, orders: true, subscriptions: true },
    ...{ shipments: true, products: true, coupons: true },
  },
  Movements: { customers: true },
  Transactions: { orders: true, customers: true },
  Ship: { filter: { status: { eq: 'unshipped' } }, first: 100 },
}

const { graphql, merchant } = await openStore()

const figureScopes = ['subscriptions', 'orders', 'transactions', 'customers'].map((what) => `read_${what}`)

async function keyWith(scopes: readonly string[]): Promise<string> {
  const mutation =
    'mutation ($input: CreateMerchantKeyInput!) { createMerchantKey(input: $input) { secret merchantKey { clientId } } }'
  const { data } = await graphql(mutation, { input: { name: 'A role', scopes } }, merchant)
  const { secret, merchantKey } = data.createMerchantKey
  return `Bearer ${merchantKey.clientId}.${secret}`
}

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

  it('ShowMail answers the words of a mail as its dialog asks for it, which runs dry where it can', async () => {
    const { document } = documents.find((each) => nameOf(each) === 'ShowMail') as Named
    const given = { input: { kind: 'order_receipt', language: 'en' }, dryRun: true }
    const { data } = await graphql(print(document), given, merchant)
    expect(data.previewMail).toMatchObject({
      subject: expect.stringContaining('order'),
      text: expect.stringContaining('Thank you'),
    })
  })

  // The menu shows a page to roles with the scope of its records.
  const pages: readonly (readonly [name: string, scope: string])[] = [
    ...['Today'].map((name) => [name, ''] as const),
    ...['Subscriptions', 'OneSubscription'].map((name) => [name, 'read_subscriptions'] as const),
    ...['Orders', 'OneOrder'].map((name) => [name, 'read_orders'] as const),
    ...['Customers', 'OneCustomer'].map((name) => [name, 'read_customers'] as const),
    ...['Products', 'OneProduct'].map((name) => [name, 'read_products'] as const),
    ...['Coupons', 'OneCoupon'].map((name) => [name, 'read_coupons'] as const),
    ...[['Ship', 'read_shipments'] as const, ['Movements', 'read_subscriptions'] as const],
    ...['Transactions'].map((name) => [name, 'read_transactions'] as const),
  ]

  it.each(['support', 'warehouse', 'marketing', 'read_only'] as const)(
    'answer the role %s, of each page in its menu',
    async (role) => {
      const scopes = scopesOfRole[role] as readonly string[]
      const key = await keyWith(scopes)
      const asked = pages.filter(([, scope]) => scope === '' || scopes.includes(scope)).map(([name]) => name)
      for (const each of queries.filter((one) => asked.includes(nameOf(one)))) {
        const given = Object.entries<unknown>({ first: 50, offset: 0, ...variables[nameOf(each)] }).map(([name, value]) => [
          name,
          value === true
            ? (name === 'figures' ? figureScopes : [`read_${name}`]).every((scope) => scopes.includes(scope))
            : value,
        ])
        const { errors } = await graphql(print(each.document), Object.fromEntries(given), key)
        expect({ document: nameOf(each), errors }).toEqual({ document: nameOf(each), errors: [] })
      }
    },
  )
})
