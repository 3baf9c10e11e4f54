/** Plans aggregates of the rows of a list: as a whole, by groups, and of the period before. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { maxGroups } from '../../schema/aggregate.ts'
import { canRead } from '../../schema/audience.ts'
import type { Column } from '../../schema/model.ts'
import type { StoreZone } from '../../schema/reads.ts'
import type { Resource } from '../../schema/registry.ts'
import {
  cursorMark,
  distinctOf,
  type GroupKey,
  type GroupsRead,
  type Measure,
  type PeriodArguments,
  type PeriodRead,
  readGroups,
  readPeriod,
} from '../filter/group-arguments.ts'
import { allKnown } from '../filter/placeholder.ts'
import type { StatementInput } from '../request.ts'
import type { AggregateTable } from '../sql/aggregate-rows.ts'
import { type GroupsSql, groupsSql, keyName, totalSql, valuesName } from '../sql/aggregate-statement.ts'
import { joined, tooManyGroups } from '../sql/answer-limit.ts'
import { type Cells, type Sql, sqlOf } from '../sql/cells.ts'
import { base64urlSql } from '../sql/cursor.ts'
import { currency, valueJson } from '../sql/dialect.ts'
import { boundedBy, constant, type FieldJson, type Json, jsonSql, madeBy, objectOf, writerOf, writtenBy } from '../sql/json.ts'
import type { Statement } from '../sql/statement.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** The rows that are aggregated: those of a list, under an alias. */
type AggregatedList = {
  resource: Resource
  alias: string
  zone: StoreZone
  found: (statement: Statement, request: StatementInput) => { from: string; where: string }
  /** The cells of the statement's row. */
  cells: Cells
}

type AggregatePlan = {
  json: Json
  /** Checks the arguments of a request. @throws Refusal for invalid ones. */
  check: (request: StatementInput) => void
  /** The maximum weight of its text. */
  weight: (request: StatementInput) => number
}

type MeasureOf = (request: StatementInput) => Measure

/** The values that a selection has, each once where no argument tells them apart. */
class Measures {
  private readonly all: MeasureOf[] = []
  private readonly places = new Map<string, number>()

  add(measure: MeasureOf, key?: string): number {
    const known = key === undefined ? undefined : this.places.get(key)
    if (known !== undefined) return known
    const place = this.all.push(measure) - 1
    if (key !== undefined) this.places.set(key, place)
    return place
  }

  get isEmpty(): boolean {
    return this.all.length === 0
  }

  of(request: StatementInput): Measure[] {
    return this.all.map((measure) => measure(request))
  }
}

/** Plans the field of an aggregate. */
export function planAggregate(planning: Planning, list: AggregatedList, selected: Selected): AggregatePlan {
  const { resource } = list
  const measures = new Measures()
  const periodOf = (request: StatementInput): PeriodRead | undefined => {
    const { period, compareTo } = argumentsOf(selected, request)
    return readPeriod(resource, allKnown({ period, compareTo } as PeriodArguments), request.viewer)
  }
  const groupsOf = (groups: Selected, request: StatementInput): GroupsRead =>
    readGroups(resource, allKnown(argumentsOf(groups, request)), periodOf(request), request.viewer)
  const part: Part = { planning, list, measures, name: 'm', periodOf }
  const groupsFields: Selected[] = []
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const fields = fieldsIn(planning, type, selected.nodes).map((each) => {
    if (each.field?.name !== 'groups') return { name: each.name, json: valueField(part, type, each) }
    groupsFields.push(each)
    const groups = planGroups(part, each, (request) => groupsOf(each, request))
    return { name: each.name, json: planning.isAnswer(each.nodes) ? answerOf(groups.answer, list.cells) : groups.json }
  })
  const object = objectOf(fields)
  const whole = (): Json => {
    const text = jsonSql(object)
    const sql: Sql = (statement, request) => {
      const total = totalSql(tableOf(list, statement, request), periodOf(request), measures.of(request))
      return `(SELECT ${sqlOf(text, statement, request)} FROM (${total}) ${valuesName})`
    }
    return groupsFields.length > 0 ? boundedBy(sql) : madeBy(sql)
  }
  return {
    json: measures.isEmpty ? object : whole(),
    check(request) {
      for (const groups of groupsFields) groupsOf(groups, request)
      if (groupsFields.length === 0) periodOf(request)
      measures.of(request)
    },
    weight: (request) => 1 + groupsFields.reduce((sum, groups) => sum + groupsOf(groups, request).size, 0),
  }
}

