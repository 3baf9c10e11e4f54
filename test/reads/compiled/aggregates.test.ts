/**
 * Aggregates answer as rows in memory do that are grouped and added one by one: of every list and of lists of records, for every role, over
 * the oddest data. `COMPARE_SEED=<seed> COMPARE_AGGREGATES=1` asks for one again.
 */
import { coerceInputValue, type GraphQLInputType } from 'graphql'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, inject, test } from 'vitest'
import { schema } from '../../../src/resources/schema.ts'
import { nameOfDotted } from '../../../src/schema/dotted.ts'
import { groupColumnsOf, isRanged, isSummed } from '../../../src/schema/group-columns.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { customer, merchant, otherMerchant, type Principal, visitor } from '../../access/isolation/principals.ts'
import { isClosed, refusalAtRoot } from '../../access/isolation/visible-columns.ts'
import { enumValues } from '../../support/described.ts'
import { rootLists, rootRecords } from '../schema-lists.ts'
import { type AskedAggregate, type AskedColumn, type AskedKey, type AskedMeasure, aggregateOver } from './aggregate-oracle.ts'
import { differenceAt } from './differences.ts'
import { type Exact, readExact } from './exact-json.ts'
import { filterOf, openLinks, type World } from './generate-filters.ts'
import { type Filter, holds, isListed, linked, seenBy } from './holds.ts'
import { openOddStore } from './odd-store.ts'
import { randomOf } from './random.ts'
import type { Row } from './rows.ts'

const isEmbedded = 'dataDir' in inject('template')
const { rows, ask } = await openOddStore()

const wanted = Number(process.env.COMPARE_AGGREGATES ?? (isEmbedded ? 200 : 800))
const firstSeed = Number(process.env.COMPARE_SEED ?? 1)
const viewers: { as: Principal; share: number }[] = [
  { as: merchant, share: 0.5 },
  { as: otherMerchant, share: 0.1 },
  { as: customer, share: 0.25 },
  { as: visitor, share: 0.15 },
]

/** An aggregate of a root list, or of the linked records of one record. */
type Asked = AskedAggregate & {
  field: string
  owner?: { field: string; row: Row }
  filter?: Filter
  archived?: boolean
  all: Row[]
}

/** The columns that groups may be made of, those of relations included. */
function columnsFor({ as }: World, resource: Resource): AskedColumn[] {
  return [...groupColumnsOf(resource).values()].flatMap(({ name, column, link }) => {
    const owner = link ? link.target : resource
    if (isClosed(owner.name, column.source, as)) return []
    if (link && !openLinks({ as } as World, resource).includes(link)) return []
    return [{ name, column, ...(link && { link }) }]
  })
}

function askedFor(seed: number, as: Principal): Asked | undefined {
  const random = randomOf(seed)
  const world: World = { random, rows, as }
  const place = random.chance(0.7) ? rootOf(world) : recordOf(world)
  if (!place) return undefined
  const { resource } = place
  const columns = columnsFor(world, resource)
  const own = columns.filter(({ link }) => !link)
  const summed = own.filter(({ column }) => isSummed(column) && column.kind !== 'number')
  const ranged = own.filter(({ column }) => isRanged(column))
  const times = own.filter(({ column }) => column.kind === 'time')
  const oneMeasure = (): AskedMeasure => {
    const kind = random.below(4)
    const number = random.maybeOne(summed)
    const extreme = random.maybeOne(ranged)
    if (kind === 0 && number) return { of: random.one(['sum', 'avg']), column: number }
    if (kind === 1 && extreme) return { of: random.one(['min', 'max']), column: extreme }
    return kind === 2 ? { of: 'countDistinct', column: random.one(columns) } : { of: 'count' }
  }
  const measures = Array.from({ length: 1 + random.below(4) }, oneMeasure)
  const periodColumn = random.chance(0.5) ? random.maybeOne(times) : undefined
  const hasCompared = periodColumn !== undefined && random.chance(0.5)
  const keys: AskedKey[] = random.some(columns, random.below(3))
  const keyed = [...resource.links.values()].find(({ target }) => target.keyed)
  if (keyed && openLinks(world, resource).includes(keyed) && random.chance(0.3))
    keys.push({ metadata: random.one(['plan', 'seats', 'shoe.size', 'a.b']) })
  const time = hasCompared
    ? periodColumn
    : (periodColumn ?? random.maybeOne(columns.filter(({ column }) => column.kind === 'time')))
  if (time && random.chance(0.6)) {
    const isOfPeriod = time === periodColumn
    // Over all times only years are few enough.
    const bucket = isOfPeriod ? random.one(['day', 'week', 'month', 'quarter', 'year'] as const) : 'year'
    keys.splice(random.below(keys.length + 1), 0, { time, bucket, fill: isOfPeriod && random.chance(0.5) })
  }
  const isSeries = keys.some((key) => !('time' in key))
  const start = Temporal.PlainDate.from('2024-01-01').add({ days: random.below(1_000) })
  const from = random.chance(0.5) ? start.with({ day: 1 }) : start
  const to = from.add(random.chance(0.5) ? { months: 1 + random.below(30) } : { days: 1 + random.below(500) })
  return {
    ...place,
    zone: random.one(['UTC', 'Europe/Berlin', 'Asia/Kathmandu']),
    measures,
    keys,
    ...(periodColumn && {
      period: {
        column: periodColumn,
        ...{ from: String(from), to: String(to) },
        ...(hasCompared && { compareTo: random.one(['previous_period', 'previous_year'] as const) }),
      },
    }),
    ...(isSeries && random.chance(0.3) && { top: { n: 1 + random.below(3), by: oneMeasure() } }),
    ...(random.chance(0.3) && { order: { measure: random.below(measures.length), isDescending: random.chance(0.5) } }),
  }
}

