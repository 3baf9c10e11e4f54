/** Lists: the connection types, and the fields that answer them at the root and on a record. */
import { builder } from './builder.ts'
import { inWords, ofList } from './describe.ts'
import { filterInput, orderInput } from './inputs.ts'
import { modelDescription } from './model.ts'
import { defaultPageSize, maxPageSize } from './page.ts'
import { planned } from './read/field-read.ts'
import { listRoot } from './read/root.ts'
import { type Link, type Resource, resourceOf } from './registry.ts'

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
  const edge = builder.objectRef<object>(`${typeName}Edge`).implement({
    description: `One ${words} of a list, with the cursor from which the list can be gone on with.`,
    fields: (t) => ({
      cursor: t.string({ description: 'Names this place, for `after` and `before`.', resolve: planned }),
      node: t.field({ type: ref, description: meaning, resolve: planned }),
    }),
  })
  return builder.objectRef<object>(`${typeName}Connection`).implement({
    description: `A page of a list. ${meaning}`,
    fields: (t) => ({
      nodes: t.field({ type: [ref], description: 'The records on the page.', resolve: planned }),
      edges: t.field({ type: [edge], description: 'The records on the page, each with its cursor.', resolve: planned }),
      pageInfo: t.field({ type: pageInfo, description: 'Where the page lies in the list.', resolve: planned }),
      totalCount: t.int({
        description: 'How many records the whole list has; counted only when asked for.',
        resolve: planned,
      }),
    }),
  })
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

/** The root field that lists a resource. */
export function addRootList(resource: Resource, name: string): void {
  builder.queryField(name, (t) =>
    t.field({
      type: connectionType(resource),
      nullable: true,
      description: ofList(resource, name),
      extensions: { scopes: resource.scopes, read: listRoot(() => resource) },
      args: listArguments(resource)(t as never) as never,
      resolve: planned,
    }),
  )
}

/** A field of a record that lists what it is linked to, read together with the record. */
export function linkedList(t: LooseObjectFields, link: Link): unknown {
  const target = resourceOf(link.target)
  return t.field({
    type: connectionType(target),
    description: link.description,
    args: listArguments(target)(t as never),
    extensions: { read: { link } },
    resolve: planned,
  })
}

/** Pothos's field builder without the literal types it infers, which names out of the data model cannot give it. */
export type LooseObjectFields = { field: (options: object) => unknown; expose: (name: string, options: object) => unknown }
