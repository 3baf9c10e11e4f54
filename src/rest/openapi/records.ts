/** JSON Schemas of the records that rows answer: one for each selection of fields, named by the fragments that it spreads. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  type SelectionNode,
} from 'graphql'
import type { FieldRead } from '../../schema/reads.ts'
import { everyPath } from '../../schema/record-fields.ts'
import { capital } from '../../schema/wording.ts'
import { contractName, directive, graphqlName } from '../names.ts'
import { type Fragments, fieldsOf, fieldType } from '../selection.ts'
import { type Components, type JsonSchema, nullable, type ObjectSchema, objectSchema } from './components.ts'
import { leafSchema } from './values.ts'

/** The form of `@httpDate`: `Fri, 20 Nov 2026 13:45:00 GMT`. */
const httpDate = { type: 'string', pattern: '^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$' }

/** Makes the schemas of the selections of one document. */
export function recordSchemas(components: Components, fragments: Fragments) {
  /** The schema of a selection; one that spreads a fragment is a component. */
  function recordSchema(type: GraphQLObjectType, selections: readonly SelectionNode[]): JsonSchema {
    const name = nameOf(selections, type)
    if (type.extensions.isWhole) return components.refer(type.name, () => fieldsSchema(type, selections))
    if (name === undefined) return fieldsSchema(type, selections)
    const inside = selections.flatMap((each) => (each.kind === Kind.FIELD && each.selectionSet ? [print(each)] : []))
    return components.refer(name, () => extended(type, selections), [type.name, ...inside].join(' '))
  }

  /** The schema of a fragment with further fields refers to that of the fragment. */
  function extended(type: GraphQLObjectType, selections: readonly SelectionNode[]): JsonSchema {
    const whole = fieldsSchema(type, selections)
    const spread = selections.find((each) => each.kind === Kind.FRAGMENT_SPREAD)
    const fragment = spread && fragments.get(spread.name.value)
    if (!fragment || selections.length === 1 || fragment.typeCondition.name.value !== type.name) return whole
    const base = recordSchema(type, [spread])
    const { properties: known = {}, required: always = [] } = components.resolve(base)
    const { properties = {}, required = [] } = whole as ObjectSchema
    const isSame = ([name, schema]: [string, JsonSchema]) => JSON.stringify(properties[name]) === JSON.stringify(schema)
    if (!Object.entries(known).every(isSame) || !always.every((name) => required.includes(name))) return whole
    const more = Object.entries(properties).filter(([name]) => !Object.hasOwn(known, name))
    const added = objectSchema(
      Object.fromEntries(more),
      required.filter((name) => !always.includes(name)),
    )
    return { allOf: [base, added] }
  }

  function fieldsSchema(type: GraphQLObjectType, selections: readonly SelectionNode[]): JsonSchema {
    const fields = fieldsOf(selections, fragments)
    const properties = fields.map((node) => [contractName(node), fieldSchema(type, node)])
    // A relation that is embedded on request is left out of other answers.
    const required = fields.filter((node) => !directive(node, 'with') && !directive(node, 'include')).map(contractName)
    return objectSchema(Object.fromEntries(properties), required, type.description ?? undefined)
  }

  function fieldSchema(parent: GraphQLObjectType, node: FieldNode): JsonSchema {
    const { description, extensions } = parent.getFields()[node.name.value] ?? {}
    const read = extensions?.read as FieldRead | undefined
    if (read && 'path' in read) return { type: 'string', description: everyPath }
    const schema =
      read && 'constant' in read
        ? { type: 'string', const: read.constant }
        : outputSchema(fieldType(parent, node), node, shapeOf(parent, node))
    return { ...schema, ...(description && { description }) }
  }

  const shapeOf = (parent: GraphQLObjectType, { name }: FieldNode) => components.shapes[`${parent.name}.${name.value}`]

  function outputSchema(type: GraphQLOutputType, node: FieldNode, shape?: JsonSchema): JsonSchema {
    if (directive(node, 'list')) return { type: 'array', items: presentSchema(getNullableType(type), node), maxItems: 1 }
    const schema = shape ?? presentSchema(getNullableType(type), node)
    return isNonNullType(type) ? schema : nullable(schema)
  }

  function presentSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (isListType(type)) return { type: 'array', items: outputSchema(type.ofType, node) }
    const record = getNamedType(type)
    const selections = node.selectionSet?.selections ?? []
    if (isLeafType(record)) return directive(node, 'httpDate') ? httpDate : leafSchema(record, components)
    if (!isObjectType(record)) throw new Error(`${record.name} is no type of records`)
    const nodes = record.name.endsWith('Connection') && fieldsOf(selections, fragments).find(({ name }) => name.value === 'nodes')
    return nodes ? outputSchema(fieldType(record, nodes), nodes) : recordSchema(record, selections)
  }

  return { recordSchema, fieldSchema }
}

/**
 * The name of the schema of a selection: `Book`; with what is added to the fragment `BookWithShelfNotes`.
 *
 * @returns nothing where no fragment is spread.
 */
function nameOf(selections: readonly SelectionNode[], type: GraphQLObjectType): string | undefined {
  const spreads = selections.flatMap((each) => (each.kind === Kind.FRAGMENT_SPREAD ? [each.name.value] : []))
  const [first, ...others] = spreads
  if (first === undefined) return undefined
  const fields = selections.flatMap((each) => (each.kind === Kind.FIELD ? [capital(graphqlName(each))] : []))
  const short = (name: string) =>
    [first, type.name].reduce((rest, prefix) => (rest.startsWith(prefix) ? rest.slice(prefix.length) : rest), name)
  const added = [...others.map(short), ...fields]
  return added.length === 0 ? first : `${first}With${added.join('')}`
}
