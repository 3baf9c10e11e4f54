/** Random requests for the lists of the REST table, each with the filter it means, and the slow answer in the contract's words. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '../../../src/resources/schema.ts'
import type { Compiled } from '../../../src/rest/compile.ts'
import { isDotted, nameOfDotted } from '../../../src/schema/dotted.ts'
import type { Column } from '../../../src/schema/model.ts'
import { operatorsOf } from '../../../src/schema/operators.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { resourceOf } from '../../support/described.ts'
import { modelOfParameter, parametersOf } from '../../support/path-parameters.ts'
import { oneLink, openColumns, type World } from './generate-filters.ts'
import { type Filter, linked, seenBy } from './holds.ts'
import { plainValue } from './metadata-values.ts'
import { keyCondition, operandOf, pairOf, patternOf } from './operands.ts'
import { FreeForm } from './oracle.ts'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'

export type Request = { path: string; variables: Record<string, unknown>; size: number; page: number }

/** A parameter and the condition that it is on its own. */
type Asked = { name: string; text: string; filter: Filter }

/** Makes a request for a list; `undefined` where nobody has what it is a list of. */
export function requestFor(world: World, row: Compiled, pageBase: number): Request | undefined {
  const { random, rows, as } = world
  const resource = resourceOf(row.record)
  const owners = parametersOf(row.path).map((name) => ({
    name,
    owner: random.maybeOne(seenBy(rows, as, resourceOf(modelOfParameter(name)))),
  }))
  if (owners.some(({ owner }) => !owner)) return undefined
  const ids = owners.map(({ name, owner }) => [name, String(owner?.id)] as const)
  const given = new Map([...row.names].map(([name, derived]) => [derived, name]))
  const asked = conditionsFor(world, resource, () => random.maybeOne(rows.ofStore(resource.model.name, as.storeId)), 0)
  const columns = openColumns(world, resource).filter(({ kind }) => kind !== 'json')
  const orderBy = random.some(columns, random.below(3)).map(({ name }) => ({ [name]: random.one(['asc', 'desc']) }))
  const size = random.chance(0.3) ? 1 + random.below(40) : 1 + random.below(6)
  const page = random.chance(0.7) ? 0 : random.below(4)
  const relations = random.chance(0.5) ? random.some(row.embeddable, random.below(4)) : []
  const isAll = relations.length > 0 && random.chance(0.2)
  const archived = row.variables.has('archived') && random.chance(0.3)
  const parameters = [
    ...[...asked.parameters].map(([name, text]) => [given.get(name) ?? name, text]),
    ...(orderBy.length > 0 ? [['sort', orderBy.flatMap(termsIn).join(',')]] : []),
    ...(relations.length > 0 ? [['with', [...relations, ...(isAll ? ['all'] : [])].join(',')]] : []),
    ...(archived ? [['archived', 'true']] : []),
    ['limit', String(size)],
    ...(page > 0 ? [['page', String(page + pageBase)]] : []),
  ] as [string, string][]
  const embedded = isAll ? [...relations, ...row.ofAll] : relations
  const search = random.some(parameters, parameters.length).map((pair) => pair.map(encodeURIComponent).join('='))
  const path = ids.reduce((text, [name, id]) => text.replace(`{${name}}`, id), row.path)
  return {
    path: `${path}?${search.join('&')}`,
    variables: {
      ...Object.fromEntries([...ids, ...embedded.map((name) => [`with_${name}`, true])]),
      filter: asked.filter,
      ...(archived && { archived }),
      ...{ orderBy, first: size, offset: page * size },
    },
    ...{ size, page },
  }
}

const termsIn = (term: Record<string, string>): string[] =>
  Object.entries(term).map(([name, direction]) => `${direction === 'desc' ? '-' : ''}${snakeCase(name)}`)

const spelled = (operator: string): string => (operator === 'isNull' ? '__is_null' : operator === 'eq' ? '' : `__${operator}`)

/**
 * Some conditions on a row and on what it leads to, as parameters and as what these mean together: each relation is entered once, so
 * that all behind it is about one row there.
 *
 * @param any chooses a row that a condition is to hold for.
 */
