/** Lists: the connection types, and the fields that answer them at the root and on a record. */
import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { builder } from './builder.ts'
import type { Condition } from './comparison.ts'
import { inWords, ofList } from './describe.ts'
import { type FilterInput, filterCondition } from './filter.ts'
import { filterInput, orderInput } from './inputs.ts'
import { delegateName, modelDescription } from './model.ts'
import { behind, type Direction, type OrderTerm, prismaOrder, readOrder, reversed, writeCursor } from './order.ts'
import { defaultPageSize, maxPageSize, type Page, type PageArguments, readPage } from './page.ts'
import { type Link, type Resource, resourceOf } from './registry.ts'
import { checkColumn, checkLink, visible, visibleAtRoot } from './visible.ts'

type Row = Record<string, unknown>
type ListArguments = PageArguments & { filter?: FilterInput | null; orderBy?: Record<string, Direction>[] | null }

/** What a connection's fields read from; rows and count are fetched when, and only when, a field asks for them. */
type Connection = { page: Page; terms: OrderTerm[]; rows: () => Promise<Row[]> | Row[]; count: () => Promise<number> | number }

type Edge = { cursor: string; node: Row }

/** A page as Prisma takes it: one row more than asked, which tells whether more follow. */
type PageQuery = { where: Condition; orderBy: Record<string, unknown>[]; take: number; skip: number }

const pageInfo = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page lies in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether rows follow the page.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether rows precede the page.' }),
    startCursor: t.exposeString('startCursor', { nullable: true, description: "Cursor of the page's first row." }),
    endCursor: t.exposeString('endCursor', { nullable: true, description: "Cursor of the page's last row." }),
  }),
})
type PageInfo = { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }

const connections = new Map<string, ReturnType<typeof makeConnectionType>>()

/** The connection type of a resource, such as `OrderConnection`. */
function connectionType({ name, typeName, ref, model }: Resource) {
  const known = connections.get(name)
  if (known) return known
  const made = makeConnectionType(name, typeName, ref, modelDescription(model))
  connections.set(name, made)
  return made
}

function makeConnectionType(name: string, typeName: string, ref: Resource['ref'], meaning: string) {
  const words = inWords(name)
  const edge = builder.objectRef<Edge>(`${typeName}Edge`).implement({
    description: `One ${words} of a list, with the cursor from which the list can be gone on with.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Names this place, for `after` and `before`.' }),
      node: t.field({ type: ref, description: meaning, resolve: ({ node }) => node as never }),
    }),
  })
  return builder.objectRef<Connection>(`${typeName}Connection`).implement({
    description: `A page of a list. ${meaning}`,
    fields: (t) => ({
      nodes: t.field({
        type: [ref],
        description: 'The records on the page.',
        resolve: async (connection) => (await pageOf(connection)) as never,
      }),
      edges: t.field({
        type: [edge],
        description: 'The records on the page, each with its cursor.',
        resolve: async (connection) =>
          (await pageOf(connection)).map((node) => ({ node, cursor: writeCursor(connection.terms, node) })),
      }),
      pageInfo: t.field({ type: pageInfo, description: 'Where the page lies in the list.', resolve: readPageInfo }),
      totalCount: t.int({
        description: 'How many records the whole list has; counted only when asked for.',
        resolve: (connection) => connection.count(),
      }),
    }),
  })
}

async function pageOf({ page, rows }: Connection): Promise<Row[]> {
  const inPage = (await rows()).slice(0, page.size)
  return page.backward ? inPage.reverse() : inPage
}

async function readPageInfo(connection: Connection): Promise<PageInfo> {
  const { page, terms } = connection
  const hasMore = (await connection.rows()).length > page.size
  const rows = await pageOf(connection)
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    hasNextPage: page.backward ? page.before !== undefined : hasMore,
    hasPreviousPage: page.backward ? hasMore : page.after !== undefined || page.offset > 0,
    startCursor: first ? writeCursor(terms, first) : null,
    endCursor: last ? writeCursor(terms, last) : null,
  }
}

const listArguments = (resource: Resource) => (t: { arg: (options: object) => unknown }) => ({
  filter: t.arg({ type: filterInput(resource), description: 'Which records are wanted; all unless given.' }),
  orderBy: t.arg({ type: [orderInput(resource)], description: 'The order of the list; ascending id unless given.' }),
  first: t.arg({ type: 'Int', description: `How many from the start; ${defaultPageSize} unless given, at most ${maxPageSize}.` }),
  after: t.arg({ type: 'String', description: 'Only what comes behind this cursor.' }),
  last: t.arg({ type: 'Int', description: `How many from the end, instead of \`first\`; at most ${maxPageSize}.` }),
  before: t.arg({ type: 'String', description: 'Only what comes before this cursor.' }),
  offset: t.arg({ type: 'Int', description: 'How many to leave out at the start.' }),
})