type Place = Pick<Asked, 'resource' | 'field' | 'all' | 'owner' | 'filter' | 'archived'>

function rootOf(world: World): Place | undefined {
  const { random, as } = world
  const { name, resource } = random.one(rootLists.filter((each) => !refusalAtRoot(each.resource.name, as)))
  return placeOf(world, resource, name, seenBy(rows, as, resource))
}

function recordOf(world: World): Place | undefined {
  const { random, as } = world
  const open = rootRecords.filter(({ resource }) => !refusalAtRoot(resource.name, as) && resource.columns.has('id'))
  const { name, resource } = random.one(open)
  const row = random.maybeOne(seenBy(rows, as, resource))
  const link: Link | undefined = random.maybeOne(openLinks(world, resource).filter(({ isConnection }) => isConnection))
  if (!row || !link) return undefined
  return { ...placeOf(world, link.target, link.name, linked(rows, as, resource, row, link)), owner: { field: name, row } }
}

function placeOf(world: World, resource: Resource, field: string, seen: readonly Row[]): Place {
  const { random, as } = world
  const filter = random.chance(0.4) ? filterOf(world, resource) : undefined
  const archived = resource.archivedBy !== undefined && random.chance(0.4)
  const all = seen
    .filter((row) => isListed(resource, row))
    .filter((row) => archived || !resource.archivedBy || row[resource.archivedBy.column] === resource.archivedBy.live)
    .filter((row) => !filter || holds(rows, as, resource, row, coerced(resource, filter)))
  return { resource, field, all, ...(filter && { filter }), ...(archived && { archived }) }
}

const coerced = ({ name }: Resource, filter: Filter): Filter =>
  coerceInputValue(filter, schema.getType(`${name}Filter`) as GraphQLInputType) as Filter

const measureInput = (measure: AskedMeasure): string =>
  measure.of === 'count' ? '{ count: true }' : `{ ${measure.of}: ${measure.column.name} }`

const valueField = (measure: AskedMeasure, place: number): string => {
  if (measure.of === 'count') return `v${place}: count`
  if (measure.of === 'countDistinct') return `v${place}: countDistinct(column: ${measure.column.name})`
  return `v${place}: ${measure.of} { value: ${measure.column.column.name} }`
}

