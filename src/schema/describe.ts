/**
 * Describes an interface over a data model: resources, mutations and additional fields, and the schema generated from them.
 *
 * All state, such as types created on first use, belongs to one description: a process may describe several interfaces.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { GraphQLSchema, isEnumType } from 'graphql'
import { Aggregates } from './aggregate.ts'
import { arranged } from './arrange.ts'
import { type Builder, type CodeRef, createBuilder, type RecordRef, type Scalars } from './builder.ts'
import type { AnyModel, ModelTypes } from './columns.ts'
import { type ComputedList, describeComputed } from './computed-list.ts'
import { Lists } from './connection.ts'
import { Inputs } from './inputs.ts'
import { type Enum, type Model, type Models, modelOf } from './model.ts'
import { Mutations } from './mutation.ts'
import type { Door, Emits, Leaves, MutationOptions, RunMutation, Writing } from './mutation-options.ts'
import { addNodeRoots, nodeInterfaceOf } from './node.ts'
import { type ColumnsAsType, typeOfColumns } from './record-fields.ts'
import { Registry, type Resource } from './registry.ts'
import { describeResource, type ResourceOptions } from './resource.ts'

type DescribingOptions<W extends Writing> = {
  models: Models
  enums: readonly Enum[]
  /** The scalars of the interface, in the order of the schema; see scalars.ts. */
  scalars: Scalars
  /** The door that runs every write. */
  door: Door<W>
  leaves?: Leaves
  /** The model of deleted records: `recordType`, `recordId` and `changedIn`, the mark of the deletion. */
  deletions?: string
}

/** @typeParam Types the models' types, by name; `OwnScalars` the scalars beside those of scalars.ts; `W` the context of writes. */
type Describing<Types, OwnScalars, W extends Writing> = {
  builder: Builder<OwnScalars>
  /** The enum of the refusals' codes. */
  errorCode: CodeRef
  registry: Registry
  resource: <Name extends keyof Types & string>(
    model: Name,
    options: ResourceOptions<Types[Name] extends ModelTypes ? Types[Name] : never>,
  ) => Resource
  /** Describes a list whose rows a subquery computes. */
  computedList: (name: string, described: ComputedList) => Resource
  /** Adds a mutation; returns a function that runs it in process, for operators' commands and workers. */
  mutation: <Fields extends InputFieldMap>(
    name: string,
    options: MutationOptions<Fields, OwnScalars, W, keyof Types & string>,
  ) => RunMutation<InputShapeFromFields<Fields>>
  /** Refuses a credential that may not run a mutation with an input, exactly as the mutation itself does. */
  checkCredential: Mutations<W>['checkCredential']
  /** Adds a write outside the interface, for operators' commands and workers alone. */
  operation: <Input>(name: string, options: OperationOptions<Input, W, keyof Types & string>) => RunMutation<Input>
  /** The types that each write may emit, by the write's name. */
  emittedTypes: () => ReadonlyMap<string, readonly string[]>
  /** Creates a type whose fields are columns of a model that is no resource; the payloads of writes may show it. */
  typeOf: (name: string, of: TypeOfColumns) => RecordRef
  /** Creates the schema, once everything is described. */
  toSchema: (description: string) => GraphQLSchema
}

type TypeOfColumns = ColumnsAsType & { model: Model; kind: string }

type OperationOptions<Input, W extends Writing, Name extends string> = {
  /** The types it may emit; the first is the default for its changes. */
  emits: Emits<W>
  /** The resource of its record, with its own name where its model has two. */
  shows?: { resource: Name; as?: string }
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
  const aggregates = new Aggregates(builder, inputs, lists)
  const nodeInterface = nodeInterfaceOf(builder)
  const deletions = options.deletions === undefined ? undefined : modelOf(options.models, options.deletions)
  const makers = { builder, registry, inputs, lists, aggregates, nodeInterface, deletions }
  let mutations: Mutations<W> | undefined
  const toMutations = () => {
    mutations ??= new Mutations(made, registry, options.door, options.leaves)
    return mutations
  }
  return {
    // TypeScript knows the additional scalars from the options only.
    builder: builder as never,
    errorCode,
    registry,
    resource: (name, described) =>
      describeResource(makers, modelOf(options.models, name), described as unknown as ResourceOptions<AnyModel>),
    computedList: (name, described) => describeComputed(makers, options.models, name, described),
    mutation: (name, described) => toMutations().add(name, described as never),
    checkCredential: (...asked) => toMutations().checkCredential(...asked),
    operation: (name, described) => toMutations().running(name, described),
    emittedTypes: () => toMutations().emittedTypes,
    typeOf(name, { model, ...of }) {
      const ref = typeOfColumns(builder, name, of)
      registry.addShown(name, { model, ref, typeName: name, kind: of.kind, columns: of.columns })
      return ref
    },
    toSchema(description) {
      addNodeRoots(builder, nodeInterface, registry)
      return listed(builder.toSchema({ sortSchema: false }), description)
    },
  }
}

/** The schema with its types in listing order. Nothing else is sorted: the position of an enum value is its code. */
function listed(schema: GraphQLSchema, description: string): GraphQLSchema {
  const config = schema.toConfig()
  // Enums used outside the interface alone are omitted from the schema.
  const reached = new GraphQLSchema({ ...config, types: [] }).getTypeMap()
  const types = config.types.filter((type) => !isEnumType(type) || type.name in reached)
  return new GraphQLSchema({ ...config, description, types: arranged(types, config) })
}
