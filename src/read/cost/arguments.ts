/**
 * Coerces the literal arguments of a field once per document: graphql-js would check, for each request, each of the forty fields of a
 * record's filter in each object of a filter.
 */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  getArgumentValues,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type ValueNode,
} from 'graphql'
import type { Values } from '../request.ts'

/** A placeholder for a variable's value; graphql-js passes it through unchanged. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Fill = (variables: Values) => unknown

type Make = (variables: Values) => Values

/** Memoizes one function for each place in a document; the memory is in proportion to the document. */
const makers = new WeakMap<FieldNode, Map<object, Make>>()

/**
 * Creates the function that computes a field's arguments from an operation's coerced variables.
 *
 * @returns a function that throws GraphQLError where a null variable fills a non-null position. Its result may be shared between requests,
 * and must not be changed.
 */
export function argumentsMaker(field: GraphQLField<unknown, unknown>, node: FieldNode): Make {
  const known = makers.get(node) ?? new Map<object, Make>()
  makers.set(node, known)
  const make = known.get(field) ?? newMaker(field, node)
  known.set(field, make)
  return make
}

function newMaker(field: GraphQLField<unknown, unknown>, node: FieldNode): Make {
  let names: string[] | undefined
  let fill: Fill | undefined
  let isFirst = true
  return (variables) => {
    // Most documents of some clients arrive once.
    if (isFirst) {
      isFirst = false
      return getArgumentValues(field, node, variables)
    }
    names ??= variablesOf(field, node)
    // A missing or null variable may omit its argument, select a default or be refused.
    for (const name of names)
      if (!Object.hasOwn(variables, name) || variables[name] == null) return getArgumentValues(field, node, variables)
    fill ??= fillerOf(getArgumentValues(field, node, Object.fromEntries(names.map((name) => [name, new Gap(name)]))))
    return fill(variables) as Values
  }
}

/** Cannot be the name of a variable, and so never has a value. */
const onlyByGraphql = '{}'

/**
 * The variables of a field's arguments; with `onlyByGraphql` where a variable stands inside a scalar's literal, which the scalar parses
 * itself.
 */
function variablesOf(field: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode): string[] {
  const names = new Set<string>()
  const gather = (value: ValueNode, type: GraphQLInputType | undefined): void => {
    const wanted = type && getNullableType(type)
    if (value.kind === Kind.VARIABLE) names.add(type ? value.name.value : onlyByGraphql)
    else if (value.kind === Kind.LIST)
      for (const each of value.values) gather(each, isListType(wanted) ? wanted.ofType : undefined)
    else if (value.kind === Kind.OBJECT) {
      const item = isListType(wanted) ? getNullableType(wanted.ofType) : wanted
      const fields = isInputObjectType(item) ? item.getFields() : {}
      for (const { name, value: inner } of value.fields) gather(inner, fields[name.value]?.type)
    }
  }
  for (const { name, value } of given) gather(value, field.args.find((each) => each.name === name.value)?.type)
  return [...names]
}

/** Creates the function that substitutes variables; a value without variables is built once and shared. */
const fillerOf = (value: unknown): Fill => gapsOf(value) ?? (() => value)

function gapsOf(value: unknown): Fill | undefined {
  if (value instanceof Gap) return (variables) => variables[value.name]
  if (Array.isArray(value)) {
    const items = value.map(gapsOf)
    Object.freeze(value)
    if (items.every((fill) => fill === undefined)) return undefined
    return (variables) => value.map((item, index) => items[index]?.(variables) ?? item)
  }
  if (!isMade(value)) return undefined
  const fields = Object.entries(value).map(([name, inner]) => [name, inner, gapsOf(inner)] as const)
  Object.freeze(value)
  if (fields.every(([, , fill]) => fill === undefined)) return undefined
  return (variables) => {
    const made: Values = Object.create(null)
    for (const [name, inner, fill] of fields) made[name] = fill ? fill(variables) : inner
    return made
  }
}

/** Whether graphql-js has built an object, for arguments or an input type; objects that scalars return are left alone. */
const isMade = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && [null, Object.prototype].includes(Object.getPrototypeOf(value))
