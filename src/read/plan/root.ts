/** Plans the root fields of queries: one record, a list, a feed, or records by node id. */

import { type GraphQLObjectType, getNamedType, locatedError } from 'graphql'
import type { Viewer } from '../../auth/viewer.ts'
import type { Model } from '../../schema/model.ts'
import { readNodeId } from '../../schema/node-id.ts'
import type { RootRead } from '../../schema/reads.ts'
import type { Resource } from '../../schema/registry.ts'
import { ofNobody, visibleAtRoot } from '../../schema/visible.ts'
import { badInput, notFound, unauthenticated } from '../../values/errors.ts'
import { shown } from '../../values/text.ts'
import type { Condition } from '../filter/comparison.ts'
import { type ListArguments, type ListRead, readList, withComputing } from '../filter/list-arguments.ts'
import type { Reading, StatementInput } from '../request.ts'
import type { PageRead, Read } from '../run/operation.ts'
import { type Lookup, loadRow } from '../run/record-loader.ts'
import { AnswerTooLong } from '../sql/answer-limit.ts'
import { Cells, type Row } from '../sql/cells.ts'
import { all, always, conditionSql } from '../sql/condition.ts'
import { writerOf } from '../sql/json.ts'
import type { Found } from '../sql/page-statement.ts'
import { scopeOfStatement } from '../sql/scope.ts'
import type { SharedJoins } from '../sql/shared-joins.ts'
import { Statement, StatementOfAny } from '../sql/statement.ts'
import { columnSql, ofAnyStore, ofStore, tableName } from '../sql/tables.ts'
import { planAggregate } from './aggregate.ts'
import { belowOpen, mayAskForChanges, planChanges, planMarkCheck } from './changes.ts'
import { planFeed } from './feed.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { countOfList } from './kept-count.ts'
import { type PagePlan, planPage } from './page.ts'
import type { Planning } from './planning.ts'
import { planRecord, planRecordFields } from './record.ts'
import { planReport } from './report.ts'
import { refusals } from './root-field.ts'
import { planScan } from './scan.ts'

/** Plans a root field for one selection. */
export function planRoot(planning: Planning, selected: Selected, root: RootRead): Read | PageRead {
  if ('record' in root) return planOne(planning, selected, root)
  if ('list' in root) return planList(planning, selected, root.list)
  if ('aggregate' in root) return planAggregateRoot(planning, selected, root)
  if ('scan' in root) return planScan(planning, selected, root)
  if ('report' in root) return planReport(planning, selected, root)
  if ('feed' in root) return planFeed(planning, selected, root)
  return 'nodes' in root ? planNodes(planning, selected, root) : planStore(planning, selected, root.store)
}

/** Reads the JSON of a record by its id. */
type RecordById = (id: bigint) => Promise<string | undefined>

type RootReadBy<Key extends string> = Extract<RootRead, Record<Key, unknown>>

/**
 * Plans a record that is found by its id.
 *
 * @param see the condition that the viewer sees it; may throw a refusal.
 *
 * @returns a function that creates, once per request, the reader of a record's JSON; the reader returns undefined for a missing record.
 */
export function planRecordById(
  planning: Planning,
  type: GraphQLObjectType,
  model: Model,
  nodes: Selected['nodes'],
  see: (viewer: StatementInput['viewer']) => Condition,
) {
  const scope = scopeOfStatement(planning, model)
  const { alias } = scope
  const key = scope.column(alias, model, 'id')
  const write = writerOf(planRecord({ planning, scope, alias, model, ...ofNobody }, type, nodes), scope)
  const check = refusals(planning)
  const number = planning.lists++
  const makeLookup = (request: StatementInput): Lookup => {
    const seen = see(request.viewer)
    check(request)
    const statement = new Statement(request.viewer.storeId, null)
    const columns = scope.columns(statement, request).join(', ')
    const where = all([ofStore(model, alias), conditionSql(seen, model, alias, statement)])
    const text = `SELECT ${columns} FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where} AND ${columnSql(alias, 'id')} = `
    return { one: `${text}$2`, several: `${text}ANY($2)`, values: statement.values, key }
  }
  return (reading: Reading): RecordById => {
    const lookup = lookupFor(reading, number, makeLookup)
    return async (id) => {
      const row = await loadRow(lookup, id, reading)
      return row && write(scope.row(row, reading), reading)
    }
  }
}

