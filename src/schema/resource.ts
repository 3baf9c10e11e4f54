/**
 * Makes a resource of a model: its GraphQL type, filter, order, connection and root fields, from one description.
 *
 * Every column of the model says who reads it: a new one that does not is a type error, and stops the process. Relations are
 * named; what is not named is not shown and not filtered by. Types, descriptions and nullability come from the data model.
 */
import type { ScopedResource } from '../auth/scopes.ts'
import type { Role } from '../auth/viewer.ts'
import { readId } from '../values/id.ts'
import { snakeCase } from '../values/text.ts'
import type { Aggregates } from './aggregate.ts'
import { nameOfAggregate } from './aggregate-limits.ts'
import type { Access } from './audience.ts'
import type { Builder, MadeField, ObjectFields } from './builder.ts'
import { type AnyModel, type ColumnOptions, derivedColumns, type ModelTypes, partsOf, shownColumns } from './columns.ts'
import type { ComputedRows } from './computed-rows.ts'
import type { Lists } from './connection.ts'
import type { Inputs } from './inputs.ts'
import { columnOf, type Model, type Part, relationOf } from './model.ts'
import { type NodeInterface, nodeIdField } from './node.ts'
import { type PathForms, pathOf } from './path.ts'
import { planned, type RootRead } from './reads.ts'
import { columnField, currencyField, kindField, linkedRecord, partField, pathField, shortList } from './record-fields.ts'
import { type Keyed, type Link, liveOnly, type Registry, type Resource, type SearchedBy } from './registry.ts'
import { ofRecord } from './wording.ts'

/**
 * A relation under a name of its own: through a joining table, or only those rows that have certain values.
 */
type Derived<M extends ModelTypes> = {
  name: string
  path: readonly [M['RelationName']] | readonly [joining: M['RelationName'], relation: string]
  only?: Readonly<Record<string, unknown>>
  description: string
}

export type ResourceOptions<M extends ModelTypes> = ColumnOptions<M> & {
  /** Its name, where it is not the model's. */
  name?: string
  /** Name of the GraphQL type, where it is not its own. */
  typeName?: string
  /** The scopes that a key needs to read or write it; of several, all. */
  scope: ScopedResource | readonly ScopedResource[]
  /** Says that a key reads it at a root by the scope to write it. */
  readBy?: 'write'
  /** Fields that are not made of columns. */
  fields?: (t: ObjectFields) => Record<string, MadeField>
  /** Relations to one record, shown as it, or to a few, shown as a list. */
  relations?: readonly (M['RelationName'] | Derived<M>)[]
  /** Relations to any number of records, shown as connections. */
  connections?: readonly (M['RelationName'] | Derived<M>)[]
  /** The roles that see it, and which of its rows. */
  access: Access<M['Where']>
  /** The condition of the rows of its lists, where not all are listed; the others are read by their ids and through relations to one record. */
  listed?: M['Where']
  /** Path of the record on REST, if it has one there. */
  url?: PathForms
  /** Names of the root fields, for one record and for the list. */
  record?: string
  list?: string
  /** Its records have free-form keys, by which they are filtered from what leads to them. */
  keyed?: Keyed & { entries: M['RelationName'] }
  /** The column that says whether a record is archived; lists leave archived records out unless given `archived: true`. */
  archivedBy?: keyof M['Shape'] & string
  /** The column that numbers its last change, by which its changes are read; merchants see all its rows. */
  markedBy?: keyof M['Shape'] & string
  /** The columns whose change does not count as a change of the record. */
  unmarked?: readonly (keyof M['Shape'] & string)[]
  /** How merchants search its lists. */
  searched?: SearchedBy
  /** The subquery of its rows, for a model without a table; it has a list and no record, and its id is not read. */
  computed?: ComputedRows
}

/** Creates the parts of a schema, and stores them. */
export type Makers = {
  builder: Builder
  registry: Registry
  inputs: Inputs
  lists: Lists
  aggregates: Aggregates
  nodeInterface: NodeInterface
  /** The model of what is kept of deleted records. */
  deletions: Model | undefined
}

