/** Random filters: conditions that often hold for some row, joined and negated, through relations. */

import type { Column } from '../../../src/schema/model.ts'
import { operatorsOf } from '../../../src/schema/operators.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import type { Principal } from '../../access/isolation/principals.ts'
import { isClosed, sees } from '../../access/isolation/visible-columns.ts'
import { writtenPath } from '../../support/written-path.ts'
import { type Filter, linked } from './holds.ts'
import { keyCondition, operandOf, pairOf, patternOf } from './operands.ts'
import type { Random } from './random.ts'
import type { Row, Rows } from './rows.ts'

export type World = { random: Random; rows: Rows; as: Principal }

/** The links that somebody may follow. */
export const openLinks = ({ as }: World, { links }: Resource) =>
  [...links.values()].filter(({ target, closedTo }) => sees(target.name, as) !== undefined && !closedTo.includes(as.role))

/** A link to follow where one is to be: often metadata, whose values have rules of their own. */
export function oneLink(world: World, resource: Resource): Link | undefined {
  const links = openLinks(world, resource)
  const metadata = links.filter(({ target }) => target.name === 'Metadata')
  return world.random.maybeOne(metadata.length > 0 && world.random.chance(0.4) ? metadata : links)
}

/** The columns that somebody may filter and order by. */
export const openColumns = ({ as }: World, { name, columns }: Resource): Column[] =>
  [...columns.values()].filter(({ list, mask, source }) => !list && !mask && !isClosed(name, source, as))

/** The sets of texts that somebody may filter by. */
const openSets = ({ as }: World, { name, columns }: Resource): Column[] =>
  [...columns.values()].filter(({ list, matchedBy, source }) => list && matchedBy && !isClosed(name, source, as))

/** The bounds of a filter: its depth, and the relations it has followed. */
type Depth = { groups: number; links: number; patterns: { left: number } }

/** A filter of a resource's rows. */
export function filterOf(
  world: World,
  resource: Resource,
  depth: Depth = { groups: 0, links: 0, patterns: { left: 12 } },
): Filter {
  const { random, rows, as } = world
  // Most conditions come from a row that there is, lest nothing be found; some come from a row that the viewer may not see.
  return filterFor(world, resource, random.maybeOne(rows.ofStore(resource.model.name, as.storeId)), depth)
}

function filterFor(world: World, resource: Resource, row: Row | undefined, depth: Depth): Filter {
  const { random } = world
  const filter: Filter = {}
  const count = random.chance(0.05) ? 0 : 1 + random.below(depth.groups === 0 ? 3 : 2)
  for (let index = 0; index < count; index += 1) Object.assign(filter, conditionOf(world, resource, row, depth))
  return filter
}

function conditionOf(world: World, resource: Resource, row: Row | undefined, depth: Depth): Filter {
  const { random, rows, as } = world
  const inner = { ...depth, groups: depth.groups + 1 }
  const some = () =>
    filterFor(world, resource, random.chance(0.6) ? row : random.maybeOne(rows.ofStore(resource.model.name, as.storeId)), inner)
  const valueIn = (column: Column) => row && rows.valueIn(resource.model.name, row, column)
  const several = () => Array.from({ length: random.chance(0.06) ? 0 : 1 + random.below(3) }, some)
  if (depth.groups < 4 && random.chance(0.28)) {
    const group = random.one(['AND', 'OR', 'OR', 'NOT', 'NOT'])
    if (group === 'NOT') return { NOT: some() }
    const parts = several()
    return { [group]: parts.length === 1 && random.chance(0.2) ? parts[0] : parts }
  }
  const link = random.chance(0.35) && depth.links < 3 ? oneLink(world, resource) : undefined
  if (link) {
    const found = row ? linked(rows, as, resource, row, link) : []
    const other = random.maybeOne(found)
    if (link.target.name === 'Metadata')
      return { [link.name]: Array.from({ length: 1 + random.below(2) }, () => spent(depth, keyCondition(random, other))) }
    return { [link.name]: filterFor(world, link.target, other, { ...inner, links: depth.links + 1 }) }
  }
  const part = random.chance(0.1) && random.maybeOne([...resource.parts.values()])
  if (part) {
    const columns = random.some([...part.columns.values()], random.below(2))
    const asked = columns.map((column) => [column.name, operatorsFor(random, column, valueIn(column), depth)])
    return { [part.name]: { ...Object.fromEntries(asked), ...(random.chance(0.5) && { isNull: random.chance(0.5) }) } }
  }
  if (random.chance(0.06)) return exactCondition(world, resource, row)
  const set = random.chance(0.08) ? random.maybeOne(openSets(world, resource)) : undefined
  if (set) return { [set.name]: setCondition(random, (valueIn(set) ?? []) as string[]) }
  const column = random.maybeOne(openColumns(world, resource))
  return column ? { [column.name]: operatorsFor(random, column, valueIn(column), depth) } : {}
}

/** A condition on a set, often by its own values in other letters. */
function setCondition(random: Random, values: readonly string[]): object {
  const one = () => asciiUpper(random.maybeOne(values) ?? random.one(['vip', 'Ete', 'x']))
  const some = () => Array.from({ length: random.below(3) }, one)
  return random.chance(0.2) ? { in: some(), all: some() } : { [random.one(['in', 'all'])]: some() }
}

/** A filter takes few patterns. */
function spent(depth: Depth, condition: Filter | object): object {
  const { like, ilike, ...others } = condition as Filter
  const count = Number(like !== undefined) + Number(ilike !== undefined)
  if (count === 0) return condition
  depth.patterns.left -= count
  return depth.patterns.left < 0 ? { ...others, isNull: false } : condition
}

function operatorsFor(random: Random, column: Column, value: unknown, depth: Depth): object {
  const operators = random.some([...operatorsOf(column.kind), 'isNull'], random.chance(0.85) ? 1 : random.below(4))
  const pairs = operators.map((operator) => [operator, operandFor(random, column, operator, value)])
  return spent(depth, Object.fromEntries(pairs))
}

function operandFor(random: Random, column: Column, operator: string, value: unknown): unknown {
  if (operator === 'isNull') return random.chance(0.5)
  if (operator === 'like' || operator === 'ilike') {
    const pattern = patternOf(random, String(value ?? 'Ab'))
    return operator === 'ilike' && random.chance(0.4) ? asciiUpper(pattern) : pattern
  }
  const one = () => operandOf(random, column, value)
  if (operator === 'between') return pairOf(random, column, value)
  if (operator !== 'in' && operator !== 'nin') return one()
  if (random.chance(0.1)) return one()
  return Array.from({ length: random.below(4) }, one)
}

// Which other letters are one another's capitals is the database's to say.
const asciiUpper = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** A condition on what no column holds. */
function exactCondition({ random, as }: World, { kind, path }: Resource, row: Row | undefined): Filter {
  const operator = random.one(['eq', 'ne', 'in', 'nin', 'isNull'])
  const [name, text] =
    path && row && random.chance(0.7) ? ['url', writtenPath(path, row, as.role)] : ['type', random.one([kind, 'order'])]
  if (name === 'url' && operator === 'isNull') return { url: { isNull: random.chance(0.5) } }
  const given = random.chance(0.2) ? `${text.replace(/\/$/, '')}` : text
  const operand = {
    eq: given,
    ne: given,
    in: [given, 'x'],
    nin: random.chance(0.3) ? [] : ['x', given],
    isNull: random.chance(0.5),
  }
  return { [name]: { [operator]: operand[operator as 'eq'] } }
}
