/**
 * Describes an interface over a data model: resources, mutations and fields of one's own, and the schema that they make.
 *
 * Whatever is made on the way, such as types that are made at their first mention, belongs to the one who made it: a process may
 * describe several interfaces.
 */
import type { InputFieldMap } from '@pothos/core'
import { GraphQLSchema, isEnumType } from 'graphql'
import { arranged } from './arrange.ts'
import { type Builder, createBuilder, type Scalars } from './builder.ts'
import type { AnyModel, ModelTypes } from './columns.ts'
import { Lists } from './connection.ts'
import { Inputs } from './inputs.ts'
import { type Enum, type Models, modelOf } from './model.ts'
import { type Door, type Leaves, type MutationOptions, Mutations } from './mutation.ts'
import { addNodeRoots, nodeInterfaceOf } from './node.ts'
import { Registry, type Resource } from './registry.ts'
import { describeResource, type ResourceOptions } from './resource.ts'

type DescribingOptions = {
  models: Models
  enums: readonly Enum[]
  /** The scalars of the interface, in the order in which they are listed; see scalars.ts. */
  scalars: Scalars
  /** What every write goes through. */
  door: Door
  leaves?: Leaves
}

/** @typeParam Types what types know of the models, by name; `OwnScalars` those beside the scalars of scalars.ts. */
export type Describing<Types, OwnScalars> = {
  builder: Builder<OwnScalars>
  registry: Registry
  resource: <Name extends keyof Types & string>(
    model: Name,
    options: ResourceOptions<Types[Name] extends ModelTypes ? Types[Name] : never>,
  ) => Resource
  mutation: <Fields extends InputFieldMap>(name: string, options: MutationOptions<Fields, OwnScalars>) => void
  /** Makes the schema, once all is described. */
  toSchema: (description: string) => GraphQLSchema
}

export function createDescribing<Types, OwnScalars = unknown>(options: DescribingOptions): Describing<Types, OwnScalars> {
  const builder = createBuilder(options.scalars, options.enums)
  const registry = new Registry()
  const inputs = new Inputs(builder)
  const lists = new Lists(builder, inputs)
  const nodeInterface = nodeInterfaceOf(builder)
  let mutations: Mutations | undefined
  return {
    builder: builder as never,
    registry,
    resource: (name, described) =>
      describeResource(
        { builder, registry, inputs, lists, nodeInterface },
        modelOf(options.models, name),
        described as unknown as ResourceOptions<AnyModel>,
      ),
    mutation(name, described) {
      mutations ??= new Mutations(builder, registry, options.door, options.leaves)
      mutations.add(name, described as never)
    },
    toSchema(description) {
      addNodeRoots(builder, nodeInterface, registry)
      return listed(builder.toSchema({ sortSchema: false }), description)
    },
  }
}

/** The schema with its types in the order in which they are met. Nothing else is sorted: an enum value's place is its code. */
function listed(schema: GraphQLSchema, description: string): GraphQLSchema {
  const config = schema.toConfig()
  // An enum of what is no part of the interface is none of the schema's either.
  const reached = new GraphQLSchema({ query: config.query, mutation: config.mutation }).getTypeMap()
  const types = config.types.filter((type) => !isEnumType(type) || type.name in reached)
  return new GraphQLSchema({ ...config, description, types: arranged(types) })
}