/** Describes a resource; call it once for each. */
export function describeResource(makers: Makers, model: Model, options: ResourceOptions<AnyModel>): Resource {
  const { builder, registry, inputs, lists, aggregates, nodeInterface } = makers
  const name = options.name ?? model.name
  const roles = Object.keys(options.access) as Role[]
  const columns = shownColumns(model, options, roles)
  const parts = partsOf(columns, options.parts)
  const derived = derivedColumns(model, options.derived, roles, (target) => registry.of(target.name).columns)
  for (const [field, column] of derived) columns.set(field, column)
  const hasAmounts = [...columns.values()].some(({ kind }) => kind === 'amount')
  const kind = snakeCase(name)
  const typeName = options.typeName ?? name
  const isNode = columns.has('id')
  if (options.computed && (isNode || options.record)) throw new Error(`${name} is computed: none of its rows is read by an id`)
  const path = options.url === undefined ? undefined : pathOf(options.url)
  if (path?.unless) columnOf(model, path.unless)
  const unread = path?.columns.find((column) => columns.get(column)?.isClosed !== false)
  if (unread) throw new Error(`The path of ${name} shows ${unread}, which not everybody who sees it reads`)
  const toLink = (relation: string | Derived<AnyModel>, isConnection: boolean): Link =>
    linkOf(registry, model, relation, isConnection, options.access)
  // A relation to one record under another name.
  const linksOf = (part: Part): Link[] =>
    Object.entries(part.relations).map(([name, { of, description }]) =>
      linkOf(registry, model, of, false, options.access, { name, description }),
    )
  const relations = (options.relations ?? []).map((relation) => toLink(relation, false))
  const connections = (options.connections ?? []).map((relation) => toLink(relation, true))
  const links = new Map([...relations, ...connections].map((link) => [link.name, link]))
  const unknown = Object.values(options.access)
    .flatMap(({ closed = [] }) => closed)
    .find((each) => !links.has(each))
  if (unknown) throw new Error(`${name} has no relation ${unknown}`)

  const ref = builder.objectRef<object>(typeName)
  const resource: Resource = {
    ...{ name, typeName, isNode, model, columns, parts, kind, path, links },
    ref,
    scopes: [options.scope].flat(),
    readBy: options.readBy ?? 'read',
    keyed: options.keyed,
    archivedBy:
      options.archivedBy === undefined
        ? undefined
        : {
            column: options.archivedBy,
            live: columnOf(model, options.archivedBy).kind === 'boolean' ? false : null,
          },
    markedBy: options.markedBy === undefined ? undefined : markedBy(makers, model, options.markedBy, options.unmarked),
    searched: options.searched,
    access: options.access,
    listed: (options.listed ?? {}) as Resource['listed'],
    computed: options.computed,
  }
  registry.add(resource)
  ref.implement({
    description: model.description,
    interfaces: isNode ? [nodeInterface] : [],
    extensions: { resource },
    fields: (t) => {
      return {
        ...Object.fromEntries([...columns.values()].map((column) => [column.name, columnField(t, column)])),
        ...Object.fromEntries([...parts.values()].map((part) => [part.name, partField(builder, t, part, linksOf(part))])),
        ...options.fields?.(t),
        ...(isNode && { nodeId: nodeIdField(t, typeName) }),
        ...(hasAmounts && { currency: currencyField(t) }),
        ...(!columns.has('type') && { type: kindField(t, kind) }),
        ...(path && { url: pathField(t, path, roles) }),
        ...Object.fromEntries(relations.map((link) => [link.name, link.list ? shortList(t, link) : linkedRecord(t, link)])),
        ...Object.fromEntries(connections.map((link) => [link.name, lists.linked(t, link)])),
        ...Object.fromEntries(connections.map((link) => [nameOfAggregate(link.name), aggregates.linked(t, link)])),
      }
    },
  })
  if (resource.keyed) inputs.keyFilter(resource)
  if (options.record) addRootRecord(builder, resource, options.record)
  if (options.list) {
    lists.addRoot(resource, options.list)
    aggregates.addRoot(resource, options.list)
  }
  return resource
}

function markedBy({ deletions }: Makers, model: Model, name: string, unmarked: readonly string[] = []): Resource['markedBy'] {
  if (!deletions) throw new Error(`Nothing keeps what is deleted of ${model.name}`)
  return { column: columnOf(model, name).name, deletions, unmarked: new Set(unmarked.map((each) => columnOf(model, each).name)) }
}

function linkOf(
  registry: Registry,
  model: Model,
  relation: string | Derived<AnyModel>,
  isConnection: boolean,
  access: Access,
  named?: Pick<Link, 'name' | 'description'>,
): Link {
  const isPlain = typeof relation === 'string'
  const path = (isPlain ? [relation] : relation.path) as Link['path']
  const first = relationOf(model, path[0])
  const to = path[1] === undefined ? first.model : relationOf(first.model, path[1]).model
  const { name, description } = named ?? (isPlain ? first : relation)
  return {
    name,
    description,
    // Found when it is asked for: it may be described later.
    get target() {
      return registry.of(to.name)
    },
    get first() {
      return registry.has(first.model.name) ? registry.of(first.model.name) : undefined
    },
    list: isPlain ? first.list : true,
    required: isPlain ? first.required : true,
    isConnection,
    closedTo: others.filter((role) => access[role]?.closed?.includes(name)),
    emptyFor: others.filter((role) => access[role]?.empty?.includes(name)),
    path,
    get only() {
      const own = isPlain ? {} : (relation.only ?? {})
      return isConnection || path[1] !== undefined ? own : { ...liveOnly(registry.of(to.name)), ...own }
    },
  }
}

const others = ['merchant', 'customer', 'visitor'] as const

/** The root field that answers one record by its id; a record of another tenant is the same as a missing one. */
function addRootRecord(builder: Builder, resource: Resource, name: string): void {
  builder.queryField(name, (t) =>
    t.field({
      type: resource.ref,
      nullable: true,
      description: ofRecord(resource, resource.model.description),
      extensions: {
        scopes: resource.scopes,
        read: { record: resource, idOf: ({ id }) => readId('id', id as string) } satisfies RootRead,
      },
      args: { id: t.arg.id({ required: true, description: "Its `id`; another store's is answered as one that there is not." }) },
      resolve: planned,
    }),
  )
}