/** The statement that finds records of a request: prepared, or written for its values. */
function lookupFor(reading: Reading, number: number, make: (request: StatementInput) => Lookup): Lookup {
  const { shaped } = reading
  const prepared = shaped?.part(number, make)
  return shaped && prepared ? { ...prepared, values: shaped.fill(prepared.values) } : make(reading)
}

/** Plans the root field of one record; a record of another tenant is the same as a missing one. */
function planOne(planning: Planning, selected: Selected, { record: resource, idOf }: RootReadBy<'record'>): Read {
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const see = (viewer: Viewer) => visibleAtRoot(resource, viewer)
  const read = planRecordById(planning, type, resource.model, selected.nodes, see)
  return async (reading) => {
    const id = idOf(argumentsOf(selected, reading), reading.context)
    const text = await read(reading)(id)
    if (text === undefined) throw notFound()
    return text
  }
}

/** The rows of a root list under its condition and a place, and its arguments in a request. */
function rowsOfRoot(planning: Planning, selected: Selected, resource: Resource, alias: string) {
  const { model } = resource
  const number = planning.lists++
  const found = (list: ListRead, place: Condition, statement: Statement, shared?: SharedJoins): Found => {
    const { where, computing } = list
    const computed = computing && resource.computed?.sql((value) => statement.bind(value), computing)
    const from = computed ? `(${computed}) ${alias}` : `${tableName(model)} ${alias}`
    const chosen = conditionSql(where, model, alias, statement, shared)
    // An index covers each page of a store's unfiltered list.
    const isWhole = chosen === always && !computed
    const store = isWhole ? ofAnyStore(model, alias) : ofStore(model, alias)
    const placed = conditionSql(place, model, alias, isWhole ? new StatementOfAny(statement) : statement)
    // The condition may consist of the joins alone.
    return { from, where: all([store, chosen, belowOpen(list, alias), placed]), isWhole: isWhole && !shared?.inside }
  }
  const begin = (request: StatementInput) => {
    const args = argumentsOf(selected, request)
    const list = readList(resource, args as ListArguments, request.viewer, { see: visibleAtRoot })
    request.lists[number] = withComputing(resource, list, args, request.context.now)
  }
  return { of: ({ lists }: StatementInput) => lists[number] as ListRead, found, begin }
}

/** Plans the root field that lists a resource. */
function planList(planning: Planning, selected: Selected, resource: Resource): PageRead {
  const { model } = resource
  const scope = scopeOfStatement(planning, model)
  const { alias } = scope
  const { of, found, begin } = rowsOfRoot(planning, selected, resource, alias)
  const changes = mayAskForChanges(selected) ? { planning, resource, of } : undefined
  const page = planPage(planning, scope, selected, {
    of,
    mayComeApart: true,
    hasCell: resource.markedBy !== undefined,
    ...(changes && { changes: (type, nodes) => planChanges(changes, type, nodes) }),
    rows: (statement, request, shared) => {
      const list = of(request)
      return found(list, list.place, statement, shared)
    },
    count(statement, request, cell) {
      const list = of(request)
      const rows = (of: Statement) => found(list, {}, of)
      return countOfList({ schema: planning.schema, resource, list, found: rows, cell }, statement, request)
    },
    fields: (type, nodes) => planRecordFields({ planning, scope, alias, model, ...ofNobody }, type, nodes),
  })
  if (!changes) return pageRead(planning, page, begin)
  return { ...pageRead(planning, page, begin, planMarkCheck(changes, page.cells)), isOfPlace: true }
}

