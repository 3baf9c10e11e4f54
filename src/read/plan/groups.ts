/** Plans the groups of aggregates, a page of them. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { maxGroups } from '../../schema/aggregate-limits.ts'
import { cursorMark, type GroupsRead, type KeyRead } from '../filter/group-arguments.ts'
import type { StatementInput } from '../request.ts'
import { type GroupsSql, groupsSql, keyName, valuesName } from '../sql/aggregate-statement.ts'
import { joined, tooManyGroups } from '../sql/answer-limit.ts'
import { type Cells, type Sql, sqlOf } from '../sql/cells.ts'
import { base64urlSql } from '../sql/cursor.ts'
import { valueJson } from '../sql/dialect.ts'
import { boundedBy, constant, type FieldJson, type Json, jsonSql, madeBy, objectOf, writerOf, writtenBy } from '../sql/json.ts'
import { type AggregatePart, Measures, tableOf, valueField } from './aggregate-values.ts'
import { fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** Plans a page of groups. */
export function planGroups(
  outer: AggregatePart,
  { field, nodes }: Selected,
  of: (request: StatementInput) => GroupsRead,
): { json: Json; answer: Json } {
  const { planning, list, periodOf } = outer
  const part: AggregatePart = { ...outer, measures: new Measures() }
  const type = getNamedType(field?.type) as GraphQLObjectType
  // `statementOf` fills this before the SQL of the fields is written.
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
export function answerOf(json: Json, cells: Cells): Json {
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
  part: AggregatePart,
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
  { planning }: AggregatePart,
  type: GraphQLObjectType,
  { nodes }: Selected,
  key: KeyRead,
  place: number,
  { start, zone }: GroupsSql,
): FieldJson[] {
  const { dialect } = planning
  const value = `${valuesName}.${keyName(place)}`
  const text = (sql: string) => madeBy(`coalesce(to_json(${sql})::text, 'null')`)
  const nameOf = 'freeKey' in key ? key.freeKey : 'time' in key ? key.time.name : key.column.name
  const valueFor = (node: Selected['nodes'][0]): Json => {
    if ('freeKey' in key) return text(value)
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
