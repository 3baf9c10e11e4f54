/** Values of the store alone are neither shown to customers nor found out: not by filters, not by orders, on no path. */
import { describe, expect, test } from 'vitest'
import type { Column } from '../../src/schema/model.ts'
import type { Link, Resource } from '../../src/schema/registry.ts'
import { snakeCase } from '../../src/values/text.ts'
import { delegateName } from '../reads/delegate.ts'
import { rootLists, rootRecords } from '../reads/schema-lists.ts'
import { resourceOf } from '../support/described.ts'
import { openStore } from '../support/store.ts'
import type { Principal } from './isolation/principals.ts'
import { merchantColumns, refusalAtRoot, sees } from './isolation/visible-columns.ts'

const store = await openStore()
const { db, customer, customerId } = store
const principal: Principal = { name: 'a customer', role: 'customer', storeId: 1n, customerId }

// A fee of 777, an amount that nothing else is, so that no answer can hold it by chance.
const told: Record<string, unknown> = {
  amount: 777n,
  integer: 777,
  boolean: true,
  text: 'Pays late',
  json: { told: 'Pays late' },
}
const toldBy = (column: Column | undefined) => (column?.list ? [told[column.kind]] : told[column?.kind ?? ''])
for (const [resource, names] of Object.entries(merchantColumns)) {
  const { model, columns } = resourceOf(resource)
  // No two records have the same external id, and frozen addresses stay as they are.
  const shared = names.filter((name) => name !== 'externalId')
  const data = Object.fromEntries(shared.map((name) => [name, toldBy(columns.get(name))]))
  const delegate = db[delegateName(model.name) as 'order'] as unknown as { updateMany(args: object): Promise<unknown> }
  if (shared.length > 0) await delegate.updateMany({ where: {}, data })
  if (shared.length < names.length)
    await db.$executeRawUnsafe(`UPDATE "${snakeCase(model.name)}" SET external_id = 'Pays late'
      WHERE store_id = 1 AND id = (SELECT min(id) FROM "${snakeCase(model.name)}" WHERE store_id = 1)`)
}

const isOpen = ({ target, closedTo }: Link) => sees(target.name, principal) !== undefined && !closedTo.includes(principal.role)

/** A list that the customer may ask, and how a filter of it leads to a resource. */
type Way = { list: string; of: Resource; wrap: (filter: object) => object; path: string }

/** Every way to a resource by the filter of a list: its own list, or over one relation, or over two. */
function waysTo(wanted: string): Way[] {
  const open = rootLists.filter(({ resource }) => !refusalAtRoot(resource.name, principal))
  let ways: (Way & { at: Resource })[] = open.map(({ name, resource }) => ({
    list: name,
    of: resource,
    at: resource,
    wrap: (filter) => filter,
    path: '',
  }))
  const found = [...ways]
  for (const _step of [1, 2]) {
    ways = ways.flatMap(({ list, of, at, wrap, path }) =>
      [...at.links.values()]
        .filter((link) => isOpen(link) && link.target.name !== 'Metadata')
        .map(({ name, target }) => ({
          list,
          of,
          at: target,
          wrap: (filter: object) => wrap({ [name]: filter }),
          path: `${path}${snakeCase(name)}.`,
        })),
    )
    found.push(...ways)
  }
  return found.filter(({ at }) => at.name === wanted)
}

const operands: Record<string, unknown> = { boolean: true, amount: 777, integer: 777, time: '2026-03-15T12:00:00Z' }

// No list shows an open cart.
const isListed = ([resource]: [string, unknown]) => resource !== 'OpenCart'
const closed = Object.entries(merchantColumns)
  .filter(isListed)
  .flatMap(([resource, names]) => names.map((name) => ({ resource, name })))

