/** Random documents: root fields of all kinds, what they show to any depth, fragments, aliases, conditions and variables. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { schema } from '../../../src/resources/schema.ts'
import type { Principal } from '../../access/isolation/principals.ts'
import { refusalAtRoot } from '../../access/isolation/visible-columns.ts'
import { hasResource, resourceOf } from '../../support/described.ts'
import { rootLists, rootRecords } from '../schema-lists.ts'
import { declare, listArguments, literal, type Variables, written } from './arguments.ts'
import { openLinks, type World } from './generate-filters.ts'
import { seenBy } from './holds.ts'
import { nodeIdOf } from './oracle.ts'
import { randomOf } from './random.ts'
import type { Rows } from './rows.ts'

export type Document = { query: string; variables: Record<string, unknown> }

/** A document that is being made. */
type Making = World & { variables: Variables; fragments: string[]; names: number; odd: string[] }

const query = schema.getQueryType() as GraphQLObjectType
const types = rootRecords.map(({ resource }) => resource)

/** Makes the document of a seed for somebody, with some root fields. */
export function documentOf(seed: number, rows: Rows, as: Principal, roots: number): Document {
  const variables: Variables = { declared: [], values: {} }
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'toJSON', 'valueOf']
  const making: Making = { random: randomOf(seed), rows, as, variables, fragments: [], names: 0, odd }
  const fields = Array.from({ length: roots }, (_each, index) => rootOf(making, `r${index}`))
  const { declared, values } = variables
  const head = declared.length > 0 ? `query Q(${declared.join(', ')})` : 'query Q'
  return { query: [`${head} {\n  ${fields.join('\n  ')}\n}`, ...making.fragments].join('\n'), variables: values }
}

function rootOf(making: Making, label: string): string {
  const { random, rows, as } = making
  const isOpen = ({ resource }: (typeof rootLists)[number]) => !refusalAtRoot(resource.name, as)
  const kind = random.one(['list', 'list', 'list', 'list', 'list', 'record', 'node', 'nodes', 'own'])
  if (kind === 'list') {
    const { name } = random.one(random.chance(0.97) ? rootLists.filter(isOpen) : rootLists)
    return fieldText(making, query, field(query, name), 0, label)
  }
  if (kind === 'record') {
    const { name, resource } = random.one(random.chance(0.97) ? rootRecords.filter(isOpen) : rootRecords)
    const row = random.chance(0.8) ? random.maybeOne(seenBy(rows, as, resource)) : random.maybeOne(rows.of(resource.model.name))
    const id = written(making, making.variables, field(query, name).args[0]?.type as never, String(row?.id ?? 1))
    return `${label}: ${name}(id: ${id}) ${selection(making, typeOf(field(query, name)), 1)}`
  }
  const own = as.role === 'customer' ? random.one(['me', 'me', 'store']) : 'store'
  if (kind === 'own') return `${label}: ${own} ${selection(making, typeOf(field(query, own)), 1)}`
  const ids = Array.from({ length: kind === 'node' ? 1 : random.below(6) }, () => nodeIdFor(making))
  const argument = kind === 'node' ? 'nodeId' : 'nodeIds'
  const value = written(making, making.variables, field(query, kind).args[0]?.type as never, kind === 'node' ? ids[0] : ids)
  return `${label}: ${kind}(${argument}: ${value}) ${nodeSelection(making)}`
}

/** The name of a record: mostly one that is seen. */
function nodeIdFor({ random, rows, as }: Making): string {
  const open = types.filter(({ name }) => !refusalAtRoot(name, as))
  const resource = random.one(random.chance(0.97) ? open : types)
  const seen = random.chance(0.8) ? seenBy(rows, as, resource) : rows.of(resource.model.name)
  const row = random.maybeOne(seen) ?? { storeId: as.storeId, id: 9_007_199_254_740_991n }
  return nodeIdOf(resource, row)
}

/** A selection on `Node`; under each type further names are its own, since types differ in what a name means. */
function nodeSelection(making: Making): string {
  const { random, as } = making
  const open = types.filter(({ name }) => !refusalAtRoot(name, as))
  const parts = random.some(open, 1 + random.below(8)).map(({ typeName }) => {
    const type = schema.getType(typeName) as GraphQLObjectType
    const inside = selection(making, type, 2, true)
    if (random.chance(0.7)) return `... on ${typeName} ${inside}`
    return `...${fragment(making, typeName, inside)}`
  })
  return `{ __typename ${random.chance(0.5) ? 'nodeId ' : ''}${parts.join(' ')} }`
}

function fragment({ fragments }: Making, typeName: string, inside: string): string {
  const name = `F${fragments.length}`
  fragments.push(`fragment ${name} on ${typeName} ${inside}`)
  return name
}

const field = (type: GraphQLObjectType, name: string) => type.getFields()[name] as GraphQLField<unknown, unknown>
const typeOf = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type) as GraphQLObjectType

const deepest = 5