function documentOf({ field, owner, resource, archived, zone, measures, keys, period, top, order }: Asked): string {
  const values = measures.map(valueField).join(' ')
  const previous = period?.compareTo ? ` previous { ${values} }` : ''
  const by = keys.map((key) =>
    'metadata' in key
      ? `{ metadata: ${JSON.stringify(key.metadata)} }`
      : 'time' in key
        ? `{ time: { column: ${key.time.name}, bucket: ${key.bucket}, zone: "${zone}", fill: ${key.fill} } }`
        : `{ column: ${key.name} }`,
  )
  const args = [
    'filter: $filter',
    ...(archived ? ['archived: true'] : []),
    ...(period ? [`period: { column: ${period.column.name}, from: "${period.from}", to: "${period.to}", zone: "${zone}" }`] : []),
    ...(period?.compareTo ? [`compareTo: ${period.compareTo}`] : []),
  ]
  const ofGroups = [
    `by: [${by.join(', ')}]`,
    `first: ${pageSize}`,
    ...(top ? [`top: { n: ${top.n}, by: ${measureInput(top.by)} }`] : []),
    ...(order
      ? [
          `orderBy: [{ by: ${measureInput(measures[order.measure] as AskedMeasure)}, direction: ${order.isDescending ? 'desc' : 'asc'} }]`,
        ]
      : []),
  ]
  const groups = `groups(${ofGroups.join(', ')}) { totalCount nodes { key { value start isOthers } ${values}${previous} } }`
  const aggregate = `${field}Aggregate(${args.join(', ')}) { ${values}${previous} ${groups} }`
  const whole = owner ? `${owner.field}(id: "${owner.row.id}") { ${aggregate} }` : aggregate
  return `query Q($filter: ${resource.name}Filter) { ${whole} }`
}

/** A value as an answer has it. */
function shown(column: AskedColumn['column'], value: unknown): unknown {
  if (value === null) return null
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, 'Z')
  if (column.kind === 'id' || column.kind === 'mark') return String(value)
  if (column.kind === 'code') return enumValues(column.enumName ?? '').indexOf(value as string) + 1
  if (column.isDotted) return nameOfDotted(value as string)
  return value
}

function shownValues(measures: readonly AskedMeasure[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    measures.map((measure, place) => {
      const value = values[place]
      if (measure.of === 'count' || measure.of === 'countDistinct') return [`v${place}`, value]
      const isExtreme = measure.of === 'min' || measure.of === 'max'
      return [`v${place}`, { value: isExtreme ? shown(measure.column.column, value) : value }]
    }),
  )
}

function expectedOf(asked: Asked): Record<string, unknown> {
  const { measures, keys, field, owner } = asked
  const { total, groups } = aggregateOver(rows, asked, asked.all)
  const valuesOf = (each: { values: unknown[]; previous: unknown[] | null }) => ({
    ...shownValues(measures, each.values),
    ...(each.previous && { previous: shownValues(measures, each.previous) }),
  })
  const nodes = groups.map((group) => ({
    key: group.key.map(({ value, start, isOthers }, place) => {
      const key = keys[place] as AskedKey
      return { value: 'metadata' in key || 'time' in key ? value : shown(key.column, value), start, isOthers }
    }),
    ...valuesOf(group),
  }))
  const aggregate = {
    [`${field}Aggregate`]: { ...valuesOf(total), groups: { totalCount: nodes.length, nodes: nodes.slice(0, pageSize) } },
  }
  return owner ? { [owner.field]: aggregate } : aggregate
}

async function faultOf(seed: number, as: Principal): Promise<string | undefined> {
  const asked = askedFor(seed, as)
  if (!asked) return undefined
  const query = documentOf(asked)
  const variables = { filter: asked.filter }
  const answer = readExact(await ask(as, '/graphql', { query, variables })) as Map<string, Exact>
  const fault = answer.has('errors')
    ? JSON.stringify(answer.get('errors'), (_key, each) => (each instanceof Map ? Object.fromEntries(each) : each))
    : differenceAt('data', expectedOf(asked), answer.get('data'))
  return fault && `Seed ${seed}, ${as.name}: ${fault}\n${query}\nFilter: ${JSON.stringify(asked.filter)}\n`
}

const maxFaults = 3
const pageSize = 1_000

describe('An aggregate', () => {
  test.each(viewers)('answers $as.name as rows in memory do', { timeout: 3_600_000 }, async ({ as, share }) => {
    const last = firstSeed + Math.max(1, Math.ceil(wanted * share))
    const faults: string[] = []
    for (let seed = firstSeed; seed < last && faults.length < maxFaults; seed += 1) {
      const fault = await faultOf(seed, as)
      if (fault) faults.push(fault)
    }
    if (faults.length > 0) expect.fail(faults.join('\n'))
  })
})
