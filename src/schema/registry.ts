/** What is described of a data model: resources, and what leads from one to another. */
import type { GraphQLNamedType } from 'graphql'
import type { ScopedResource } from '../auth/scopes.ts'
import type { Role } from '../auth/viewer.ts'
import type { Access } from './audience.ts'
import type { RecordRef } from './builder.ts'
import type { Column, Model, Part } from './model.ts'
import type { Path } from './path.ts'

/** What a relation of a resource leads to. */
export type Link = {
  name: string
  description: string
  /** What it leads to; known when all resources are described. */
  readonly target: Resource
  list: boolean
  required: boolean
  /** Whether it leads to a list of any length, which needs the scope of what it lists; what is embedded comes with its record. */
  isConnection: boolean
  /** Who may not follow it, though they see what it leads from. */
  closedTo: readonly Role[]
  /** The relations to follow: one, or two where the first is a joining table. */
  path: readonly [string] | readonly [joining: string, relation: string]
  /** What its first relation leads to: its target, or the joining table's resource, if that is described as one. */
  readonly first: Resource | undefined
  /** Values the first relation's rows must have to be shown here; several links may share a relation by it. */
  only: Readonly<Record<string, unknown>>
}

/**
 * How free-form keys are kept: as rows that a relation leads to, with the key in the column `path` and the value in `text`, and in
 * `number` or `time` where it is one. By that relation they have the id of what the keys are on, and in the column `owner` the table
 * of that, so that nothing has to be read in between.
 */
export type Keyed = { entries: string; path: string; owner: string }

export type Resource = {
  /** The model's name, unless one model is shown in two ways. */
  name: string
  /** Name of its GraphQL type: its own, unless that means something else to clients. */
  typeName: string
  /** Whether each of its records has a name among all records, as those do that have an id. */
  isNode: boolean
  model: Model
  /** Pothos's reference to that type. */
  ref: RecordRef
  /** The columns shown, filtered and ordered by. */
  columns: Map<string, Column>
  /** The fields that show a column in another way; filtered by as well. */
  derived: Map<string, Column>
  parts: Map<string, Part>
  /** What its `type` says. */
  kind: string
  /** What its `url` says, if it has a path on REST. */
  path: Path | undefined
  links: Map<string, Link>
  /** What a key must be allowed to read or write for it. */
  scopes: readonly ScopedResource[]
  /** Where it is filtered by its free-form keys, not by its columns: how those are kept. */
  keyed: Keyed | undefined
  access: Access
}

/** What the payload of a write shows. */
type Shown = Pick<Resource, 'model' | 'ref'>

export class Registry {
  private readonly resources = new Map<string, Resource>()
  private readonly others = new Map<string, Shown>()

  /** Enters a resource, under its name and that of its type; each is described once. */
  add(resource: Resource): void {
    for (const name of new Set([resource.name, resource.typeName])) {
      if (this.resources.has(name)) throw new Error(`${name} is described twice`)
      this.resources.set(name, resource)
    }
  }

  /** Enters a type that writes show and that is no resource, such as that of the store itself. */
  addShown(name: string, shown: Shown): void {
    this.others.set(name, shown)
  }

  /** What a payload shows by that name. */
  shown(name: string): Shown {
    return this.others.get(name) ?? this.of(name)
  }

  has(name: string): boolean {
    return this.resources.has(name)
  }

  /** The resource of that name, or whose type has it. */
  of(name: string): Resource {
    const resource = this.resources.get(name)
    if (!resource) throw new Error(`Nothing describes ${name}`)
    return resource
  }

  /** The resource whose type has that name, if its records have names. */
  nodeOf(typeName: string): Resource | undefined {
    const resource = this.resources.get(typeName)
    return resource?.typeName === typeName && resource.isNode ? resource : undefined
  }
}

/** The resource that a type of a schema shows, if it shows one. */
export const resourceOf = (type: GraphQLNamedType | null | undefined): Resource | undefined =>
  type?.extensions.resource as Resource | undefined