/** A selection on an object; `isApart` where other types stand beside it, and no name may be theirs. */
function selection(making: Making, type: GraphQLObjectType, depth: number, isApart = false): string {
  const { random } = making
  const all = Object.values(type.getFields()).filter((each) => isOpenField(making, type, each))
  const leaves = all.filter((each) => isLeafType(getNamedType(each.type)))
  const others = depth < deepest ? all.filter((each) => !isLeafType(getNamedType(each.type))) : []
  const isConnection = type.name.endsWith('Connection')
  const wanted = isConnection ? 1 + random.below(3) : depth < 3 ? random.below(3) : Number(random.chance(0.3))
  const chosen = [...random.some(leaves, 1 + random.below(random.chance(0.2) ? 40 : 5)), ...random.some(others, wanted)]
  const parts = chosen.map((each) => fieldText(making, type, each, depth, isApart ? '' : undefined))
  // The same once more, of which other things may be asked.
  const again = random.chance(0.1) && random.maybeOne(chosen.filter(({ args }) => args.length === 0))
  if (again && !isApart) parts.push(fieldText(making, type, again, depth))
  if (random.chance(0.1) || parts.length === 0) parts.push(isApart ? `${nextName(making)}: __typename` : '__typename')
  return `{ ${parts.map((part) => wrapped(making, type, part)).join(' ')} }`
}

/** Whether what a field shows is open; what is not is refused as a whole. */
function isOpenField(making: Making, type: GraphQLObjectType, { name }: GraphQLField<unknown, unknown>): boolean {
  if (!hasResource(type.name)) return true
  const resource = resourceOf(type.name)
  // Computed of other records: a count of zones, and prices of a cart; tests of their own hold them.
  if (name === 'unmatchedSubscriptions' || name === 'pricing') return false
  // The content of an invoice is a document that its own tests hold.
  if (type.name === 'Invoice' && !resource.columns.has(name) && !resource.links.has(name) && name !== 'typeCode') return false
  // Aggregates have an oracle of their own, aggregate-oracle.ts.
  if (resource.links.has(name.replace(/Aggregate$/, '')) && name.endsWith('Aggregate')) return false
  return !resource.links.has(name) || openLinks(making, resource).some((link) => link.name === name)
}

/** A part of a selection, maybe in a fragment, maybe on conditions. */
function wrapped(making: Making, type: GraphQLObjectType, part: string): string {
  const { random } = making
  if (random.chance(0.86)) return part
  const interfaces = type.getInterfaces().map(({ name }) => name)
  const isOfNode = interfaces.includes('Node') && /^(nodeId|__typename)$/.test(part)
  const on = isOfNode && random.chance(0.7) ? 'Node' : type.name
  if (random.chance(0.3)) return `...${fragment(making, on, `{ ${part} }`)}${condition(making)}`
  return `...${random.chance(0.3) ? '' : ` on ${on}`}${condition(making)} { ${part} }`
}

function condition(making: Making, likelihood = 0.4): string {
  const { random, variables } = making
  if (!random.chance(likelihood)) return ''
  const one = (name: string) => {
    const value = random.chance(name === 'include' ? 0.7 : 0.3)
    if (random.chance(0.5)) return ` @${name}(if: ${value})`
    if (random.chance(0.3)) return ` @${name}(if: ${declare(variables, 'Boolean', undefined, String(value))})`
    return ` @${name}(if: ${declare(variables, 'Boolean!', value)})`
  }
  return random.chance(0.15) ? one('include') + one('skip') : one(random.one(['include', 'skip']))
}

function nextName(making: Making): string {
  making.names += 1
  const odd = making.random.chance(0.05) ? making.odd.pop() : undefined
  return odd ?? `n${making.names}`
}

/** A field; by another name if it is given one, or if it takes arguments and is asked for with some. */
function fieldText(
  making: Making,
  parent: GraphQLObjectType,
  { name, type, args }: GraphQLField<unknown, unknown>,
  depth: number,
  label?: string,
): string {
  const { random, variables } = making
  const target = getNamedType(type)
  const given = argumentsFor(making, target, args)
  const asked = Object.entries(given).filter(([, value]) => value !== undefined)
  const texts = asked.map(([key, value]) => {
    const argument = args.find((each) => each.name === key)
    // A cursor belongs to its order, which therefore is never left out.
    if (key === 'orderBy') return `${key}: ${orderText(making, argument?.type as never, value)}`
    return `${key}: ${written(making, variables, argument?.type as never, value)}`
  })
  const renamed = label || (label === '' || texts.length > 0 || random.chance(0.1) ? nextName(making) : undefined)
  const alias = renamed ? `${renamed}: ` : ''
  const head = `${alias}${name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}${parent === query ? '' : condition(making, 0.04)}`
  if (isObjectType(target)) return `${head} ${selection(making, target, depth + (parent.name.endsWith('Connection') ? 0 : 1))}`
  if (isInterfaceType(target)) throw new Error(`${name} is of ${target}`)
  return head
}

/** Arguments for a field: for a connection those of a list, else maybe a size. */
function argumentsFor(making: Making, target: GraphQLNamedType, args: readonly GraphQLArgument[]): Record<string, unknown> {
  if (target.name.endsWith('Connection')) return listArguments(making, resourceIn(target))
  const { random } = making
  return args.some(({ name }) => name === 'first') && random.chance(0.7) ? { first: 1 + random.below(12) } : {}
}

function orderText(making: Making, type: GraphQLInputType, order: unknown): string {
  const { random, variables } = making
  const text = literal(making, undefined, type, order)
  if (random.chance(0.8)) return text
  return random.chance(0.5) ? declare(variables, `${type}`, order) : declare(variables, `${type}`, undefined, text)
}

/** The resource that a connection lists. */
function resourceIn(connection: unknown) {
  const { nodes } = (connection as GraphQLObjectType).getFields()
  return resourceOf(getNamedType(nodes?.type)?.name ?? '')
}