function conditionsFor(
  world: World,
  resource: Resource,
  any: () => Row | undefined,
  links: number,
): { parameters: Map<string, string>; filter: Filter } {
  const { random, rows, as } = world
  const parameters = new Map<string, string>()
  const meant: Filter[] = []
  const entered = new Set<Link>()
  // Most hold for one row, lest nothing be found; of a related row two are asked for, which may hold for two rows apart.
  const one = any()
  for (let count = links > 0 ? 2 : random.below(4); count > 0; count -= 1) {
    const row = random.chance(links > 0 ? 0.5 : 0.7) ? one : any()
    const link = links < 3 && random.chance(links > 0 ? 0.2 : 0.5) ? oneLink(world, resource) : undefined
    const others = link && row ? linked(rows, as, resource, row, link) : []
    if (link && link.target.name !== 'Metadata') {
      if (entered.has(link)) continue
      entered.add(link)
      const inner = conditionsFor(world, link.target, () => random.maybeOne(others), links + 1)
      for (const [name, text] of inner.parameters) parameters.set(`${snakeCase(link.name)}.${name}`, text)
      if (inner.parameters.size > 0) meant.push({ [link.name]: inner.filter })
      continue
    }
    const asked = link ? keyAsked(random, random.maybeOne(others)) : columnAsked(world, resource, row)
    if (!asked || asked.text === '' || parameters.has(asked.name)) continue
    parameters.set(asked.name, asked.text)
    meant.push(asked.filter)
  }
  return { parameters, filter: { AND: meant } }
}

/** A condition on a key of metadata. */
function keyAsked(random: Random, record: Row | undefined): Asked | undefined {
  const { key, isNull, ...operators } = keyCondition(random, record) as { key: string; isNull?: boolean }
  const [operator = 'isNull', operand = isNull] = Object.entries(operators)[0] ?? []
  // A key that ends like an operator, or is empty, cannot be named in a parameter.
  if (key === '' || /__\w+$/.test(key)) return undefined
  // A number of more digits than are exact is a text in a query string, and the two ends of a range are of one kind.
  if (operator === 'between' && (operand as unknown[]).some((each) => plainValue(String(each)).number === undefined))
    return undefined
  const filter = { metadata: [{ key, [operator]: plainText(operator, operand) }] }
  return { name: `_md.${key}${spelled(operator)}`, text: textOf(operand), filter }
}

/** A condition on a column. */
function columnAsked(world: World, resource: Resource, row: Row | undefined): Asked | undefined {
  const { random, rows } = world
  const column = random.maybeOne(openColumns(world, resource).filter(({ kind }) => kind !== 'json'))
  if (!column) return undefined
  const operator = random.one([...operatorsOf(column.kind), 'isNull'])
  const value = row && rows.valueIn(resource.model.name, row, column)
  const one = () =>
    operator === 'like' || operator === 'ilike' ? patternOf(random, String(value ?? 'Ab')) : operandOf(random, column, value)
  const isList = operator === 'in' || operator === 'nin'
  const operands = { isNull: random.chance(0.5), between: pairOf(random, column, value) }
  const operand = operands[operator as 'isNull'] ?? (isList ? [one(), one()] : one())
  const said = column.isDotted && operator !== 'isNull' ? dotted(column, operand) : operand
  return {
    name: `${snakeCase(column.name)}${spelled(operator)}`,
    text: column.kind === 'number' && /e/.test(textOf(operand)) ? '' : textOf(said),
    filter: { [column.name]: { [operator]: operand } },
  }
}

/** The values of an enum with dots, given their names in GraphQL. */
const dotted = ({ values }: Column, names: unknown): unknown => {
  const stored = (name: unknown) => values.find((value) => nameOfDotted(value) === name)
  return Array.isArray(names) ? names.map(stored) : stored(names)
}

const textOf = (operand: unknown): string =>
  Array.isArray(operand) ? operand.map((each) => `"${String(each).replaceAll('"', '""')}"`).join(',') : String(operand)

