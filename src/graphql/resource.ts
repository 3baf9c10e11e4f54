/**
 * Makes a resource of a model: its GraphQL type, filter, order, connection and root fields, from one description.
 *
 * Every column of the model says who reads it: a new one that does not is a type error, and stops the process. Relations are
 * named; what is not named is not shown and not filtered by. Types, descriptions and nullability come from `schema.prisma`.
 */
import type { ScopedResource } from '../auth/scopes.ts'
import type { Role } from '../auth/viewer.ts'
import { readId } from '../values/id.ts'
import { snakeCase } from '../values/text.ts'
import { builder } from './builder.ts'
import { type ColumnOptions, derivedColumns, partsOf, shownColumns } from './columns.ts'
import { addRootList, type LooseObjectFields, linkedList } from './connection.ts'
import { ofRecord } from './describe.ts'
import { type ModelName, modelDescription, type RelationName, relationOf } from './model.ts'
import { nodeIdField, nodeInterface } from './node.ts'
import { type PathForms, pathOf } from './path.ts'
import { planned } from './read/field-read.ts'
import { recordRoot } from './read/root.ts'
import { columnField, currencyField, kindField, linkedRecord, partField, pathField, shortList } from './record-fields.ts'
import { type Link, type Resource, register } from './registry.ts'
import type { Visibility } from './visible.ts'

/**
 * A relation under a name of its own: through a joining table, as a subscription's orders are reached through their lines;
 * or only those rows that have certain values.
 */
type Derived<M extends ModelName> = {
  name: string
  path: readonly [RelationName<M>] | readonly [joining: RelationName<M>, relation: string]
  only?: Readonly<Record<string, unknown>>
  description: string
}

export type ResourceOptions<M extends ModelName> = ColumnOptions<M> & {
  /** Its name, where it is not the model's. */
  name?: string
  /** Name of the GraphQL type, where it is not its own. */
  typeName?: string
  /** What a key must be allowed to read or write for it; of several, all. */
  scope: ScopedResource | readonly ScopedResource[]
  /** Fields that are not made of columns. */
  fields?: (t: LooseObjectFields) => Record<string, unknown>
  /** Relations to one record, shown as it, or to a few, shown as a list. */
  relations?: readonly (RelationName<M> | Derived<M>)[]
  /** Relations to any number of records, shown as connections. */
  connections?: readonly (RelationName<M> | Derived<M>)[]
  /** Relations and connections, by the names they have here, that customers and visitors may not follow. */
  merchantOnly?: readonly string[]
  /** Who sees which rows. */
  visible: Visibility<M>
  /** Path of the record on REST, if it has one there. */
  url?: PathForms
  /** Names of the root fields, for one record and for the list. */
  record?: string
  list?: string
  /** It is a part of others: its root fields are for merchants, all others reach it through what they own. */
  isPart?: boolean
}

/** Describes a resource; call it once for each. */
export function resource<M extends ModelName>(model: M, options: ResourceOptions<M>): void {
  const name = options.name ?? model
  const roles = Object.keys(options.visible) as Role[]
  const columns = shownColumns(model, options, roles)
  const derived = derivedColumns(model, options.derived, roles)
  const parts = partsOf(columns, options.parts)
  const hasAmounts = [...columns.values()].some(({ kind }) => kind === 'amount')
  const kind = snakeCase(name)
  const typeName = options.typeName ?? name
  const isNode = columns.has('id')
  const path = options.url === undefined ? undefined : pathOf(options.url)
  const unread = path?.columns.find((column) => columns.get(column)?.isClosed !== false)
  if (unread) throw new Error(`The path of ${name} shows ${unread}, which not everybody who sees it reads`)
  const toLink = (relation: RelationName<M> | Derived<M>): Link => {
    const link = linkOf(model, relation)
    const isConnection = options.connections?.includes(relation) ?? false
    return { ...link, isConnection, merchantOnly: options.merchantOnly?.includes(link.name) ?? false }
  }
  const relations = (options.relations ?? []).map(toLink)
  const connections = (options.connections ?? []).map(toLink)

  const ref = builder.prismaObject(
    model as never,
    {
      ...(options.name && { variant: options.name }),
      ...(options.typeName && { name: options.typeName }),
      description: modelDescription(model),
      ...(isNode && { interfaces: [nodeInterface] }),
      fields: (builderFields: never) => {
        const t = builderFields as LooseObjectFields
        return {
          ...Object.fromEntries(
            [...columns.values(), ...derived.values()].map((column) => [column.name, columnField(t, column)]),
          ),
          ...Object.fromEntries([...parts.values()].map((part) => [part.name, partField(t, part)])),
          ...options.fields?.(t),
          ...(isNode && { nodeId: nodeIdField(t, typeName) }),
          ...(hasAmounts && { currency: currencyField(t) }),
          type: kindField(t, kind),
          ...(path && { url: pathField(t, path) }),
          ...Object.fromEntries(relations.map((link) => [link.name, link.list ? shortList(t, link) : linkedRecord(t, link)])),
          ...Object.fromEntries(connections.map((link) => [link.name, linkedList(t, link)])),
        }
      },
    } as never,
  )

  const links = new Map([...relations, ...connections].map((link) => [link.name, link]))
  const unknown = options.merchantOnly?.find((each) => !links.has(each))
  if (unknown) throw new Error(`${name} has no relation ${unknown}`)
  const made: Resource = {
    name,
    typeName,
    isNode,
    model,
    ref: ref as never,
    columns,
    derived,
    parts,
    kind,
    path,
    links,
    scopes: [options.scope].flat(),
    isPart: options.isPart ?? false,
    visibility: options.visible,
  }
  register(made)
  if (options.record) addRootRecord(made, options.record)
  if (options.list) addRootList(made, options.list)
}

function linkOf<M extends ModelName>(
  model: M,
  relation: RelationName<M> | Derived<M>,
): Omit<Link, 'merchantOnly' | 'isConnection'> {
  if (typeof relation !== 'object' || relation === null || !('path' in relation)) {
    const { name, description, model: target, list, required } = relationOf(model, relation as string)
    return { name, description, target, list, required, path: [name], joining: undefined, only: {} }
  }
  const { name, description, only = {} } = relation
  const path = relation.path as Link['path']
  const first = relationOf(model, path[0]).model
  const target = path[1] ? relationOf(first, path[1]).model : first
  return { name, description, target, list: true, required: true, path, joining: path[1] && first, only }
}

/** The root field that answers one record by its id; a record of another tenant is the same as a missing one. */
function addRootRecord(resource: Resource, name: string): void {
  builder.queryField(name, (t) =>
    t.field({
      type: resource.ref as never,
      nullable: true,
      description: ofRecord(resource, modelDescription(resource.model)),
      extensions: {
        scopes: resource.scopes,
        read: recordRoot(
          () => resource,
          ({ id }) => readId('id', id as string),
        ),
      },
      args: { id: t.arg.id({ required: true, description: "Its `id`; another store's is answered as one that there is not." }) },
      resolve: planned,
    }),
  )
}
