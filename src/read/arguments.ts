/**
 * The arguments of a field, made once as far as a document says them: graphql-js looks, for each request anew, for each of the forty
 * things that a record can be filtered by in each object of a filter.
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
import type { Values } from './reading.ts'

/** Stands for a variable's value, which graphql-js puts in its place as it is. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Fill = (variables: Values) => unknown

type Make = (variables: Values) => Values

/** Of each place in a document one, however often it is planned; what it keeps is of the size of the document. */
const makers = new WeakMap<FieldNode, Map<object, Make>>()

/**
 * Makes the function that answers a field's arguments from an operation's coerced variables.
 *
 * @returns a function that throws GraphQLError where a variable that may be null fills in what may not. What it answers may be for
 * other requests too, and must not be changed.
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
    // Most documents of some clients come once.
    if (isFirst) {
      isFirst = false
      return getArgumentValues(field, node, variables)
    }
    names ??= variablesOf(field, node)
    // What is missing or null may leave out, stand for a default or be refused.
    for (const name of names)
      if (!Object.hasOwn(variables, name) || variables[name] == null) return getArgumentValues(field, node, variables)
    fill ??= fillerOf(getArgumentValues(field, node, Object.fromEntries(names.map((name) => [name, new Gap(name)]))))
    return fill(variables) as Values
  }
}

/** Can be no variable's name, and so never has a value. */
const onlyByGraphql = '{}'

/** The variables of a field's arguments; `onlyByGraphql` beside them where a scalar is given one within a value, which it reads in its own way. */
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

/** Makes the function that puts variables into their places; what has none is made once and is for all. */
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

/** Whether graphql-js has made an object, of arguments or of an input; what scalars make is theirs. */
const isMade = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && [null, Object.prototype].includes(Object.getPrototypeOf(value))
