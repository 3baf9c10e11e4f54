/** Writes under a condition: each mutation that takes `ifChangedIn` is done while its record is as it was read, and refused with the record as it is otherwise. */
import { type GraphQLInputObjectType, type GraphQLObjectType, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'
import { resourceOf } from '../../src/schema/registry.ts'
import { mutations } from '../access/isolation/mutations.ts'
import { ownOf } from '../access/isolation/own-rows.ts'
import { merchant, openWorld } from '../access/isolation/principals.ts'
import { tables } from './tables.ts'

const world = await openWorld()
const { db } = world

const fields = Object.values(schema.getMutationType()?.getFields() ?? {})

const inputOf = (name: string) => {
  const field = fields.find((each) => each.name === name)
  return getNamedType(field?.args.find((each) => each.name === 'input')?.type) as GraphQLInputObjectType | undefined
}
const payloadOf = (name: string) => getNamedType(fields.find((each) => each.name === name)?.type) as GraphQLObjectType
const takes = (type: GraphQLInputObjectType | undefined) => type !== undefined && 'ifChangedIn' in type.getFields()

/** The field of an input that lists records with conditions. */
const listOf = (name: string) =>
  Object.values(inputOf(name)?.getFields() ?? {}).find(({ type }) => {
    const named = getNamedType(type)
    return isInputObjectType(named) && takes(named)
  })?.name

/** The field of a type that shows a record with a mark. */
const markedIn = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).find((field) => {
    const shown = getNamedType(field.type)
    return isObjectType(shown) && resourceOf(shown)?.markedBy !== undefined
  })?.name

const resultOf = (name: string) => getNamedType(payloadOf(name).getFields().results?.type) as GraphQLObjectType
const refusal = 'userErrors { code field message changedIn }'

// biome-ignore lint/suspicious/noExplicitAny: payloads differ
async function write(name: string, input: object, dryRun = false): Promise<any> {
  const record = listOf(name) ? markedIn(resultOf(name)) : markedIn(payloadOf(name))
  const shown = record ? `record: ${record} { id changedIn }` : ''
  const selection = listOf(name) ? `results { ok change ${shown} ${refusal} }` : shown
  const query = `mutation($input: ${inputOf(name)?.name}!) { ${name}(input: $input, dryRun: ${dryRun}) { ${selection} ${refusal} } }`
  const { text } = await world.graphql(merchant, query, { input })
  const { data, errors } = JSON.parse(text)
  expect(errors).toBeUndefined()
  return data[name]
}

const single = fields.map(({ name }) => name).filter((name) => takes(inputOf(name)))
const several = fields.map(({ name }) => name).filter((name) => listOf(name) !== undefined)

/** Mutations whose payload shows another record than the one that they change, or none. */
const showOther = ['refundOrder', 'addCredit', 'addSubscriptionCoupon', 'removeSubscriptionCoupon']

describe('A write takes ifChangedIn', () => {
  it('where it changes a record that has a mark', () => {
    const changing = fields.filter(({ name }) =>
      /^(update|edit|change|cancel|pause|skip|refund|ship|archive|restore|set|upsert)/.test(name),
    )
    const without = changing.map(({ name }) => name).filter((name) => !takes(inputOf(name)) && !listOf(name))
    const marked = without.filter((name) => markedIn(payloadOf(name)) !== undefined)
    expect(marked).toEqual([])
    expect(single.length).toBeGreaterThan(45)
    expect(several).toEqual([
      ...['upsertCustomers', 'setProducts', 'updateInventories', 'deliverShipments', 'returnShipments', 'cancelShipments'],
      ...['shipShipments', 'upsertCoupons'],
    ])
  })

  it.each(single)('%s', async (name) => {
    const entry = mutations[name]
    const input = (await entry?.input(await ownOf(db, merchant))) as object
    if (name.startsWith('upsert')) expect(await write(name, input)).toMatchObject({ userErrors: [] })
    const before = await tables(db)
    const refused = await write(name, { ...input, ifChangedIn: '1' })
    const [{ code, field, message, changedIn }] = refused.userErrors
    expect({ code, field }).toEqual({ code: 'CONFLICT', field: 'ifChangedIn' })
    expect(message).toMatch(/^The [a-z ]+ was changed meanwhile: changedIn was 1, and is \d+\.$/)
    const isShown = markedIn(payloadOf(name)) !== undefined && !showOther.includes(name)
    if (isShown) expect(refused.record).toMatchObject({ changedIn })
    else expect(refused.record ?? null).toBe(null)
    const tried = await write(name, { ...input, ifChangedIn: '1' }, true)
    expect(tried).toEqual(refused)
    expect(await tables(db)).toEqual(before)

    const done = await write(name, { ...input, ifChangedIn: changedIn })
    expect(done.userErrors).toEqual([])
    // A record that was changed has another mark.
    if (isShown && done.record && done.record.changedIn !== changedIn)
      expect(await write(name, { ...input, ifChangedIn: changedIn })).toMatchObject({
        userErrors: [{ code: 'CONFLICT', changedIn: done.record.changedIn }],
      })
  })

  it.each(several)('%s, of each record', async (name) => {
    const list = listOf(name) as string
    const input = (await mutations[name]?.input(await ownOf(db, merchant))) as Record<string, object[]>
    const [record] = input[list] as [object]
    if (/^(upsert|setProducts)/.test(name)) expect(await write(name, input)).toMatchObject({ userErrors: [] })
    const stale = { ...record, ifChangedIn: '1' }
    const rejected = await write(name, { [list]: [stale] })
    const [{ changedIn }] = rejected.userErrors
    expect(rejected).toEqual({
      results: [],
      userErrors: [
        {
          code: 'CONFLICT',
          field: `${list}[0].ifChangedIn`,
          message: expect.stringContaining('was changed meanwhile'),
          changedIn,
        },
      ],
    })
    const [kept] = (await write(name, { [list]: [stale], onError: 'keep_going' })).results
    expect(kept).toMatchObject({ ok: false, change: null, record: { changedIn }, userErrors: [{ code: 'CONFLICT', changedIn }] })
    const done = await write(name, { [list]: [{ ...record, ifChangedIn: changedIn }] })
    expect(done).toMatchObject({ results: [{ ok: true }], userErrors: [] })
  })
})
