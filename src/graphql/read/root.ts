/** Plans the root fields that read: one record, a page of a list, or whatever records some names stand for. */
import { type GraphQLObjectType, getNamedType, locatedError } from 'graphql'
import type { Viewer } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { badInput, notFound, unauthenticated } from '../../errors.ts'
import { shown } from '../../values/text.ts'
import { AnswerTooLong } from '../answer-size.ts'
import type { Condition } from '../comparison.ts'
import { type ListArguments, readList } from '../list-arguments.ts'
import type { ModelName } from '../model.ts'
import { type NodeName, readNodeId } from '../node-id.ts'
import { hasNodes, type Link, type Resource, resourceOf } from '../registry.ts'
import { checkLink, visibleAtRoot } from '../visible.ts'
import { ask } from './ask.ts'
import { all, conditionSql } from './condition.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { planPage } from './page.ts'
import { countStatement, pageStatement } from './page-statement.ts'
import type { Planning, Reading, Values } from './reading.ts'
import { planRecord } from './record.ts'
import { loadRow } from './record-loader.ts'
import { Scope } from './scope.ts'
import { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** Reads what a root field asks for and writes it as JSON. */
export type Read = (reading: Reading) => Promise<string>

/** Plans a root field for one selection; what a root field of the schema has in its extensions. */
export type RootPlan = (planning: Planning, selected: Selected) => Read

/** The relations that a root field follows: a viewer who may not follow one is refused before anything is read. */
function followed(planning: Planning): (viewer: Viewer) => void {
  const links: readonly Link[] = [...planning.links]
  planning.links.clear()
  return (viewer) => {
    for (const link of links) checkLink(link, viewer)
  }
}

/** The scope of a statement of its own: what is asked for alike is called alike, by whatever name it is asked for. */
function rootScope(planning: Planning, model: ModelName): Scope {
  planning.tables = 0
  return new Scope(planning, model)
}

/**
 * Plans a record of a model that is found by its id.
 *
 * @returns a function that answers its JSON, or undefined for one that there is not.
 */
export function planRecordById(planning: Planning, type: GraphQLObjectType, model: ModelName, nodes: Selected['nodes']) {
  const scope = rootScope(planning, model)
  const { alias } = scope
  const key = scope.column(alias, model, 'id')
  const write = planRecord({ planning, scope, alias, model }, type, nodes)
  const check = followed(planning)
  return async (id: bigint, seen: Condition, reading: Reading): Promise<string | undefined> => {
    check(reading.viewer)
    const statement = new Statement(reading.viewer.storeId, id)
    const columns = scope.columns(statement, reading)
    const where = all([ofStore(model, alias), conditionSql(seen, model, alias, statement)])
    const text = `SELECT ${columns} FROM ${tableName(model)} ${alias}${scope.from} WHERE ${where} AND ${columnSql(alias, 'id')} = `
    const row = await loadRow({ text, values: statement.values, key }, id, reading.context)
    return row && write(scope.row(row), reading)
  }
}

/** The root field that answers one record of a resource; a record of another tenant is the same as a missing one. */
export const recordRoot =
  (resourceOf: () => Resource, idOf: (args: Values, context: Context) => bigint): RootPlan =>
  (planning, selected) => {
    const resource = resourceOf()
    const type = getNamedType(selected.field?.type) as GraphQLObjectType
    const read = planRecordById(planning, type, resource.model, selected.nodes)
    return async (reading) => {
      const id = idOf(argumentsOf(selected, reading), reading.context)
      const text = await read(id, visibleAtRoot(resource, reading.viewer), reading)
      if (text === undefined) throw notFound()
      return text
    }
  }

/** The root field that lists a resource. */
export const listRoot =
  (resource: () => Resource): RootPlan =>
  (planning, selected) => {
    const of = resource()
    const number = planning.lists++
    const scope = rootScope(planning, of.model)
    const page = planPage(planning, scope, selected)
    const check = followed(planning)
    return async (reading) => {
      const { viewer, context } = reading
      const list = readList(of, argumentsOf(selected, reading) as ListArguments, viewer, visibleAtRoot)
      reading.lists[number] = list
      check(viewer)
      const rowsOf = ({ text, values }: Statement) => ask(text, values, context)
      const [rows, counted] = await Promise.all([
        page.wantsRows ? rowsOf(pageStatement(scope, list, page.wantsCursors, reading)) : [],
        page.wantsCount ? rowsOf(countStatement(scope, list, viewer.storeId)) : [],
      ])
      const found = rows.map((row) => scope.row(row))
      return page.write(found, Number(counted[0]?.[0]), list, reading)
    }
  }

/** Answers the names that a field of `Node` was asked for. */
type NamesOf = (args: Values) => readonly string[]

/** How a name is called in the sentence that refuses it. */
type Argument = string

/** The root fields that answer records of any type by their names, null for those that there are not. */
export const nodesRoot =
  (argument: Argument, namesOf: NamesOf, isOne: boolean): RootPlan =>
  (planning, selected) => {
    const reads = new Map<string, ReturnType<typeof planRecordById>>()
    const readOf = ({ model, typeName }: Resource) => {
      const type = planning.schema.getType(typeName) as GraphQLObjectType
      const read = reads.get(typeName) ?? planRecordById(planning, type, model, selected.nodes)
      reads.set(typeName, read)
      return read
    }
    const find = async (nodeId: string, reading: Reading): Promise<string> => {
      const name = readName(argument, nodeId)
      const resource = resourceOf(name.typeName)
      // Where records of the type are not open to the viewer, that is said whatever the store.
      const seen = visibleAtRoot(resource, reading.viewer)
      if (reading.viewer.storeId !== name.storeId) return 'null'
      return (await readOf(resource)(name.id, seen, reading)) ?? 'null'
    }
    return async (reading) => {
      const names = namesOf(argumentsOf(selected, reading))
      if (isOne) return find(names[0] as string, reading)
      // What is wrong with one name says nothing of the others.
      const findOrTell = (nodeId: string, index: number) =>
        find(nodeId, reading).catch((error: unknown) => {
          if (error instanceof AnswerTooLong) throw error
          reading.errors.push(locatedError(error, selected.nodes, [selected.name, index]))
          return 'null'
        })
      return `[${(await Promise.all(names.map(findOrTell))).join(',')}]`
    }
  }

function readName(argument: string, nodeId: string): NodeName {
  const name = readNodeId(nodeId)
  if (name && hasNodes(name.typeName)) return name
  throw badInput(`${argument} must be the nodeId of a record, not ${shown(nodeId)}.`)
}

/** The root field that shows the viewer's store. */
export const storeRoot: RootPlan = (planning, selected) => {
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const read = planRecordById(planning, type, 'Store', selected.nodes)
  return async (reading) => {
    const { viewer } = reading
    // Typed as one of a store, which strangers are of none of.
    if (viewer.storeId === undefined) throw unauthenticated()
    return (await read(viewer.storeId, {}, reading)) ?? 'null'
  }
}
