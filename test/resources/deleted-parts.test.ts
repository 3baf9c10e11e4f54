/** Every part of a product that is archived says so: shown, filtered and ordered by `deleted`, and sent back as it was read. */
import { isInputObjectType, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { rootLists } from '../reads/schema-lists.ts'
import { openStore } from '../support/store.ts'
import { addProduct } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
import { json } from './writing.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Found = Record<string, any>

const store = await openStore()

/** The types of parts that a set takes with `deleted`. */
const parts = Object.values(schema.getTypeMap()).flatMap((type) => {
  const [, name] = /^(\w+)PartInput$/.exec(type.name) ?? []
  return name && isInputObjectType(type) && 'deleted' in type.getFields() ? [name] : []
})

const merchantRows = table.filter(({ path }) => !path.startsWith('/v1/store/'))
const rowOf = (record: string, answer: 'list' | 'record', method: string) => {
  const row = merchantRows.find(
    (each) =>
      each.record === record && each.answer === answer && each.method === method && (each.path.match(/\{/g)?.length ?? 0) < 2,
  )
  if (!row) throw new Error(`No ${method} of ${record}`)
  return row
}
const pathOf = (part: string, id: number) => rowOf(part, 'record', 'GET').path.replace(/\{\w+\}/, String(id))

/** A live part of each kind, and an archived one, of one product. */
const made: Record<string, { live: number; archived: number }> = {}
let productId = 0

const read = async (path: string): Promise<Found> => (await store.rest(path as '/v1/', store.merchant)).body
const send = (request: string, body: object) => store.rest(request as 'PUT /v1/', store.merchant, json(body))

beforeAll(async () => {
  const two = (of: (name: string) => object) => [of('Kept'), of('Gone')]
  productId = (await addProduct(store.db)).id
  const body = {
    variants: two((name) => ({ name, values: two((value) => ({ value })) })),
    subscription_types: two((name) => ({ name, terms: two((term) => ({ name: term, price: 500 })) })),
    surveys: two((name) => ({ name, fields: two((question) => ({ name: question })) })),
    instances: two((sku) => ({ sku, price: 5 })),
  }
  const { status, body: product } = await send(`PUT /v1/products/${productId}/set/`, body)
  expect(status).toBe(200)
  const surveys = (await read(`/v1/products/${productId}/?with=surveys`)).surveys
  const lists: Record<string, Found[]> = {
    ...{ ProductVariantType: product.variants, ProductVariantValue: product.variants[0].values },
    ...{ SubscriptionType: product.subscription_types, SubscriptionTypeTerm: product.subscription_types[0].terms },
    ...{ ProductSurvey: surveys, ProductSurveyField: surveys[0].fields },
    ProductInstance: product.instances.filter(({ sku }: Found) => sku === 'Kept' || sku === 'Gone'),
  }
  for (const [part, [live, archived]] of Object.entries(lists)) {
    made[part] = { live: live?.id, archived: archived?.id }
    expect((await store.rest(`DELETE ${pathOf(part, archived?.id)}` as 'DELETE /v1/')).status).toBe(204)
  }
})

describe('The parts that are archived', () => {
  it('are of these kinds', () => {
    expect(parts.sort()).toEqual(Object.keys(made).sort())
  })

  it('show it wherever REST shows them to merchants', () => {
    const types = new TypeInfo(schema)
    const silent = new Set<string>()
    for (const definition of new Set(merchantRows.flatMap(({ source }) => source.definitions)))
      visit(
        definition,
        visitWithTypeInfo(types, {
          SelectionSet: ({ selections }) => {
            const parent = types.getParentType()?.name ?? ''
            const names = selections.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : [`...`]))
            const isRecord = names.includes('id') && !names.includes('...')
            if (parts.includes(parent) && isRecord && !names.includes('deleted')) silent.add(`${parent}: ${names.join(' ')}`)
          },
        }),
      )
    // An answer of a survey shows its question as the contract has it.
    expect([...silent]).toEqual(['ProductSurveyField: id surveyId name type survey', 'ProductSurvey: id type'])
  })
})

