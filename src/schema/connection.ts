/** Lists: the connection types, and the fields for lists at the root and on a record. */
import type { Builder, MadeField, ObjectFields } from './builder.ts'
import type { ComputedRows } from './computed-rows.ts'
import type { Inputs } from './inputs.ts'
import { defaultPageSize, maxPageSize } from './paging.ts'
import { planned, type RootRead } from './reads.ts'
import type { Link, Resource } from './registry.ts'
import { searchMeaning } from './search-argument.ts'
import { inWords, ofList } from './wording.ts'

type PageInfo = { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }

export class Lists {
  private readonly builder: Builder
  private readonly inputs: Inputs
  readonly pageInfo
  private readonly changes
  private readonly connections = new Map<string, ReturnType<Lists['makeConnectionType']>>()

  constructor(builder: Builder, inputs: Inputs) {
    this.builder = builder
    this.inputs = inputs
    this.pageInfo = pageInfoType(builder)
    this.changes = changesType(builder)
  }

  /** Adds the root field that lists a resource. */
  addRoot(resource: Resource, name: string): void {
    this.builder.queryField(name, (t) =>
      t.field({
        type: this.connectionType(resource),
        nullable: true,
        description: ofList(resource, name),
        extensions: {
          scopes: resource.scopes,
          read: { list: resource } satisfies RootRead,
          ...(resource.computed && { points: resource.computed.points }),
        },
        args: { ...this.argumentsOf(resource, t), ...(resource.markedBy && changedSince(t)) },
        resolve: planned,
      }),
    )
  }

  /** A field of a record that lists linked records, read together with it. */
  linked(t: ObjectFields, link: Link): MadeField {
    const { target } = link
    return t.field({
      type: this.connectionType(target),
      description: link.description,
      args: this.argumentsOf(target, t),
      extensions: { read: { link } },
      resolve: planned,
    })
  }

  /** The connection type of a resource: its type's name with `Connection`. */
  private connectionType(resource: Resource) {
    const known = this.connections.get(resource.name)
    if (known) return known
    const made = this.makeConnectionType(resource)
    this.connections.set(resource.name, made)
    return made
  }

  private makeConnectionType({ name, typeName, ref, model, markedBy }: Resource) {
    const { builder, pageInfo, changes } = this
    const meaning = model.description
    const edge = builder.objectRef<object>(`${typeName}Edge`).implement({
      description: `One ${inWords(name)} of a list, with the cursor from which the list can be gone on with.`,
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
          extensions: { isAggregate: true },
          resolve: planned,
        }),
        ...(markedBy && {
          changes: t.field({
            type: changes,
            nullable: true,
            description: 'Where the reading of changes stands; null without `changedSince`.',
            resolve: planned,
          }),
        }),
      }),
    })
  }

  private argumentsOf(resource: Resource, t: Pick<ObjectFields, 'arg'>) {
    const { filter, ...others } = this.conditionsOf(resource, t)
    const order = this.inputs.orderOf(resource)
    return {
      filter,
      orderBy: t.arg({ type: [order], description: `The order of the list; ${usualOrder(resource)} unless given.` }),
      first: t.arg({
        type: 'Int',
        description: `How many from the start; ${defaultPageSize} unless given, at most ${maxPageSize}.`,
      }),
      after: t.arg({ type: 'String', description: 'Only what comes behind this cursor.' }),
      last: t.arg({ type: 'Int', description: `How many from the end, instead of \`first\`; at most ${maxPageSize}.` }),
      before: t.arg({ type: 'String', description: 'Only what comes before this cursor.' }),
      offset: t.arg({ type: 'Int', description: 'How many to leave out at the start.' }),
      ...others,
    }
  }

  /** The arguments that say which records a list has. */
  conditionsOf(resource: Resource, t: Pick<ObjectFields, 'arg'>) {
    const filter = this.inputs.filterOf(resource)
    return {
      filter: t.arg({ type: filter, description: 'Which records are wanted; all unless given.' }),
      ...(resource.computed && computedArgument(t, resource.computed)),
      ...(resource.searched && { search: t.arg({ type: 'String', description: searchMeaning }) }),
      ...(resource.archivedBy && {
        archived: t.arg({ type: 'Boolean', defaultValue: false, description: 'Whether to list those that are archived too.' }),
      }),
    }
  }
}

/** The order of a list where none is given, in words. */
const usualOrder = ({ computed }: Resource): string => {
  const [first] = computed?.orderBy?.flatMap(Object.entries) ?? []
  return first ? `${first[1] === 'asc' ? 'ascending' : 'descending'} ${first[0]}` : 'ascending id'
}

/** The argument that computed rows depend on, if there is one. */
const computedArgument = (t: Pick<ObjectFields, 'arg'>, { argument }: ComputedRows) => {
  if (!argument) return {}
  const { name, from, to, initially, description } = argument
  const meaning = `${description}; ${initially} unless given, from ${from} to ${to}.`
  return { [name]: t.arg({ type: 'Int', defaultValue: initially, description: meaning }) }
}

/** The argument by which a list has what changed. */
const changedSince = (t: Pick<ObjectFields, 'arg'>) => ({
  changedSince: t.arg({
    type: 'String',
    description:
      'Lists what changed since this mark, the `nextMark` of the reading before, in the order of the changes; all records where it is empty. For merchant keys, without `filter` and `orderBy`; archived records are listed.',
  }),
})

const changesType = (builder: Builder) =>
  builder.objectRef<object>('Changes').implement({
    description: 'Where the reading of changes since a mark stands.',
    fields: (t) => ({
      nextMark: t.string({
        nullable: true,
        description: 'The `changedSince` of the next reading; on the last page alone, else null.',
        resolve: planned,
      }),
      deleted: t.field({
        type: ['ID'],
        nullable: true,
        description: 'Identifiers of the records that were deleted since the mark; on the last page alone, else null.',
        resolve: planned,
      }),
      delayedSince: t.field({
        type: 'DateTime',
        nullable: true,
        description:
          'When the oldest open transaction on the server began: changes of it, and of later ones, come with the next reading. Null where none is open that can be seen.',
        resolve: planned,
      }),
    }),
  })

const pageInfoType = (builder: Builder) =>
  builder.objectRef<PageInfo>('PageInfo').implement({
    description: 'Where a page lies in its list.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether rows follow the page.' }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether rows precede the page.' }),
      startCursor: t.exposeString('startCursor', { nullable: true, description: "Cursor of the page's first row." }),
      endCursor: t.exposeString('endCursor', { nullable: true, description: "Cursor of the page's last row." }),
    }),
  })
