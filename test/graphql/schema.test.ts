/** The printed schema is a whole one: descriptions everywhere, and no root that is none. */
import { readFileSync } from 'node:fs'
import { buildSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'

const printed = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

describe('schema.graphql', () => {
  it('has Query and Mutation for roots, and does not take the type Subscription for one', () => {
    expect(printed.getQueryType()?.name).toBe('Query')
    expect(printed.getMutationType()?.name).toBe('Mutation')
    expect(printed.getSubscriptionType()).toBeUndefined()
    expect(printed.getType('Subscription')?.toString()).toBe('Subscription')
  })

  it('describes every type and field', () => {
    const bare: string[] = []
    for (const type of Object.values(printed.getTypeMap())) {
      if (type.name.startsWith('__') || ['ID', 'String', 'Int', 'Float', 'Boolean'].includes(type.name)) continue
      if (!type.description) bare.push(type.name)
      if (!isObjectType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        if ('args' in field)
          for (const { name, description } of field.args) if (!description) bare.push(`${type.name}.${field.name}(${name})`)
      }
    }
    expect(bare).toEqual([])
  })

  it('spells statuses in lower case', () => {
    const status = printed.getType('SubscriptionStatus')
    const values = isEnumType(status) ? status.getValues().map(({ name }) => name) : []
    expect(values).toEqual(['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due'])
  })
})
