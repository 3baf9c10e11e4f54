/**
 * Makes a resource of a model: its GraphQL type, filter, order, connection and root fields, from one description.
 *
 * Columns and relations are named, never taken over wholesale: what is not named is not shown, not filtered and not ordered
 * by. Their types, descriptions and nullability come from `schema.prisma`.
 */
import type { ScopedResource } from '../auth/scopes.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { readId } from '../values/id.ts'
import { snakeCase } from '../values/text.ts'
import { builder } from './builder.ts'
import { addRootList, type LooseObjectFields, linkedList } from './connection.ts'
import { columnType } from './inputs.ts'
import {
  type Column,
  type ColumnName,
  columnOf,
  delegateName,
  type MatchedBy,
  type ModelName,
  modelDescription,
  type RelationName,
  relationOf,
  type Shape,
} from './model.ts'
import { hasResource, type Link, type Resource, register, resourceOf } from './registry.ts'
import { checkLink, type Visibility, visible, visibleAtRoot } from './visible.ts'

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

export type ResourceOptions<M extends ModelName> = {
  /** Name of the GraphQL type, where it is not the model's. */
  name?: string
  /** What a key must be allowed to read or write for it; of several, all. */
  scope: ScopedResource | readonly ScopedResource[]
  /** The columns shown, in the order of the contract. */
  columns: readonly ColumnName<M>[]
  /** Columns that are the store's own: others see null there, and may not filter or order by them. */
  storeOnly?: readonly ColumnName<M>[]
  /** Columns that sum up other records, such as a customer's number of orders. */
  summaries?: readonly ColumnName<M>[]
  /** Texts that are equal in another way than letter by letter, each with the column that is compared instead. */
  matchedBy?: { readonly [Name in ColumnName<M>]?: MatchedBy & { column: ColumnName<M> } }
  /** Fields that are not columns. */
  fields?: (t: LooseObjectFields) => Record<string, unknown>
  /** Relations to one record, shown as it, or to a few, shown as a list. */
  relations?: readonly (RelationName<M> | Derived<M>)[]
  /** Relations to any number of records, shown as connections. */
  connections?: readonly (RelationName<M> | Derived<M>)[]
  /** Relations and connections, by the names they have here, that customers and visitors may not follow. */
  merchantOnly?: readonly string[]
  /** Who sees which rows. */
  visible: Visibility<M>
  /** Path of the record on REST, if it has one there; the viewer decides which area's. */
  url?: Url<M>
  /** Names of the root fields, for one record and for the list. */
  record?: string
  list?: string
  /** It is a part of others: its root fields are for merchants, all others reach it through what they own. */
  isPart?: boolean
}

type Url<M extends ModelName> = { columns: readonly ColumnName<M>[]; path: (row: Shape<M>, viewer: Viewer) => string }

