/** Plans aggregates of the rows of a list: as a whole, by groups, and of the period before. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { type GroupsRead, type PeriodArguments, type PeriodRead, readGroups, readPeriod } from '../filter/group-arguments.ts'
import { allKnown } from '../filter/placeholder.ts'
import type { StatementInput } from '../request.ts'
import { totalSql, valuesName } from '../sql/aggregate-statement.ts'
import { type Sql, sqlOf } from '../sql/cells.ts'
import { boundedBy, type Json, jsonSql, madeBy, objectOf } from '../sql/json.ts'
import { type AggregatedList, type AggregatePart, Measures, tableOf, valueField } from './aggregate-values.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import { answerOf, planGroups } from './groups.ts'
import type { Planning } from './planning.ts'

type AggregatePlan = {
  json: Json
  /** Checks the arguments of a request. @throws Refusal for invalid ones. */
  check: (request: StatementInput) => void
  /** The maximum weight of its text. */
  weight: (request: StatementInput) => number
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
  const part: AggregatePart = { planning, list, measures, name: 'm', periodOf }
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