describe.each(parts)('%s', (part) => {
  const ids = () => made[part] as { live: number; archived: number }
  const both = () => [ids().live, ids().archived]
  const root = rootLists.find(({ resource }) => resource.name === part)?.name
  const hasArchived = rowOf(part, 'list', 'GET').variables.has('archived')
  const listed = async (query: string): Promise<number[]> => {
    const archived = hasArchived ? '&archived=true' : ''
    const { results } = await read(`${rowOf(part, 'list', 'GET').path}?id__in=${both()}${archived}&${query}`)
    return results.map(({ id }: Found) => id)
  }
  const nodes = async (args: string): Promise<Found[]> => {
    const archived = hasArchived ? 'archived: true' : ''
    const { data, errors } = await store.graphql(`{ list: ${root}(${archived} ${args}) { nodes { id deleted } } }`)
    expect(errors).toEqual([])
    return data.list.nodes
  }

  it('is shown as archived in its list and as a record', async () => {
    const { live, archived } = ids()
    for (const [id, deleted] of [
      [live, false],
      [archived, true],
    ] as const) {
      expect(await read(pathOf(part, id))).toMatchObject({ id, deleted })
      const query = hasArchived ? '&archived=true' : ''
      const { results } = await read(`${rowOf(part, 'list', 'GET').path}?id=${id}${query}`)
      expect(results).toMatchObject([{ id, deleted }])
    }
  })

  it('is filtered and ordered by it, on both surfaces', async () => {
    const { live, archived } = ids()
    expect(await listed('deleted=true')).toEqual([archived])
    expect(await listed('deleted=false')).toEqual([live])
    expect(await listed('deleted__ne=true')).toEqual([live])
    expect(await listed('deleted__is_null=true')).toEqual([])
    expect(await listed('sort=-deleted')).toEqual([archived, live])
    expect(await listed('sort=deleted,-id')).toEqual([live, archived])
    const some = `id: { in: [${both()}] }`
    expect(await nodes(`filter: { ${some} NOT: { deleted: { eq: false } } }`)).toEqual([{ id: String(archived), deleted: true }])
    const ordered = await nodes(`filter: { ${some} }, orderBy: [{ deleted: desc }]`)
    expect(ordered.map(({ deleted }) => deleted)).toEqual([true, false])
  })

  it('is taken back as it was read, and refused with another value, which names the row that changes it', async () => {
    const { live, archived } = ids()
    const path = rowOf(part, 'record', 'GET').path
    const changed = await tablesChangedBy(store.db, async () => {
      for (const [id, deleted] of [
        [live, false],
        [archived, true],
      ] as const) {
        const record = await read(pathOf(part, id))
        expect(await send(`PUT ${pathOf(part, id)}`, record)).toMatchObject({ status: 200, body: { id, deleted } })
        const advice = deleted ? `PUT ${path}restore/` : `DELETE ${path}`
        expect((await send(`PUT ${pathOf(part, id)}`, { ...record, deleted: !deleted })).body).toEqual({
          errors: [`deleted is read-only; ${advice} changes it.`],
        })
      }
    })
    expect(changed).toEqual([])
  })
})

describe('A product', () => {
  /** The product with all of its parts, archived ones included, as their own reads show them. */
  const whole = async () => {
    const details = async (part: string, filter: string): Promise<Found[]> => {
      const { path, variables } = rowOf(part, 'list', 'GET')
      return (await read(`${path}?${filter}&limit=100${variables.has('archived') ? '&archived=true' : ''}`)).results
    }
    const within = async (part: string, list: string, inner: string, column: string) =>
      Promise.all(
        (await details(part, `product_id=${productId}`)).map(async (each) => ({
          ...each,
          [list]: await details(inner, `${column}=${each.id}`),
        })),
      )
    return {
      ...(await read(`/v1/products/${productId}/`)),
      variants: await within('ProductVariantType', 'values', 'ProductVariantValue', 'product_variant_type_id'),
      subscription_types: await within('SubscriptionType', 'terms', 'SubscriptionTypeTerm', 'subscription_type_id'),
      surveys: await within('ProductSurvey', 'fields', 'ProductSurveyField', 'survey_id'),
    } as Found
  }

  it('is taken back with its archived parts, which stay archived', async () => {
    const product = await whole()
    const kinds = [product.variants, product.variants[0].values, product.subscription_types, product.surveys, product.instances]
    for (const list of kinds) expect(list.map(({ deleted }: Found) => deleted)).toContain(true)
    const changed = await tablesChangedBy(store.db, async () => {
      const { status, body } = await send(`PUT /v1/products/${productId}/set/`, product)
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
    })
    expect(changed).toEqual([])
  })

  it('restores the parts that are named without it', async () => {
    const { variants } = await whole()
    const bare = variants.map(({ id, name }: Found) => ({ id, name }))
    const { body } = await store.rest(`PUT /v1/products/${productId}/set/`, store.merchant, {
      ...json({ variants: bare }),
      headers: { 'X-Dry-Run': 'true' },
    })
    expect(body.variants.map(({ id, deleted }: Found) => [id, deleted])).toEqual(bare.map(({ id }: Found) => [id, false]))
  })
})
