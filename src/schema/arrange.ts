/** Arranges the types for a reader: the roots, each resource with its own types, and shared types last. */
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { type Resource, resourceOf } from './registry.ts'

const roots = ['query', 'mutation', 'subscription'] as const

type Roots = { [Root in (typeof roots)[number]]?: GraphQLObjectType | null | undefined }

/** The position of a type: its resource, its part there, and its place among equals; group 0 comes before all resources. */
type Position = { group: number; part: number; place: number }

const first = -1
const shared = Number.MAX_SAFE_INTEGER
// Types without a resource, such as the store itself, come last.
const ofNone = shared - 1

/** The parts of a resource, in order. */
const parts = [
  'record',
  'value',
  'connection',
  'edge',
  'aggregate',
  'filter',
  'condition',
  'order',
  'group',
  'input',
  'write',
] as const
const partAt = (part: (typeof parts)[number]): number => parts.indexOf(part)

/** The types in listing order. */
export function arranged(types: readonly GraphQLNamedType[], given: Roots): GraphQLNamedType[] {
  const positions = new Map<GraphQLNamedType, Position>()
  const resources = types.flatMap((type) => resourceOf(type) ?? [])
  const owners = new Map(
    resources.flatMap((resource, group) => namesOf(resource).map(([part, name], place) => [name, { group, part, place }])),
  )
  for (const type of types) {
    const owner = owners.get(type.name)
    if (owner) positions.set(type, owner)
  }
  for (const [place, { name, type, args }] of Object.values(given.mutation?.getFields() ?? {}).entries()) {
    const payload = getNamedType(type)
    const subject = subjectOf(name, payload, resources)
    const group = subject ? resources.indexOf(subject) : ofNone
    const inputs = args.map((arg) => getNamedType(arg.type)).filter(isInputObjectType)
    for (const each of [...inputs, payload]) positions.set(each, { group, part: partAt('write'), place })
  }
  for (const [place, name] of roots.entries()) {
    const root = given[name]
    if (root) positions.set(root, { group: first, part: 0, place })
  }
  placeOthers(types, positions)
  return types
    .map((type, index) => ({ type, index, ...(positions.get(type) as Position) }))
    .sort((one, other) => one.group - other.group || one.part - other.part || one.place - other.place || one.index - other.index)
    .map(({ type }) => type)
}

/** The ends of the names of the types and inputs of a resource's aggregates. */
const aggregateTypes = ['Aggregate', 'Values', 'Group', 'Groups', 'Sum', 'Average', 'Extreme']
const groupInputs = ['Column', 'Period', 'GroupBy', 'TimeGroup', 'GroupOrder', 'Measure', 'Top']

/** The names of the types generated from a resource. */
const namesOf = ({ name, typeName }: Resource): [part: number, name: string][] => [
  [partAt('record'), typeName],
  [partAt('connection'), `${typeName}Connection`],
  [partAt('edge'), `${typeName}Edge`],
  [partAt('connection'), `${typeName}Feed`],
  [partAt('filter'), `${name}Filter`],
  [partAt('order'), `${name}Order`],
  ...aggregateTypes.map((suffix): [number, string] => [partAt('aggregate'), `${typeName}${suffix}`]),
  ...groupInputs.map((suffix): [number, string] => [partAt('group'), `${name}${suffix}`]),
]

/** The resource of the record in a mutation's payload; without one, the resource in the mutation's name, if any. */
function subjectOf(mutation: string, payload: GraphQLNamedType, resources: readonly Resource[]): Resource | undefined {
  const fields = isObjectType(payload) ? Object.values(payload.getFields()) : []
  const shown = fields.map(({ type }) => resourceOf(getNamedType(type))).find((each) => each !== undefined)
  const called = resources.filter(({ name }) => mutation.toLowerCase().includes(name.toLowerCase()))
  return shown ?? called.sort((one, other) => other.name.length - one.name.length)[0]
}

/** Places a type used by one resource with it, and a shared type behind all. */
function placeOthers(types: readonly GraphQLNamedType[], positions: Map<GraphQLNamedType, Position>): void {
  const users = new Map<GraphQLNamedType, Set<GraphQLNamedType>>()
  for (const user of types) for (const used of usedBy(user)) users.set(used, (users.get(used) ?? new Set()).add(user))
  let waiting = types.filter((type) => !positions.has(type))
  while (waiting.length > 0) {
    const known = waiting.filter((type) => [...(users.get(type) ?? [])].every((user) => user === type || positions.has(user)))
    // Types that use each other in a circle are shared.
    for (const type of known.length > 0 ? known : waiting) {
      const groups = [...(users.get(type) ?? [])].map((user) => positions.get(user)?.group ?? first)
      positions.set(type, positionOf(type, new Set(groups.filter((group) => group !== first))))
    }
    waiting = waiting.filter((type) => !positions.has(type))
  }
}

/** The position of a type without a resource, derived from its users. */
function positionOf(type: GraphQLNamedType, groups: ReadonlySet<number>): Position {
  const [group = ofNone] = groups
  const isShared = groups.size > 1 || group === shared || isScalarType(type)
  // An object type used by the roots alone is a record too: it comes behind those of resources.
  if (!isShared && (groups.size === 1 || isObjectType(type))) return { group, part: partAt(partIn(type)), place: 0 }
  const kinds = [isInterfaceType, isObjectType, isEnumType, isInputObjectType]
  const kind = kinds.findIndex((isKind) => isKind(type))
  return { group: shared, part: kind < 0 ? kinds.length : kind, place: 0 }
}

const partIn = (type: GraphQLNamedType) =>
  !isInputObjectType(type) ? 'value' : type.name.endsWith('Filter') ? 'condition' : 'input'

/** The types of a type's fields and their arguments. */
function usedBy(type: GraphQLNamedType): GraphQLNamedType[] {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => [
    getNamedType(field.type),
    ...field.args.map((arg) => getNamedType(arg.type)),
  ])
}