describe.each(closed)('$name of $resource', ({ resource, name }) => {
  const column = resourceOf(resource).columns.get(name)
  const value = operands[column?.kind ?? ''] ?? 'Pays late'
  const operand = column?.list ? { in: [value] } : { eq: value }
  // A list is never missing.
  const missing = column?.list ? [] : [{ [name]: { isNull: true } }]

  test('is closed to every filter of a customer, without a look at any row', async () => {
    const ways = waysTo(resource)
    expect(ways.length).toBeGreaterThan(0)
    for (const { list, of, wrap } of ways) {
      const query = `query ($filter: ${of.name}Filter) { ${list}(filter: $filter) { totalCount } }`
      for (const filter of [{ [name]: operand }, ...missing, { NOT: { [name]: operand } }]) {
        const ask = () => store.graphql(query, { filter: wrap(filter) }, customer)
        expect((await ask()).errors, `${list} ${JSON.stringify(wrap(filter))}`).toMatchObject([
          { extensions: { code: 'FORBIDDEN' } },
        ])
      }
    }
    const [{ list, of, wrap }] = ways as [Way]
    const filter = wrap({ [name]: operand })
    const query = `query ($filter: ${of.name}Filter) { ${list}(filter: $filter) { totalCount nodes { __typename } } }`
    expect(await store.statements(() => store.graphql(query, { filter }, customer))).toEqual([])
  })

  test('is closed to every order of a customer, at the root and on a record', async () => {
    if (column?.kind === 'json' || column?.list) return
    const roots = rootLists.filter((each) => each.resource.name === resource && !refusalAtRoot(resource, principal))
    const records = rootRecords.flatMap(({ name: record, resource: of }) =>
      refusalAtRoot(of.name, principal)
        ? []
        : [...of.links.values()]
            .filter((link) => link.isConnection && link.target.name === resource)
            .map((link) => ({ record, link })),
    )
    for (const direction of ['asc', 'desc']) {
      const order = `orderBy: [{ ${name}: ${direction} }]`
      for (const { name: list } of roots) {
        expect((await store.graphql(`{ ${list}(${order}) { totalCount } }`)).errors).toEqual([])
        const { errors } = await store.graphql(`{ ${list}(${order}) { totalCount } }`, {}, customer)
        expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      }
      for (const { record, link } of records) {
        const { errors } = await store.graphql(
          `{ ${record}(id: 1) { ${link.name}(${order}) { nodes { __typename } } } }`,
          {},
          customer,
        )
        expect(errors, `${record} ${link.name}`).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      }
    }
  })
})

describe('What a customer reads', () => {
  test.each([...rootLists.filter(({ resource }) => !refusalAtRoot(resource.name, principal))])(
    'in $name has null for it, alone and in every relation',
    async ({ name, resource }) => {
      const fields = (of: Resource, depth: number): string =>
        [
          '__typename',
          ...(merchantColumns[of.name] ?? []),
          ...[...of.links.values()]
            .filter((link) => depth > 0 && isOpen(link) && link.target.name !== 'Metadata')
            .map((link) => {
              const inner = `{ ${fields(link.target, depth - 1)} }`
              return link.isConnection ? `${link.name}(first: 2) { nodes ${inner} }` : `${link.name} ${inner}`
            }),
        ].join(' ')
      for (const link of ['', ...resource.links.keys()]) {
        const found = resource.links.get(link)
        if (found && (!isOpen(found) || found.target.name === 'Metadata')) continue
        const inner = found && `{ ${fields(found.target, 1)} }`
        const one = found && (found.isConnection ? `${link}(first: 2) { nodes ${inner} }` : `${link} ${inner}`)
        const query = `{ ${name}(first: 2) { nodes { ${one ?? fields(resource, 0)} } } }`
        const { data, errors } = await store.graphql(query, {}, customer)
        expect(errors, query).toEqual([])
        expect(JSON.stringify(data)).not.toMatch(/777|Pays late/)
      }
    },
  )

  test('on REST has null in its place, and the merchant reads it', async () => {
    const { body } = await store.rest('/v1/store/api/shipments/?limit=100', customer)
    expect(body.results.length).toBeGreaterThan(1)
    expect(JSON.stringify(body)).not.toMatch(/777|Pays late/)
    const [{ order }] = body.results[0].fulfillments
    expect(order).toMatchObject({ transaction_fee_status: null, total_app_fees: null, total_label_cost: null, note: null })
    const labels = body.results.flatMap((shipment: { labels: object[] }) => shipment.labels)
    expect(labels.length).toBeGreaterThan(0)
    for (const label of labels) expect(label).toMatchObject({ cost: null })
    expect((await store.rest(`/v1/orders/${order.id}`)).body).toMatchObject({ total_app_fees: 777, note: 'Pays late' })
  })

  test.each(['fulfillments.order.total_app_fees__gt=1', 'labels.cost=777', 'customer.store_settings__is_null=false'])(
    'on REST cannot be filtered by %s',
    async (filter) => {
      const { status, body } = await store.rest(`/v1/store/api/shipments/?${filter}`, customer)
      expect(status).toBe(403)
      expect(body.errors).toEqual([expect.stringMatching(/^\w+ is not open to this credential\.$/)])
    },
  )
})
