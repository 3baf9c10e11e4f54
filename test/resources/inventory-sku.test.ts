/** Rows of stock show the SKU of their instance, and are filtered and ordered by it, on both surfaces. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { surfaces } from '../writes/ask.ts'
import { addProduct } from '../writes/rows.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store

const skus = ['sku-b', 'sku-a', 'sku-ü'] as const
let instances: number[] = []

beforeAll(async () => {
  instances = []
  for (const sku of skus) {
    const { instanceId } = await addProduct(db, { stock: 5 })
    await db.productInstance.update({ where: ofStore(instanceId), data: { sku } })
    instances.push(instanceId)
  }
})

/** The SKUs of the rows that a filter finds, each in the spelling of one surface. */
type Asked = { rest: string; graphql: string }

describe.each(surfaces)('%s', (surface) => {
  const found = async ({ rest, graphql }: Asked): Promise<string[]> => {
    if (surface === 'REST') {
      const { status, body } = await store.rest(`/v1/inventory/?product_instance_id__in=${instances}&${rest}`)
      expect(status).toBe(200)
      return body.results.map(({ sku }: { sku: string }) => sku)
    }
    const own = `productInstanceId: { in: [${instances}] }`
    const { data, errors } = await store.graphql(
      `{ inventory(${graphql.replace('filter: {', `filter: { ${own}`)}) { nodes { sku } } }`,
    )
    expect(errors).toEqual([])
    return data.inventory.nodes.map(({ sku }: { sku: string }) => sku)
  }

  it.each<[Asked, string[]]>([
    [{ rest: 'sku=sku-a', graphql: 'filter: { sku: { eq: "sku-a" } }' }, ['sku-a']],
    [{ rest: 'sku__in=sku-a,sku-b', graphql: 'filter: { sku: { in: ["sku-a", "sku-b"] } }' }, ['sku-b', 'sku-a']],
    [{ rest: 'sku__ne=sku-a', graphql: 'filter: { sku: { ne: "sku-a" } }' }, ['sku-b', 'sku-ü']],
    [{ rest: 'sku__ilike=SKU-%25', graphql: 'filter: { sku: { ilike: "SKU-%" } }' }, [...skus]],
    // Both forms of a letter are one SKU, as they are of an instance.
    [{ rest: `sku=${encodeURIComponent('sku-u\u0308')}`, graphql: 'filter: { sku: { eq: "sku-u\u0308" } }' }, ['sku-ü']],
    [{ rest: 'sort=sku', graphql: 'filter: { }, orderBy: [{ sku: asc }]' }, ['sku-a', 'sku-b', 'sku-ü']],
    [{ rest: 'sort=-sku', graphql: 'filter: { }, orderBy: [{ sku: desc }]' }, ['sku-ü', 'sku-b', 'sku-a']],
    [{ rest: 'sort=-sku&limit=1&page=1', graphql: 'filter: { }, orderBy: [{ sku: desc }], first: 1, offset: 1' }, ['sku-b']],
  ])('finds rows by %j', async (asked, expected) => expect(await found(asked)).toEqual(expected))

  it('reads them by one statement', async () => {
    const asked = { rest: 'sku__in=sku-a,sku-b&sort=sku', graphql: 'filter: { sku: { ne: "x" } }, orderBy: [{ sku: asc }]' }
    expect(await store.statements(() => found(asked))).toHaveLength(1)
  })
})

describe('REST alone', () => {
  it('shows it in the detail too, where an instance is renamed meanwhile', async () => {
    const [first = 0] = instances
    const path = `/v1/product_instances/${first}/inventory/`
    expect((await store.rest(path)).body).toMatchObject({ sku: 'sku-b', instance: { sku: 'sku-b' } })
    const { body } = await store.rest(path)
    expect(await store.rest(`PUT ${path}`, store.merchant, json({ ...body, confidence: 4 }))).toMatchObject({
      status: 200,
      body: { sku: 'sku-b', confidence: 4 },
    })
  })

  it('refuses another one where nothing is changed', async () => {
    const [first = 0] = instances
    const path = `PUT /v1/product_instances/${first}/inventory/`
    const { status, body } = await store.rest(path, store.merchant, json({ sku: 'other' }))
    expect([status, body]).toEqual([400, { errors: ['sku is read-only here.'] }])
    expect((await store.rest(path, store.merchant, json({ sku: 'sku-b' }))).status).toBe(200)
  })
})

describe('A cursor', () => {
  it('leads through all rows in the order of their SKUs, from either end', async () => {
    const page = async (place: string) => {
      const { data } = await store.graphql(
        `{ inventory(filter: { productInstanceId: { in: [${instances}] } }, orderBy: [{ sku: asc }], ${place}) { edges { cursor node { sku } } } }`,
      )
      return data.inventory.edges as { cursor: string; node: { sku: string } }[]
    }
    const [first, second] = await page('first: 2')
    expect((await page(`first: 2, after: "${second?.cursor}"`)).map(({ node }) => node.sku)).toEqual(['sku-ü'])
    expect((await page(`last: 2, before: "${second?.cursor}"`)).map(({ node }) => node.sku)).toEqual([first?.node.sku])
  })
})