/** Where in a list a field was asked to look. */
const readPlace = (name: string, args: ListArguments) => ({
  page: readPage(args),
  terms: readOrder(resourceOf(name).model, args.orderBy),
})

/** The list a field was asked for, as conditions; the wall of visibility is part of it. */
function readList(resource: Resource, args: ListArguments, context: Context, see = visible) {
  const { page, terms } = readPlace(resource.name, args)
  const seen = see(resource, context.viewer)
  for (const { name } of terms) checkColumn(resource.columns.get(name), context.viewer)
  const where = args.filter ? { AND: [seen, filterCondition(resource, args.filter, context.viewer)] } : seen
  const cursors = [
    ...(page.after === undefined ? [] : [behind(terms, page.after)]),
    ...(page.before === undefined ? [] : [behind(reversed(terms), page.before, terms)]),
  ]
  const query: PageQuery = {
    where: cursors.length > 0 ? { AND: [where, ...cursors] } : where,
    orderBy: prismaOrder(page.backward ? reversed(terms) : terms),
    take: page.size + 1,
    skip: page.offset,
  }
  const orderColumns = Object.fromEntries(terms.map(({ name }) => [name, true]))
  return { page, terms, where, query, orderColumns }
}

const nodePaths = [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]]

/** The root field that lists a resource. */
export function addRootList(resource: Resource, name: string): void {
  builder.queryField(name, (t) =>
    t.field({
      type: connectionType(resource),
      nullable: true,
      description: ofList(resource, name),
      extensions: { scopes: resource.scopes },
      args: listArguments(resource)(t as never) as never,
      resolve: (_root, args: ListArguments, context: Context, info: GraphQLResolveInfo) => {
        const { page, terms, where, query, orderColumns } = readList(resource, args, context, visibleAtRoot)
        const delegate = context.db[delegateName(resource.model) as 'subscription']
        const columns = { context, info, typeName: resource.typeName, paths: nodePaths, select: orderColumns }
        return {
          page,
          terms,
          rows: once(() => delegate.findMany({ ...queryFromInfo(columns), ...query } as never) as Promise<Row[]>),
          count: () => delegate.count({ where } as never),
        }
      },
    }),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

// What a field of a record selects is planned by Pothos, which reads the plan from this extension of the field.
type Plan = (
  args: ListArguments,
  context: Context,
  nested: (query: object, path?: object) => Record<string, unknown> & { select?: object },
  selected: () => ReadonlySet<string>,
) => { select: object }

/** A field of a record that lists what it is linked to, read together with the record. */
export function linkedList(t: LooseObjectFields, link: Link): unknown {
  const target = () => resourceOf(link.target)
  const [outer, inner] = link.path
  const plan: Plan = (args, context, nested, selected) => {
    checkLink(link, context.viewer)
    const { query, where, orderColumns } = readList(target(), args, context)
    const planned = nested({ select: orderColumns }, { getType: () => target().typeName, paths: nodePaths })
    const columns = { ...orderColumns, ...planned.select }
    const wantsRows = [...selected()].some((field) => field !== 'totalCount' && field !== '__typename')
    const counted = inner ? { [inner]: where } : where
    return {
      select: {
        ...(wantsRows && { [outer]: inner ? throughJoin(inner, query, columns) : { ...query, select: columns } }),
        ...(selected().has('totalCount') && { _count: { select: { [outer]: { where: counted } } } }),
      },
    }
  }
  return t.field({
    type: connectionType(target()),
    description: link.description,
    args: listArguments(target())(t as never),
    extensions: { pothosPrismaSelect: plan },
    resolve: (parent: Row, args: ListArguments): Connection => {
      const { page, terms } = readPlace(link.target, args)
      const rows = (parent[outer] ?? []) as Row[]
      const counts = parent._count as Record<string, number> | undefined
      return { page, terms, rows: () => (inner ? rows.map((row) => row[inner] as Row) : rows), count: () => counts?.[outer] ?? 0 }
    },
  })
}

const throughJoin = (relation: string, { where, orderBy, take, skip }: PageQuery, columns: object) => ({
  where: { [relation]: where },
  orderBy: orderBy.map((term) => ({ [relation]: term })),
  take,
  skip,
  select: { [relation]: { select: columns } },
})

/** Pothos's field builder without the literal types it infers, which names out of the data model cannot give it. */
export type LooseObjectFields = { field: (options: object) => unknown; expose: (name: string, options: object) => unknown }