/** A part of a selection with values of its own: those of the period, or of the one before. */
type Part = {
  planning: Planning
  list: AggregatedList
  measures: Measures
  /** The first letter of the values' names in the statement. */
  name: 'm' | 'p'
  periodOf: (request: StatementInput) => PeriodRead | undefined
}

const tableOf = (
  { resource: { model }, alias, zone, found }: AggregatedList,
  statement: Statement,
  request: StatementInput,
): AggregateTable => ({
  ...{ model, alias, zone, statement },
  found: () => found(statement, request),
})

/** A field with a value of some rows. */
function valueField(part: Part, parent: GraphQLObjectType, selected: Selected): Json {
  const { field, nodes } = selected
  const { planning, list, measures, name, periodOf } = part
  const type = getNamedType(field?.type) as GraphQLObjectType
  const valueAt = (place: number) => `${valuesName}.${name}${place}`
  if (!field) return constant(parent.name)
  if (field.name === 'count') return madeBy(`${valueAt(measures.add(() => ({ of: 'count' }), 'count'))}::text`)
  if (field.name === 'countDistinct') {
    const measure: MeasureOf = (request) => distinctOf(list.resource, allKnown(argumentsOf(selected, request)), request.viewer)
    return madeBy(`${valueAt(measures.add(measure))}::text`)
  }
  if (field.name === 'currency') return currency
  if (field.name === 'previous') {
    const inner: Part = { ...part, name: 'p' }
    const json = objectOf(
      fieldsIn(planning, type, nodes).map((each) => ({ name: each.name, json: valueField(inner, type, each) })),
    )
    const text = jsonSql(json)
    return madeBy((statement, request) => (periodOf(request)?.shift ? sqlOf(text, statement, request) : "'null'"))
  }
  return objectOf(
    fieldsIn(planning, type, nodes).map((each) => ({
      name: each.name,
      json: columnField(part, type, field.name as 'sum', each, valueAt),
    })),
  )
}

/** A value of one column; null for a viewer that may not read it. */
function columnField(
  { planning, measures }: Part,
  type: GraphQLObjectType,
  of: 'sum' | 'avg' | 'min' | 'max',
  { field, nodes }: Selected,
  valueAt: (place: number) => string,
): Json {
  if (!field) return constant(type.name)
  const { column } = field.extensions.read as { column: Column }
  if (!canRead(planning.role, column.audience)) return ['null']
  const value = valueAt(measures.add(() => ({ of, column }), `${of} ${column.name}`))
  if (of === 'sum') return madeBy(`${value}::text`)
  if (of === 'avg') return madeBy(`coalesce(${value}::text, 'null')`)
  return valueJson({ ...column, required: false }, value, nodes[0], planning.dialect)
}

/** Plans a page of groups. */
function planGroups(
  outer: Part,
  { field, nodes }: Selected,
  of: (request: StatementInput) => GroupsRead,
): { json: Json; answer: Json } {
  const { planning, list, periodOf } = outer
  const part: Part = { ...outer, measures: new Measures() }
  const type = getNamedType(field?.type) as GraphQLObjectType
  const made = new WeakMap<StatementInput, GroupsSql>()
  let records: Json = ['[]']
  const fields = fieldsIn(planning, type, nodes).map((selected): FieldJson => {
    const inside = getNamedType(selected.field?.type) as GraphQLObjectType
    const { name } = selected
    if (!selected.field) return { name, json: constant(type.name) }
    if (selected.field.name === 'totalCount') return { name, json: madeBy(totalOfGroups) }
    if (selected.field.name === 'pageInfo') return { name, json: objectOf(infoFields(planning, inside, selected, of)) }
    const row = jsonSql(objectOf(groupFields(part, inside, selected, of, (request) => made.get(request) as GroupsSql)))
    const rows: Sql = (statement, request) => {
      const { page } = made.get(request) as GroupsSql
      const texts = `SELECT ${sqlOf(row, statement, request)} AS j FROM (${page}) ${valuesName} ORDER BY ${valuesName}.n`
      return `(SELECT '[' || coalesce(${joined('j', '', request.context)}, '') || ']' FROM (${texts}) t)`
    }
    records = boundedBy(rows)
    return { name, json: records }
  })
  const statementOf = (text: Sql) =>
    boundedBy((statement, request) => {
      const values = part.measures.of(request)
      const sql = groupsSql(tableOf(list, statement, request), periodOf(request), of(request), values, maxGroups)
      made.set(request, sql)
      return `(${sql.before}SELECT CASE WHEN ${sql.isTooMany} THEN ${tooManyGroups} ELSE ${sqlOf(text, statement, request)} END)`
    })
  return {
    json: statementOf(jsonSql(objectOf(fields))),
    answer: statementOf(jsonSql([...madeBy(totalOfGroups), ' ', ...records])),
  }
}