/** In a query string all values of metadata are texts, which compare as what they say. */
function plainText(operator: string, operand: unknown): unknown {
  if (operator === 'isNull') return operand
  return Array.isArray(operand) ? operand.map(String) : String(operand)
}

/** A list of the oracle's answer to a row's operation in GraphQL's words, as the contract has it. */
export function envelopeOf(
  { source, path }: Compiled,
  variables: Record<string, unknown>,
  data: unknown,
): { count: unknown; results: unknown } {
  const fragments = new Map(
    source.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const operation = source.definitions.find((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION)
  let [value, set, type] = [data, operation?.selectionSet, schema.getQueryType() as GraphQLObjectType]
  while (set && !type.name.endsWith('Connection')) {
    const [field] = set.selections as [FieldNode]
    value = (value as Record<string, unknown>)[ownName(field)]
    type = getNamedType(type.getFields()[field.name.value]?.type) as GraphQLObjectType
    set = field.selectionSet
  }
  const { totalCount } = value as { totalCount: number }
  const results = plainList(
    { fragments, variables, isStoreArea: path.startsWith('/v1/store/') },
    set as SelectionSetNode,
    value,
    type,
  )
  return { count: totalCount, results }
}

type Words = {
  fragments: Map<string, FragmentDefinitionNode>
  variables: Record<string, unknown>
  isStoreArea: boolean
}

const ownName = ({ alias, name }: FieldNode): string => (alias ?? name).value

/** The records of a connection. */
function plainList(words: Words, set: SelectionSetNode, value: unknown, type: GraphQLObjectType): unknown {
  const nodes = set.selections.find(
    (each): each is FieldNode => each.kind === Kind.FIELD && each.name.value === 'nodes',
  ) as FieldNode
  const inside = getNamedType(type.getFields().nodes?.type) as GraphQLObjectType
  return (value as { nodes: unknown[] }).nodes.map((each) =>
    recordOf(words, nodes.selectionSet as SelectionSetNode, each, inside),
  )
}

function recordOf(words: Words, set: SelectionSetNode, value: unknown, type: GraphQLObjectType): unknown {
  if (value === null) return null
  const made: Record<string, unknown> = {}
  for (const each of set.selections) {
    if (each.kind === Kind.FIELD) {
      const has = (name: string) => each.directives?.find((mark) => mark.name.value === name)
      const given = has('name')?.arguments?.[0]?.value
      const name = given?.kind === Kind.STRING ? given.value : (each.alias?.value ?? snakeCase(each.name.value))
      if (has('with') && words.variables[`with_${name}`] !== true) continue
      const shown = shownOf(words, each, (value as Record<string, unknown>)[ownName(each)], type, has('httpDate') !== undefined)
      // A record that is shown as a list is the one of it; metadata of products is for merchants.
      const listed = has('list') ? (shown === null || words.isStoreArea ? [] : [shown]) : shown
      made[name] = isObject(made[name]) && isObject(listed) ? { ...made[name], ...listed } : listed
    } else if (each.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = words.fragments.get(each.name.value) as FragmentDefinitionNode
      Object.assign(made, recordOf(words, fragment.selectionSet, value, type))
    }
  }
  return made
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FreeForm)

function shownOf(words: Words, field: FieldNode, value: unknown, parent: GraphQLObjectType, isHttpDate: boolean): unknown {
  const type = getNamedType(parent.getFields()[field.name.value]?.type) as GraphQLObjectType
  const { selectionSet } = field
  if (selectionSet && type.name.endsWith('Connection')) return plainList(words, selectionSet, value, type)
  if (selectionSet && Array.isArray(value)) return value.map((each) => recordOf(words, selectionSet, each, type))
  if (selectionSet) return recordOf(words, selectionSet, value, type)
  if (value !== null && isEnumType(type) && isDotted(type)) return parsed(type, value)
  if (value !== null && type.name === 'ID') return BigInt(value as string)
  return value !== null && isHttpDate ? new Date(value as string).toUTCString() : value
}

const parsed = (type: GraphQLEnumType, names: unknown): unknown =>
  Array.isArray(names) ? names.map((each) => type.parseValue(each)) : type.parseValue(names)
