/** The registry of a description: resources, and the links between them. */
import type { GraphQLNamedType } from 'graphql'
import type { ScopedResource } from '../auth/scopes.ts'
import type { Role } from '../auth/viewer.ts'
import type { Access } from './audience.ts'
import type { RecordRef } from './builder.ts'
import type { ComputedRows } from './computed-rows.ts'
import type { Column, Model, Part } from './model.ts'
import type { Path } from './path.ts'

/** A link: a relation of a resource. */
export type Link = {
  name: string
  description: string
  /** The target; resolved when all resources are described. */
  readonly target: Resource
  list: boolean
  required: boolean
  /** Whether the list is unbounded, and requires the scope of its resource; embedded lists come with their record. */
  isConnection: boolean
  /** The roles that may not follow it, though they see its record. */
  closedTo: readonly Role[]
  /** The roles that find it empty. */
  emptyFor: readonly Role[]
  /** The relations to follow: one, or two where the first leads to a joining table. */
  path: readonly [string] | readonly [joining: string, relation: string]
  /** The resource of its first relation: its target, or the joining table's resource, if it is described. */
  readonly first: Resource | undefined
  /** Column values of the rows; several links may share one relation. */
  readonly only: Readonly<Record<string, unknown>>
}

/** The column that says whether a record is archived: the time when it was, or true. */
type ArchivedBy = { column: string; live: null | false }

/**
 * The storage of free-form keys: rows of a relation, with the key in the column `path` and the value in `text`, and in `number` or `time`
 * where it is one. The relation refers to the id of the keys' record, and the column `owner` to its table, so that no table in between is
 * read.
 */
export type Keyed = { entries: string; path: string; owner: string }

/** How records are searched for: by their entries of a kind, and those of records that they lead to. */
export type SearchedBy = {
  /** The kind of their entries: their table. */
  kind: string
  /** The words for one before its number, where they are not its kind: `parcel 12`. */
  called?: readonly string[]
  /** Records that they are found through. */
  through: readonly SearchedThrough[]
}

/** Records that others are found through: the kind of their entries, the scope that reads them, and the query of the others' ids by theirs. */
export type SearchedThrough = { kind: string; scope: ScopedResource; sql: (ids: string) => string }

/** The column that a record's last change is numbered in, the columns that do not count, and the model of what is kept of deleted records. */
export type MarkedBy = { column: string; deletions: Model; unmarked: ReadonlySet<string> }

export type Resource = {
  /** The model's name, unless one model has two resources. */
  name: string
  /** Name of its GraphQL type: the same, unless that has another meaning for clients. */
  typeName: string
  /** Whether its records have a global id, as all records with an id do. */
  isNode: boolean
  model: Model
  /** Pothos's reference to that type. */
  ref: RecordRef
  /** The columns that are shown, filtered and ordered by, those that are shown differently included. */
  columns: Map<string, Column>
  parts: Map<string, Part>
  /** The value of its field `type`. */
  kind: string
  /** The template of its field `url`, if it has a path on REST. */
  path: Path | undefined
  links: Map<string, Link>
  /** The scopes that a key needs to read or write it. */
  scopes: readonly ScopedResource[]
  /** The half of these scopes by which a key reads it at a root: to write, for drafts that only those who write them see. */
  readBy: 'read' | 'write'
  /** The storage of its free-form keys, where the filter compares these instead of columns. */
  keyed: Keyed | undefined
  /** Of a resource whose lists leave archived records out unless they are asked for: the column that says which are. */
  archivedBy: ArchivedBy | undefined
  /** Of a resource whose changes can be read since a mark: where the marks are. */
  markedBy: MarkedBy | undefined
  /** How its lists are searched, if they are. */
  searched: SearchedBy | undefined
  access: Access
  /** The condition of the rows of its lists; other rows are read by their ids and through relations to one record. */
  listed: Readonly<Record<string, unknown>>
  /** The subquery that computes its rows, where no table has them; they are read by its list alone. */
  computed: ComputedRows | undefined
}

/** The record in a write's payload. */
export type Shown = Pick<Resource, 'model' | 'ref' | 'typeName' | 'kind'> & { columns: ReadonlyMap<string, Column> }

export class Registry {
  private readonly resources = new Map<string, Resource>()
  private readonly others = new Map<string, Shown>()

  /** Adds a resource, under its name and that of its type; each is added once. */
  add(resource: Resource): void {
    for (const name of new Set([resource.name, resource.typeName])) {
      if (this.resources.has(name)) throw new Error(`${name} is described twice`)
      this.resources.set(name, resource)
    }
  }

  /** Adds a type for payloads that is no resource, such as that of the store itself. */
  addShown(name: string, shown: Shown): void {
    this.others.set(name, shown)
  }

  /** Finds the resource or type of a payload by name. */
  shown(name: string): Shown {
    return this.others.get(name) ?? this.of(name)
  }

  has(name: string): boolean {
    return this.resources.has(name)
  }

  /** Finds a resource by its name or its type's. */
  of(name: string): Resource {
    const resource = this.resources.get(name)
    if (!resource) throw new Error(`Nothing describes ${name}`)
    return resource
  }

  /** Finds the resource of a type name, if its records have global ids. */
  nodeOf(typeName: string): Resource | undefined {
    const resource = this.resources.get(typeName)
    return resource?.typeName === typeName && resource.isNode ? resource : undefined
  }
}

/** The resource of a schema type, if there is one. */
export const resourceOf = (type: GraphQLNamedType | null | undefined): Resource | undefined =>
  type?.extensions.resource as Resource | undefined

/** The columns of a schema type, be it a resource or no more than the record of a payload. */
export const columnsOf = (type: GraphQLNamedType | null | undefined): ReadonlyMap<string, Column> | undefined =>
  (type?.extensions.columns as ReadonlyMap<string, Column> | undefined) ?? resourceOf(type)?.columns

/** The condition of the records that are not archived. */
export const liveOnly = ({ archivedBy }: Resource): Record<string, unknown> =>
  archivedBy ? { [archivedBy.column]: archivedBy.live } : {}