const totalOfGroups = '(SELECT count(*)::text FROM o)'

/** Makes the groups of an answer, whose number stands before them, its text. */
function answerOf(json: Json, cells: Cells): Json {
  const write = writerOf(json, cells)
  return writtenBy((row, reading) => {
    const text = write(row, reading)
    const end = text.indexOf(' ')
    reading.answer = { ...reading.answer, count: Number(text.slice(0, end)), text: text.slice(end + 1) }
    return 'null'
  })
}

/** The fields of a group. */
function groupFields(
  part: Part,
  type: GraphQLObjectType,
  { nodes }: Selected,
  of: (request: StatementInput) => GroupsRead,
  sqlFor: (request: StatementInput) => GroupsSql,
): FieldJson[] {
  return fieldsIn(part.planning, type, nodes).map((selected) => {
    const { name, field } = selected
    if (!field) return { name, json: constant(type.name) }
    if (field.name !== 'key') return { name, json: valueField(part, type, selected) }
    const keyType = getNamedType(field.type) as GraphQLObjectType
    const keys: Sql = (statement, request) => {
      const each = of(request).keys.map((key, place) => {
        const json = objectOf(keyFields(part, keyType, selected, key, place, sqlFor(request)))
        return sqlOf(jsonSql(json), statement, request)
      })
      return `concat(${["'['", each.join(", ',', "), "']'"].filter((part) => part !== '').join(', ')})`
    }
    return { name, json: madeBy(keys) }
  })
}

/** The fields of one key of a group. */
function keyFields(
  { planning }: Part,
  type: GraphQLObjectType,
  { nodes }: Selected,
  key: GroupKey,
  place: number,
  { start, zone }: GroupsSql,
): FieldJson[] {
  const { dialect } = planning
  const value = `${valuesName}.${keyName(place)}`
  const text = (sql: string) => madeBy(`coalesce(to_json(${sql})::text, 'null')`)
  const nameOf = 'metadata' in key ? key.metadata : 'time' in key ? key.time.name : key.column.name
  const valueFor = (node: Selected['nodes'][0]): Json => {
    if ('metadata' in key) return text(`${value}`)
    if ('time' in key) return text(`to_char(${start} AT TIME ZONE ${zone}, 'YYYY-MM-DD')`)
    return valueJson({ ...key.column.column, required: false }, value, node, dialect)
  }
  const startOf = (node: Selected['nodes'][0]): Json => {
    if (!('time' in key)) return ['null']
    const { column } = key.time
    return valueJson({ ...column, required: false }, `(${start})`, node, dialect)
  }
  const isSeries = !('time' in key)
  return fieldsIn(planning, type, nodes).map(({ name, field, nodes: [node] }) => {
    if (!field) return { name, json: constant(type.name) }
    if (field.name === 'column') return { name, json: constant(nameOf) }
    if (field.name === 'value') return { name, json: valueFor(node) }
    if (field.name === 'start') return { name, json: startOf(node) }
    return { name, json: isSeries ? madeBy(`${valuesName}.others::text`) : ['false'] }
  })
}

/** The fields of `pageInfo` of groups, whose cursors are numbers. */
function infoFields(
  planning: Planning,
  type: GraphQLObjectType,
  { nodes }: Selected,
  of: (request: StatementInput) => GroupsRead,
): FieldJson[] {
  const total = '(SELECT count(*) FROM o)'
  const cursor = (sql: string): string => `'"' || ${base64urlSql(`'${cursorMark}' || ${sql}`)} || '"'`
  return fieldsIn(planning, type, nodes).map(({ name, field }) => {
    if (!field) return { name, json: constant(type.name) }
    const sql = (request: StatementInput): string => {
      const { size, offset } = of(request)
      if (field.name === 'hasNextPage') return `(${total} > ${offset + size})::text`
      if (field.name === 'hasPreviousPage') return `'${offset > 0}'`
      const place = field.name === 'startCursor' ? `${offset + 1}` : `least(${total}, ${offset + size})`
      return `CASE WHEN ${total} > ${offset} THEN ${cursor(place)} ELSE 'null' END`
    }
    return { name, json: madeBy((_statement, request) => sql(request)) }
  })
}
