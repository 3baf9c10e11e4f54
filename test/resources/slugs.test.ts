/** The slugs of products that are given none: made of the name, unique by themselves, and never a fault of the caller. */
import { describe, expect, it } from 'vitest'
import { numberedSlug } from '../../src/resources/products/free-slugs.ts'
import { slugOf } from '../../src/resources/products/given-product.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const create = async (body: object) => {
  const answer = await store.rest('POST /v1/products/', store.merchant, json(body))
  return answer.status === 201 ? answer.body.slug : answer.body.errors
}
const post = (products: readonly object[], query = '') =>
  store.rest(`POST /v1/products/bulk/${query}`, store.merchant, json(products))

describe('A slug', () => {
  it.each([
    ['Honey Box', 'honey-box'],
    ['Café  Noir!', 'cafe-noir'],
    ['한글 꿀', '한글-꿀'],
    ['100 % ★', '100'],
    ['★★★', 'product'],
    ['\u3164가\u200b', '가'],
    [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
    ['\u{20000}'.repeat(201), '\u{20000}'.repeat(200)],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('has its number within 200 characters', () => {
    expect([1, 2, 10].map((place) => numberedSlug('honey', place))).toEqual(['honey', 'honey-2', 'honey-10'])
    expect(numberedSlug('x'.repeat(200), 12)).toBe(`${'x'.repeat(197)}-12`)
  })
})

describe('Products of one name', () => {
  it('have slugs of their own, on both surfaces, also where the name has no letters', async () => {
    expect([await create({ name: 'Twin Jar' }), await create({ name: 'Twin  jar' })]).toEqual(['twin-jar', 'twin-jar-2'])
    const { record } = await mutate(store, 'createProduct', { name: 'Twin Jar' }, 'product { slug }')
    expect(record).toEqual({ slug: 'twin-jar-3' })
    const put = await store.rest('PUT /v1/products/external_id/twin/', store.merchant, json({ name: 'Twin Jar' }))
    expect([put.status, put.body.slug]).toEqual([201, 'twin-jar-4'])
    expect([await create({ name: '★★★' }), await create({ name: '!' })]).toEqual(['product', 'product-2'])
  })

  it('are made in a batch, beside slugs that are given there', async () => {
    const products = [1, 2, 3].map((number) => ({ external_id: `batch-${number}`, name: 'Batch Jar' }))
    const { body } = await post([...products, { external_id: 'batch-4', name: 'Other', slug: 'batch-jar-2' }])
    const slugs = body.results.map(({ record }: { record: { slug: string } }) => record.slug)
    expect(slugs).toEqual(['batch-jar', 'batch-jar-3', 'batch-jar-4', 'batch-jar-2'])
  })

  it('leave a slug to the product that it is restored with', async () => {
    const [kept] = (await post([{ external_id: 'kept', name: 'Kept Jar' }])).body.results
    await store.rest(`DELETE /v1/products/${kept.record.id}/`, store.merchant)
    const { body } = await post([{ external_id: 'new', name: 'Kept Jar' }, { external_id: 'kept' }])
    const slugs = body.results.map(({ change, record }: { change: string; record: { slug: string } }) => [change, record.slug])
    expect(slugs).toEqual([
      ['created', 'kept-jar-2'],
      ['restored', 'kept-jar'],
    ])
  })

  it('are found by one statement, and by one more for each thousand beyond ten', async () => {
    const made = (slug: string) => ({
      storeId: 1n,
      name: 'Many Jars',
      slug,
      description: '',
      sku: '',
      shipOption: 'flat',
      productBillingId: 1n,
    })
    const add = (from: number, to: number) =>
      db.product.createMany({
        data: Array.from({ length: to - from }, (_, index) => made(numberedSlug('many-jars', from + index))),
      })
    const looks = async () => {
      const asked: string[] = await store.statements(() => create({ name: 'Many Jars' }))
      return asked.filter((text) => /"slug" = ANY/.test(text)).length
    }
    await add(1, 5)
    expect(await looks()).toBe(1)
    await add(6, 40)
    expect(await looks()).toBe(2)
    expect(await db.product.count({ where: { slug: { in: ['many-jars-5', 'many-jars-40'] } } })).toBe(2)
  })

  it('are made at once by many requests, also beside one that gives the slug', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => create({ name: 'Rush Jar' })),
      ...[2, 3, 4].map((number) => create({ name: 'Rush', slug: `rush-jar-${number}` })),
    ])
    const made = answers.slice(0, 8)
    expect(new Set(made).size).toBe(8)
    expect(made.filter((slug) => !/^rush-jar(-\d+)?$/.test(String(slug)))).toEqual([])
  })
})

describe('What was sent is refused first', () => {
  it.each([
    [{}, ['name is required.']],
    [{ name: ' ' }, ['name must not be empty.']],
    [{ name: 'Honey', ship_option: 'owl' }, [expect.stringMatching(/^ship_option must be one of/)]],
    [{ ship_option: 'owl' }, ['name is required.', expect.stringMatching(/^ship_option must be one of/)]],
  ])('of %j', async (body, errors) => {
    const put = await store.rest('PUT /v1/products/external_id/e/', store.merchant, json(body))
    expect([put.status, put.body.errors.length, put.body.errors]).toEqual([400, errors.length, expect.arrayContaining(errors)])
    const many = await post([{ external_id: 'e', ...body }])
    expect([many.status, many.body.errors.length]).toEqual([400, errors.length])
  })

  it('and a slug that is given is the fault of its caller', async () => {
    await create({ name: 'Given Jar' })
    const given = { name: 'Jar', slug: 'given-jar' }
    const asked = {
      rest: ['POST /v1/products/', json(given)] as [string, RequestInit],
      graphql: ['createProduct', given] as [string, object],
    }
    await expectRefused(store, asked, 'BAD_INPUT', 'slug is already the slug of another product.')
  })
})