/** Plans the root field that aggregates a list. */
function planAggregateRoot(planning: Planning, selected: Selected, { aggregate: resource }: RootReadBy<'aggregate'>): PageRead {
  const { alias } = scopeOfStatement(planning, resource.model)
  const cells = new Cells()
  const { of, found, begin } = rowsOfRoot(planning, selected, resource, alias)
  const { json, check, weight } = planAggregate(
    planning,
    { resource, alias, cells, found: (statement, request) => found(of(request), {}, statement) },
    selected,
  )
  const page = { json, cells, weight, from: () => '' }
  return pageRead(planning, page, (request) => {
    begin(request)
    check(request)
  })
}

/** A root field that is one page. @param begin reads its arguments. @param checkRow checks what was read. */
function pageRead(
  planning: Planning,
  page: PagePlan,
  begin: (request: StatementInput) => void,
  checkRow?: (row: Row, reading: Reading) => void,
): PageRead {
  const json = writerOf(page.json, page.cells)
  const check = refusals(planning)
  return {
    page,
    begin(request) {
      begin(request)
      check(request)
    },
    write(columns, reading) {
      const row = page.cells.row(columns, reading)
      checkRow?.(row, reading)
      return json(row, reading)
    },
  }
}

/** Maximum invalid node ids that are reported, and the points of each further one: a refusal takes longer than the read of a record. */
const maxErrors = 100
const pointsOfUntold = 1 / 64
const moreIsWrong = () => badInput(`More is wrong; the first ${maxErrors} faults are told.`)

/** Plans the root fields that answer records by node id; null for a missing record. */
function planNodes(planning: Planning, selected: Selected, { nodes, namesOf, argument, isOne }: RootReadBy<'nodes'>): Read {
  const reads = new Map<string, ReturnType<typeof planRecordById>>()
  const readOf = (resource: Resource) => {
    const { model, typeName } = resource
    const type = planning.schema.getType(typeName) as GraphQLObjectType
    const see = (viewer: Viewer) => visibleAtRoot(resource, viewer)
    try {
      const read = reads.get(typeName) ?? planRecordById(planning, type, model, selected.nodes, see)
      reads.set(typeName, read)
      return read
    } catch (error) {
      throw planning.notPlanned(error)
    }
  }
  /** @param found the reader of each type for this request: the statement is written once, however many ids the type has. */
  const find = async (nodeId: string, reading: Reading, found: Map<string, RecordById>): Promise<string> => {
    const name = readNodeId(nodeId)
    const resource = name && nodes.nodeOf(name.typeName)
    if (!resource) throw badInput(`${argument} must be the nodeId of a record, not ${shown(nodeId)}.`)
    // A type that is closed to the viewer is refused in every store.
    visibleAtRoot(resource, reading.viewer)
    if (reading.viewer.storeId !== name.storeId) return 'null'
    const read = found.get(name.typeName) ?? readOf(resource)(reading)
    found.set(name.typeName, read)
    return (await read(name.id)) ?? 'null'
  }
  return async (reading) => {
    const names = namesOf(argumentsOf(selected, reading))
    const found = new Map<string, RecordById>()
    if (isOne) return find(names[0] as string, reading, found)
    // The records are read as one batch.
    reading.isOneByOne = false
    // An invalid id does not fail the others.
    const findOrTell = (nodeId: string, index: number) =>
      find(nodeId, reading, found).catch((error: unknown) => {
        if (error instanceof AnswerTooLong) throw error
        const { errors } = reading
        if (errors.length > maxErrors) reading.computed += pointsOfUntold
        else errors.push(locatedError(errors.length < maxErrors ? error : moreIsWrong(), selected.nodes, [selected.name, index]))
        return 'null'
      })
    return `[${(await Promise.all(names.map(findOrTell))).join(',')}]`
  }
}

/** Plans the root field of the viewer's store. */
function planStore(planning: Planning, selected: Selected, model: Model): Read {
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const read = planRecordById(planning, type, model, selected.nodes, () => ({}))
  return async (reading) => {
    const { viewer } = reading
    // The viewer's type always has a store, but an unauthenticated viewer has none.
    if (viewer.storeId === undefined) throw unauthenticated()
    return (await read(reading)(viewer.storeId)) ?? 'null'
  }
}
