/** The printed schema is a whole one: descriptions everywhere, and no root that is none. */
import { readFileSync } from 'node:fs'
import { buildSchema, GraphQLSchema, isEnumType, isInputObjectType, isObjectType, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'

const text = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
const printed = buildSchema(text)

/** Its types, in their order. */
const listed = [...text.matchAll(/^(?:type|interface|enum|scalar|input) (\w+)/gm)].map(([, name]) => name ?? '')

describe('schema.graphql', () => {
  it('has Query, Mutation and Subscription for roots, the last of which is no record of a subscription', () => {
    expect(printed.getQueryType()?.name).toBe('Query')
    expect(printed.getMutationType()?.name).toBe('Mutation')
    // By its name alone it is the root wherever a schema is built of text that does not say otherwise.
    for (const each of [printed, buildSchema(printSchema(printed)), buildSchema(printSchema(schema))])
      expect(Object.keys(each.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
  })

  it('shows a subscription as a CustomerSubscription, and calls it a subscription everywhere else', () => {
    const typeOf = (parent: string, field: string) => {
      const type = printed.getType(parent)
      return isObjectType(type) || isInputObjectType(type) ? String(type.getFields()[field]?.type) : undefined
    }
    expect(typeOf('Query', 'subscription')).toBe('CustomerSubscription')
    expect(typeOf('Query', 'subscriptions')).toBe('CustomerSubscriptionConnection')
    expect(typeOf('CustomerSubscriptionConnection', 'edges')).toBe('[CustomerSubscriptionEdge!]!')
    expect(typeOf('CustomerSubscriptionEdge', 'node')).toBe('CustomerSubscription!')
    expect(typeOf('CancelSubscriptionPayload', 'subscription')).toBe('CustomerSubscription')
    expect(typeOf('SubscriptionFilter', 'AND')).toBe('[SubscriptionFilter!]')
    const named = Object.keys(printed.getTypeMap()).filter((name) => name.startsWith('CustomerSubscription'))
    expect(named.sort()).toEqual([
      'CustomerSubscription',
      'CustomerSubscriptionAggregate',
      'CustomerSubscriptionAverage',
      'CustomerSubscriptionConnection',
      'CustomerSubscriptionEdge',
      'CustomerSubscriptionExtreme',
      'CustomerSubscriptionGroup',
      'CustomerSubscriptionGroups',
      'CustomerSubscriptionStatus',
      'CustomerSubscriptionStatusFilter',
      'CustomerSubscriptionSum',
      'CustomerSubscriptionValues',
    ])
  })

  it('describes every type, field and value, and has none that nothing leads to', () => {
    const bare: string[] = []
    for (const type of Object.values(printed.getTypeMap())) {
      if (type.name.startsWith('__') || ['ID', 'String', 'Int', 'Float', 'Boolean'].includes(type.name)) continue
      if (!type.description) bare.push(type.name)
      if (isEnumType(type))
        for (const { name, description } of type.getValues()) if (!description) bare.push(`${type.name}.${name}`)
      if (!isObjectType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        if ('args' in field)
          for (const { name, description } of field.args) if (!description) bare.push(`${type.name}.${field.name}(${name})`)
      }
    }
    expect(bare).toEqual([])
    const reached = new GraphQLSchema({
      ...{ query: printed.getQueryType(), mutation: printed.getMutationType(), subscription: printed.getSubscriptionType() },
    }).getTypeMap()
    expect(Object.keys(printed.getTypeMap()).filter((name) => !(name in reached))).toEqual([])
  })

  it('describes all in full sentences', () => {
    const descriptions = [...text.matchAll(/"{3}\s*([\s\S]*?)\s*"{3}/g)].map(([, description]) => description ?? '')
    expect(descriptions.length).toBeGreaterThan(1_000)
    expect(descriptions.filter((each) => !/^[A-Z`][\s\S]*\.$/.test(each))).toEqual([])
  })

  it('begins with what it is about, with its roots, and with what people ask for', () => {
    expect(printed.description).toMatch(/^A subscription-commerce store: /)
    expect(listed.slice(0, 4)).toEqual(['Query', 'Mutation', 'Subscription', 'CustomerSubscription'])
    const records = listed.filter((name) => printed.getType(`${name}Connection`))
    expect(records.slice(0, 4)).toEqual(['CustomerSubscription', 'Order', 'OrderProduct', 'OrderCoupon'])
    const fields = Object.keys(printed.getQueryType()?.getFields() ?? {})
    expect(fields.slice(0, 5)).toEqual(['subscription', 'subscriptions', 'subscriptionsAggregate', 'order', 'orders'])
  })

  it('has with each record what is its own alone, and at the end what records share', () => {
    const behind = (name: string, next: string) => listed.slice(listed.indexOf(name), listed.indexOf(next))
    expect(behind('Order', 'OrderProduct')).toEqual([
      ...['Order', 'OrderStatus', 'OrderFinancialStatus', 'OrderFulfillmentStatus'],
      ...['CancelledOrderSubscriptions', 'RefundableLine', 'Refundable'],
      'OrderGiftInfo',
      ...['OrderConnection', 'OrderEdge'],
      ...['OrderAggregate', 'OrderValues', 'OrderGroup', 'OrderGroups', 'OrderSum', 'OrderAverage', 'OrderExtreme'],
      ...[
        'OrderFilter',
        'OrderFinancialStatusFilter',
        'OrderFulfillmentStatusFilter',
        'OrderStatusFilter',
        'OrderGiftInfoFilter',
      ],
      'OrderOrder',
      ...['OrderColumn', 'OrderPeriod', 'OrderGroupBy', 'OrderTimeGroup', 'OrderGroupOrder', 'OrderMeasure', 'OrderTop'],
      ...[
        'OrderGiftInfoInput',
        'OrderProductInput',
        'EditOrderLineInput',
        'CreateOrderInput',
        'CreateOrderPayload',
        'CancelOrderInput',
      ],
      ...['CancelOrderPayload', 'EditOrderInput', 'EditOrderPayload', 'UpdateOrderInput', 'UpdateOrderPayload'],
    ])
    // A mutation that shows no record is with the one that it is called by.
    expect(behind('Customer', 'Address')).toContain('EndCustomerSessionPayload')
    expect(behind('Metadata', 'LogEntry')).toContain('DeleteMetadataPayload')
    const shared = listed.slice(listed.indexOf('Node'))
    expect(shared.slice(0, 5)).toEqual(['Node', 'PageInfo', 'Changes', 'ActionBlock', 'Action'])
    expect(shared).toEqual(expect.arrayContaining(['StringFilter', 'ExactFilter', 'Amount', 'CustomerKey']))
    const isRecord = (name: string) =>
      isObjectType(printed.getType(name)) &&
      !['PageInfo', 'Changes', 'ActionBlock', 'Action', 'UserError', 'GroupKey'].includes(name)
    expect(shared.filter(isRecord)).toEqual([])
  })

  it('says of a root field what its name does not: what a record is, and who may ask', () => {
    const described = (name: string) =>
      (printed.getQueryType()?.getFields()[name] ?? printed.getMutationType()?.getFields()[name])?.description
    expect(described('subscription')).toBe(
      "A customer's standing order for a product. For merchant keys with `read_subscriptions`, and for customers, who find what is theirs.",
    )
    expect(described('products')).toMatch(
      /For merchant keys with `read_products`, and for customers and visitors, who find what is on show\.$/,
    )
    expect(described('addresses')).toMatch(
      /For merchant keys with `read_customers`; all others reach it from what it is a part of\.$/,
    )
    expect(described('merchantKeys')).toMatch(/For merchant keys with `admin` alone\.$/)
    expect(described('cancelSubscription')).toMatch(
      / For merchant keys with `write_subscriptions`, and for customers whose store lets them \(`cancel`\)\.$/,
    )
    expect(described('startCustomerSession')).toMatch(/ For customers\.$/)
    const all = [printed.getQueryType(), printed.getMutationType()].flatMap((type) => Object.values(type?.getFields() ?? {}))
    expect(
      all.filter(({ description }) => !/ For (merchant keys|customers)/.test(description ?? '')).map(({ name }) => name),
    ).toEqual(['search', 'me', 'figures', 'store', 'signedIn', 'node', 'nodes'])
  })

  it("no type's description merely repeats its name", () => {
    const descriptions = Object.values(printed.getTypeMap()).map(({ name, description }) => ({
      name,
      description: description ?? '',
    }))
    const spaced = (name: string) => name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase()
    const empty = ({ name, description }: { name: string; description: string }) =>
      new RegExp(`^(A|An|The|What)? ?(list of |page of )?${spaced(name)}( records?)?\\.?$`, 'i').test(description)
    expect(descriptions.filter(empty)).toEqual([])
    expect(
      descriptions.filter(({ description }) => /of that id|that the credential opens|^What came of/.test(description)),
    ).toEqual([])
  })

  it('spells statuses in lower case', () => {
    const status = printed.getType('SubscriptionStatus')
    const values = isEnumType(status) ? status.getValues().map(({ name }) => name) : []
    expect(values).toEqual(['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due'])
  })
})