/** Describes a resource; call it once for each. */
export function resource<M extends ModelName>(model: M, options: ResourceOptions<M>): void {
  const columns = new Map(
    options.columns.map((name) => [
      name as string,
      {
        ...columnOf(model, name),
        merchantOnly: options.storeOnly?.includes(name) ?? false,
        matchedBy: options.matchedBy?.[name],
        isSummary: options.summaries?.includes(name) ?? false,
      },
    ]),
  )
  const toLink = (relation: RelationName<M> | Derived<M>): Link => {
    const link = linkOf(model, relation)
    const isConnection = options.connections?.includes(relation) ?? false
    return { ...link, isConnection, merchantOnly: options.merchantOnly?.includes(link.name) ?? false }
  }
  const relations = (options.relations ?? []).map(toLink)
  const connections = (options.connections ?? []).map(toLink)
  const name = options.name ?? model

  const ref = builder.prismaObject(
    model as never,
    {
      ...(options.name && { variant: options.name }),
      description: modelDescription(model),
      select: { id: true },
      fields: (builderFields: never) => {
        const t = builderFields as LooseObjectFields
        return {
          ...Object.fromEntries([...columns.values()].map((column) => [column.name, exposed(t, column)])),
          ...options.fields?.(t),
          type: t.field({ type: 'String', description: 'The kind of resource.', resolve: () => snakeCase(name) }),
          ...(options.url && { url: urlField(t, options.url as never) }),
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
    model,
    ref: ref as never,
    columns,
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

function exposed(t: LooseObjectFields, column: Column): unknown {
  const { name, kind, required, description } = column
  if (column.merchantOnly) {
    return t.field({
      type: columnType(column),
      nullable: true,
      description: `${description} For merchants; null for others.`,
      select: { [name]: true },
      resolve: (row: Record<string, unknown>, _args: unknown, { viewer }: Context) =>
        viewer.role === 'merchant' ? row[name] : null,
    })
  }
  if (kind !== 'id') return t.expose(name, { type: columnType(column), nullable: !required })
  // GraphQL's ID takes no bigint.
  return t.field({
    type: 'ID',
    nullable: !required,
    description,
    select: { [name]: true },
    resolve: (row: Record<string, bigint | null>) => row[name]?.toString() ?? null,
  })
}

const urlField = (t: LooseObjectFields, { columns, path }: Url<'Subscription'>) =>
  t.field({
    type: 'String',
    description: 'Path of the record on the REST surface.',
    select: Object.fromEntries(columns.map((column) => [column, true])),
    resolve: (row: Shape<'Subscription'>, _args: unknown, { viewer }: Context) => path(row, viewer),
  })

// What a field selects is planned by Pothos, which reads the plan from this extension of the field.
type Plan = (args: unknown, context: Context, nested: (query: object) => object) => { select: object }

function linkedRecord(t: LooseObjectFields, link: Link): unknown {
  const [name] = link.path
  const plan: Plan = (_args, { viewer }, nested) => {
    checkLink(link, viewer)
    return { select: { [name]: nested({}) } }
  }
  return t.field({
    type: resourceOf(link.target).ref,
    nullable: !link.required,
    description: link.description,
    extensions: { pothosPrismaSelect: plan },
    resolve: (parent: Record<string, unknown>) => parent[name],
  })
}

/**
 * The few records of a to-many relation, all of them, by id. Links that share a relation ask for it in the same words, so
 * that it is read once.
 */
function shortList(t: LooseObjectFields, link: Link): unknown {
  const [outer, inner] = link.path
  const onlyColumns = Object.fromEntries(Object.keys(link.only).map((column) => [column, true]))
  const first = link.joining ?? link.target
  const plan: Plan = (_args, { viewer }, nested) => {
    checkLink(link, viewer)
    // A mere joining table has neither a wall nor an id of its own.
    const rows = hasResource(first)
      ? { where: visible(resourceOf(first), viewer), orderBy: { id: 'asc' } }
      : { orderBy: { [inner ?? outer]: { id: 'asc' } } }
    if (inner) return { select: { [outer]: { ...rows, select: { ...onlyColumns, [inner]: nested({}) } } } }
    return { select: { [outer]: nested({ ...rows, select: onlyColumns }) } }
  }
  return t.field({
    type: [resourceOf(link.target).ref],
    description: link.description,
    extensions: { pothosPrismaSelect: plan },
    resolve: (parent: Record<string, Record<string, unknown>[]>) => {
      const rows = (parent[outer] ?? []).filter((row) =>
        Object.entries(link.only).every(([column, value]) => row[column] === value),
      )
      return inner ? rows.map((row) => row[inner]).filter(Boolean) : rows
    },
  })
}

/** The root field that answers one record by its id; a record of another tenant is the same as a missing one. */
function addRootRecord(resource: Resource, name: string): void {
  builder.queryField(name, (t) =>
    t.prismaField({
      type: resource.ref as never,
      nullable: true,
      description: `The ${resource.name} of that id.`,
      extensions: { scopes: resource.scopes },
      args: { id: t.arg.id({ required: true, description: 'Its identifier.' }) },
      resolve: async (query, _root, { id }, context) => {
        const delegate = context.db[delegateName(resource.model) as 'subscription']
        const where = { AND: [{ id: readId('id', id) }, visibleAtRoot(resource, context.viewer)] }
        const row = await delegate.findFirst({ ...(query as object), where })
        if (!row) throw notFound()
        return row as never
      },
    }),
  )
}
