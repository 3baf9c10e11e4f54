/** Tables of the documents that spell out what the interface has: nothing is missing in them, and nothing is made up. */
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { knownScopes } from '../../src/auth/scopes.ts'
import { readMigrations } from '../../src/db/migrate.ts'
import { statusOf } from '../../src/http/status.ts'
import { writable as addresses } from '../../src/resources/addresses/writable.ts'
import { writable as coupons } from '../../src/resources/coupons/writable.ts'
import { writable as customers } from '../../src/resources/customers/writable.ts'
import { writable as inventory } from '../../src/resources/inventory/writable.ts'
import { giftInfo, writable as orders } from '../../src/resources/orders/writable.ts'
import { writable as paymentMethods } from '../../src/resources/payment-methods/writable.ts'
import { writable as products } from '../../src/resources/products/writable.ts'
import { schema } from '../../src/resources/schema.ts'
import { writable as subscriptions } from '../../src/resources/subscriptions/writable.ts'
import { operators } from '../../src/schema/operators.ts'
import { snakeCase } from '../../src/values/text.ts'
import type { Field, WritableTable as Fields } from '../../src/values/writable.ts'
import { enumValues } from '../support/described.ts'
import { openStore } from '../support/store.ts'
import { codeIn, pages } from './pages.ts'

const store = await openStore()

/** The cells of the rows of a document's tables. */
const rowsOf = (path: string): string[][] =>
  (pages.find((page) => page.path === path)?.prose ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))

it('The table of operators has each, with its names on both surfaces and its meaning', () => {
  const told = rowsOf('src/read/README.md').filter(([name]) => Object.keys(operators).includes(name?.slice(1, -1) ?? ''))
  const there = Object.entries(operators).map(([name, { suffixes, meaning }]) => {
    const spelled = suffixes.map((suffix) => `\`__${suffix}\``).join(', ')
    return [`\`${name}\``, name === 'eq' ? `${spelled}, or nothing` : spelled, meaning]
  })
  expect(told).toEqual(there)
  for (const [name, { suffixes }] of Object.entries(operators)) expect(suffixes[0]).toBe(snakeCase(name))
})

it('The changelog says what each migration of this version does', () => {
  const told = rowsOf('src/CHANGELOG.md').map(([name]) => name)
  const there = readMigrations().map(({ name }) => name)
  const first = there.findIndex((name) => told.includes(`\`${name}\``))
  expect(told.slice(1)).toEqual(there.slice(first).map((name) => `\`${name}\``))
  expect(pages.find(({ path }) => path === 'src/CHANGELOG.md')?.headings).toContain(about.version)
})

describe('The tables of REST', () => {
  const rest = 'src/rest/README.md'

  it('have every status of a refusal', () => {
    const [, bullet = ''] = /^- \*\*failure\*\*:(.*?)^-/ms.exec(pages.find(({ path }) => path === rest)?.prose ?? '') ?? []
    expect(Object.values(statusOf).filter((status) => !bullet.includes(String(status)))).toEqual([])
  })
})

describe('What is told of all resources', () => {
  const textOf = (path: string) => pages.find((page) => page.path === path)?.prose.replaceAll(/\s+/g, ' ') ?? ''
  const wordsOf = (path: string): string[] => [...textOf(path).matchAll(/\w+/g)].map(([word]) => word)

  it.each(['Subscription', 'Order', 'OrderFinancial', 'OrderFulfillment', 'Shipment', 'Fulfillment'])(
    'has each %s status',
    (name) => {
      expect(textOf('src/resources/README.md')).toContain(enumValues(`${name}Status`).join(', '))
    },
  )

  it('has every scope', () => {
    // `*` is no word.
    const words = ['*', ...wordsOf('src/auth/README.md')]
    expect(knownScopes.filter((scope) => !words.includes(scope.replace(/^(read|write)_/, '')))).toEqual([])
  })

  it.each([
    ['addresses', addresses, {}],
    ['payment-methods', paymentMethods, {}],
    ['coupons', coupons, {}],
    ['customers', customers, {}],
    ['subscriptions', subscriptions, {}],
    ['orders', orders, giftInfo],
    ['products', products, {}],
    ['inventory', inventory, {}],
  ] as [string, Fields, Fields][])('has the fields of %s that may be written, as the code has them', (folder, own, inside) => {
    const row = (path: string, { description }: Field) => [`\`${path}\``, description]
    const told = rowsOf(`src/resources/${folder}/README.md`).filter(([name = '']) => /^`[a-z0-9_.]+`$/.test(name))
    expect(told).toEqual([
      ...Object.entries(own).map(([name, field]) => row(snakeCase(name), field)),
      ...Object.entries(inside).map(([name, field]) => row(`order_gift_info.${snakeCase(name)}`, field)),
    ])
  })
})

describe('The language of filters', () => {
  const rows = rowsOf('src/read/README.md').filter((cells) => cells.length === 3)
  const whole = (code: string) => !code.includes('…')
  const graphql = rows.flatMap(([, cell = '']) => codeIn(cell)).filter((code) => whole(code) && /[{[]/.test(code))
  const rest = rows.flatMap(([, , cell = '']) => codeIn(cell)).filter((code) => whole(code) && code.includes('='))

  it('has examples', () => {
    expect([graphql.length, rest.length]).toEqual([12, 17])
  })

  // They are about subscriptions, or else about orders.
  const lists = ['subscriptions', 'orders']

  it.each(graphql)('takes %s in GraphQL', (code) => {
    const argument = code.startsWith('{') ? `filter: ${code}` : code
    const faults = lists.map((list) => validate(schema, parse(`{ ${list}(${argument}) { totalCount } }`)))
    expect(faults).toContainEqual([])
  })

  it.each(rest)('takes %s on REST', async (code) => {
    const answers = await Promise.all(lists.map((list) => store.rest(`/v1/${list}/?${code}`)))
    expect(answers.map(({ status }) => status)).toContain(200)
  })
})
