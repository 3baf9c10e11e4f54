/** The resources that have been described, by model; engine files look each other's resources up here. */
import type { ObjectRef } from '@pothos/core'
import type { ScopedResource } from '../auth/scopes.ts'
import type { Role } from '../auth/viewer.ts'
import type { Column, ModelName, Part } from './model.ts'
import type { Path } from './path.ts'

/** What a relation of a resource leads to. */
export type Link = {
  name: string
  description: string
  /** Name of the resource it leads to. */
  target: string
  list: boolean
  required: boolean
  /** Whether it leads to a list of any length, which needs the scope of what it lists; what is embedded comes with its record. */
  isConnection: boolean
  /** Whether only merchants may follow it. */
  merchantOnly: boolean
  /** The Prisma relations to follow: one, or two where the first is a joining table. */
  path: readonly [string] | readonly [joining: string, relation: string]
  /** Resource of the joining table, if it is one. */
  joining: string | undefined
  /** Values the first relation's rows must have to be shown here; several links may share a relation by it. */
  only: Readonly<Record<string, unknown>>
}

export type Resource = {
  /** The model's name, unless one model is shown in two ways. */
  name: string
  /** Name of its GraphQL type: its own, unless that means something else to clients. */
  typeName: string
  /** Whether each of its records has a name among all records, as those do that have an id. */
  isNode: boolean
  model: ModelName
  /** Pothos's reference to that type. */
  ref: ObjectRef<never, never>
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
  /** Whether its root fields are for merchants; others reach it only through what they own. */
  isPart: boolean
  visibility: Partial<Record<Exclude<Role, 'stranger'>, unknown>>
}

const resources = new Map<string, Resource>()

/** Enters a resource, under its name and that of its type; each is described once. */
export function register(resource: Resource): void {
  for (const name of new Set([resource.name, resource.typeName])) {
    if (resources.has(name)) throw new Error(`${name} is described twice`)
    resources.set(name, resource)
  }
}

/** The resource of that name, or whose type has it. */
export function resourceOf(name: string): Resource {
  const resource = resources.get(name)
  if (!resource) throw new Error(`Nothing describes ${name}; is its schema.ts missing from graphql/schema.ts?`)
  return resource
}

export const hasResource = (name: string): boolean => resources.has(name)

/** Whether the type of that name is one of those whose records have names. */
export function hasNodes(typeName: string): boolean {
  const resource = resources.get(typeName)
  return resource?.typeName === typeName && resource.isNode
}
