/**
 * Describes an interface over a data model: resources, mutations and fields of one's own, and the schema that they make.
 *
 * Whatever is made on the way, such as types that are made at their first mention, belongs to the one who made it: a process may
 * describe several interfaces.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { GraphQLSchema, isEnumType } from 'graphql'
import { arranged } from './arrange.ts'
import { type Builder, type CodeRef, createBuilder, type RecordRef, type Scalars } from './builder.ts'
import type { AnyModel, ModelTypes } from './columns.ts'
import { Lists } from './connection.ts'
import { Inputs } from './inputs.ts'
import { type Enum, type Model, type Models, modelOf } from './model.ts'
import {
  type Door,
  type Leaves,
  type MutationOptions,
  Mutations,
  type RunMutation,
  type Tells,
  type Writing,
} from './mutation.ts'
import { addNodeRoots, nodeInterfaceOf } from './node.ts'
import { type ColumnsAsType, typeOfColumns } from './record-fields.ts'
import { Registry, type Resource } from './registry.ts'
import { describeResource, type ResourceOptions } from './resource.ts'

type DescribingOptions<W extends Writing> = {
  models: Models
  enums: readonly Enum[]
  /** The scalars of the interface, in the order in which they are listed; see scalars.ts. */
  scalars: Scalars
  /** What every write goes through. */
  door: Door<W>
  leaves?: Leaves
}

/** @typeParam Types what types know of the models, by name; `OwnScalars` those beside the scalars of scalars.ts; `W` what writes are given. */
type Describing<Types, OwnScalars, W extends Writing> = {
  builder: Builder<OwnScalars>
  /** The enum of the codes that refusals have. */
  errorCode: CodeRef
  registry: Registry
  resource: <Name extends keyof Types & string>(
    model: Name,
    options: ResourceOptions<Types[Name] extends ModelTypes ? Types[Name] : never>,
  ) => Resource
  /** Adds a mutation; what it answers runs it in process, for operators' commands and workers. */
  mutation: <Fields extends InputFieldMap>(
    name: string,
    options: MutationOptions<Fields, OwnScalars, W, keyof Types & string>,
  ) => RunMutation<InputShapeFromFields<Fields>>
  /** Refuses a credential that may not run a mutation with an input, exactly as the mutation itself does. */
  checkCredential: Mutations<W>['checkCredential']
  /** Adds a write that is no part of the interface, for operators' commands and workers alone. */
  operation: <Input>(name: string, options: OperationOptions<Input, W, keyof Types & string>) => RunMutation<Input>
  /** What each write may tell of, by the write's name. */
  told: () => ReadonlyMap<string, readonly string[]>
  /** Makes a type whose fields are columns of a model that is no resource; writes may show it. */
  typeOf: (name: string, of: TypeOfColumns) => RecordRef
  /** Makes the schema, once all is described. */
  toSchema: (description: string) => GraphQLSchema
}

type TypeOfColumns = ColumnsAsType & { model: Model }

type OperationOptions<Input, W extends Writing, Name extends string> = {
  /** What it may tell of; first what its changes amount to, unless it says otherwise. */
  tells: Tells<W>
  /** The resource of the record that it is about. */
  shows?: { resource: Name }
  write: (write: W['given'], input: Input) => Promise<W['written']>
}

export function createDescribing<Types, OwnScalars = unknown, W extends Writing = Writing>(
  options: DescribingOptions<W>,
): Describing<Types, OwnScalars, W> {
  const made = createBuilder(options.scalars, options.enums)
  const { builder, errorCode } = made
  const registry = new Registry()
  const inputs = new Inputs(builder)
  const lists = new Lists(builder, inputs)
  const nodeInterface = nodeInterfaceOf(builder)
  let mutations: Mutations<W> | undefined
  const toMutations = () => {
    mutations ??= new Mutations(made, registry, options.door, options.leaves)
    return mutations
  }
  return {
    // Types know of the scalars of its own that only the options have.
    builder: builder as never,
    errorCode,
    registry,
    resource: (name, described) =>
      describeResource(
        { builder, registry, inputs, lists, nodeInterface },
        modelOf(options.models, name),
        described as unknown as ResourceOptions<AnyModel>,
      ),
    mutation: (name, described) => toMutations().add(name, described as never),
    checkCredential: (...asked) => toMutations().checkCredential(...asked),
    operation: (name, described) => toMutations().running(name, described),
    told: () => toMutations().told,
    typeOf(name, { model, ...of }) {
      const ref = typeOfColumns(builder, name, of)
      registry.addShown(name, { model, ref })
      return ref
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
  const reached = new GraphQLSchema({ ...config, types: [] }).getTypeMap()
  const types = config.types.filter((type) => !isEnumType(type) || type.name in reached)
  return new GraphQLSchema({ ...config, description, types: arranged(types, config) })
}
