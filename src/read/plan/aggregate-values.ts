/** Plans the values of aggregates: counts, sums, averages and extremes, of all rows or of a group. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { canRead } from '../../schema/audience.ts'
import type { Column } from '../../schema/model.ts'
import type { Resource } from '../../schema/registry.ts'
import { distinctOf, type Measure, type PeriodRead } from '../filter/group-arguments.ts'
import { allKnown } from '../filter/placeholder.ts'
import type { StatementInput } from '../request.ts'
import type { AggregateTable } from '../sql/aggregate-rows.ts'
import { valuesName } from '../sql/aggregate-statement.ts'
import { type Cells, sqlOf } from '../sql/cells.ts'
import { currency, valueJson } from '../sql/dialect.ts'
import { constant, type Json, jsonSql, madeBy, objectOf } from '../sql/json.ts'
import type { Statement } from '../sql/statement.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** The rows that are aggregated: those of a list, under an alias. */
export type AggregatedList = {
  resource: Resource
  alias: string
  found: (statement: Statement, request: StatementInput) => { from: string; where: string }
  /** The cells of the statement's row. */
  cells: Cells
}

type MeasureOf = (request: StatementInput) => Measure

/** The values that a selection has, each once where no argument tells them apart. */
export class Measures {
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

/** A part of a selection with values of its own: those of the period, or of the one before. */
export type AggregatePart = {
  planning: Planning
  list: AggregatedList
  measures: Measures
  /** The first letter of the values' names in the statement. */
  name: 'm' | 'p'
  periodOf: (request: StatementInput) => PeriodRead | undefined
}

/** The table of the rows of a list in a statement. */
export const tableOf = (
  { resource: { model }, alias, found }: AggregatedList,
  statement: Statement,
  request: StatementInput,
): AggregateTable => ({
  ...{ model, alias, statement },
  found: () => found(statement, request),
})

/** A field with a value of some rows. */
export function valueField(part: AggregatePart, parent: GraphQLObjectType, selected: Selected): Json {
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
    const inner: AggregatePart = { ...part, name: 'p' }
    const json = objectOf(
      fieldsIn(planning, type, nodes).map((each) => ({ name: each.name, json: valueField(inner, type, each) })),
    )
    const text = jsonSql(json)
    return madeBy((statement, request) => (periodOf(request)?.before ? sqlOf(text, statement, request) : "'null'"))
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
  { planning, measures }: AggregatePart,
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
