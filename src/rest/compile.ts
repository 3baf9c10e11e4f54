/**
 * Compiles a row once, when the process starts, and validates it. A row that does not fit the schema stops the process from
 * starting.
 *
 * Its document stays in GraphQL's names: the contract's are given to the fields when the answer is written (`dialect.ts`), and none
 * is renamed, so that free-form keys stay as they are.
 */
import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionSetNode,
  typeFromAST,
  type VariableDefinitionNode,
  validate,
  visit,
} from 'graphql'
import { fragmentsOf } from '../read/cost/collect.ts'
import type { ComputedRows } from '../schema/computed-rows.ts'
import { snakeCase } from '../values/text.ts'
import { withDryRun } from './dry-run.ts'
import { withMark } from './marks.ts'
import { contractName, directive, graphqlName } from './names.ts'
import { type OwnParameter, ownParametersOf } from './own-parameters.ts'
import { type Contract, type Route, storePrefix } from './route.ts'
import { withSearch } from './search.ts'
import { computedRows, type Fragments, fieldsOf, fieldType, listsMarked } from './selection.ts'

export type Compiled = Route & {
  name: string
  /** The operation as text, without the fragments it uses. */
  operation: string
  /** The operation in GraphQL's own words, with the directives of this engine. */
  source: DocumentNode
  /** As it runs: with the directives that say how the answer is written. */
  document: DocumentNode
  /** As GraphQL takes it, for clients that ask for it there by its name. */
  graphql: DocumentNode
  /** Of a row whose record is a page too: the operation that reads the page alone. */
  pageDocument: DocumentNode | undefined
  /** The variables of the operation, by name. */
  variables: Map<string, GraphQLInputType>
  /** The relations a client may ask for by `with=`. */
  embeddable: string[]
  /** The ones that `with=all` selects. */
  ofAll: string[]
  /** The relations that are there anyway; asking for them by `with=` changes nothing. */
  embedded: string[]
  /** Variables that take an object's keys and values as a list of pairs, and the names of the two in a pair. */
  entries: Map<string, readonly [key: string, value: string]>
  /** The fields of a list's rows whose names in the contract cannot be derived, by those: `on-hand` → `on_hand`. */
  names: ReadonlyMap<string, string>
  /** Of a list whose rows are computed: how, and from which argument, a parameter of its name. */
  computed: ComputedRows | undefined
  /** Whether a list takes `changed_since`: a whole list of the Merchant API whose records have marks. */
  takesChanges: boolean
  /** Of a row that reads one record: the parameters that its query may have. */
  own: readonly OwnParameter[]
  /** The form of the answer: a list envelope, that of groups or of a feed, one record, the payload of a write, or the results of a write of several records. */
  answer: 'list' | 'groups' | 'feed' | 'record' | 'payload' | 'results'
  /** Where the field lies that answers: the names on the way to it. */
  at: string[]
  /** Name of the type of the record it shows, if it shows one. */
  record: string
  /** The texts by which people look for a record, the likeliest first. */
  searched: readonly string[]
}

/** The operation of a row as GraphQL takes it, with the fragments that it uses. */
export function operationText(rows: readonly Compiled[], name: string): string | undefined {
  const row = rows.find((each) => each.name === name)
  return row && print(row.graphql)
}

/** Compiles the rows of the table against the schema. */
export function compileRoutes(schema: GraphQLSchema, { routes, fragments: source, searched }: Contract): Compiled[] {
  const fragments = fragmentsOf(parse(source, { noLocation: true }))
  const compiled = routes.map((route) => ({ ...compileRoute(schema, route, fragments), searched }))
  if (new Set(compiled.map(({ name }) => name)).size < compiled.length) throw new Error('Two rows have operations of one name.')
  return compiled
}

function compileRoute(schema: GraphQLSchema, route: Route, fragments: Fragments): Omit<Compiled, 'searched'> {
  const text = typeof route.operation === 'string' ? route.operation : route.operation((name) => inputTypes(schema, name))
  const written = parse(text, { noLocation: true }).definitions[0] as OperationDefinitionNode
  const operation = withSearch(schema, route.path, withMark(schema, route.path, written))
  const used = usedFragments(operation, fragments)
  const named = withDryRun({ kind: Kind.DOCUMENT, definitions: [operation, ...used] })
  const embeddable = withNames(named, () => true)
  const document = withVariables(asRun(named), embeddable)
  const graphql = withVariables(asGraphql(named), embeddable)
  const faults = validate(schema, graphql)
  if (faults.length > 0) {
    throw new Error(`${route.method} ${route.path}: ${faults.map(({ message }) => message).join(' ')}`)
  }
  const parts = new Map(used.map((fragment) => [fragment.name.value, fragment]))
  const answer = findAnswer(schema, operation, parts)
  const variables = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, type }): [string, GraphQLInputType] => [
      variable.name.value,
      typeFromAST(schema, type) as GraphQLInputType,
    ]),
  )
  return {
    ...route,
    operation: text,
    name: operation.name?.value ?? '',
    source: named,
    document,
    graphql,
    variables,
    own: answer.answer === 'record' ? ownParametersOf(schema, route.path, operation, variables) : [],
    entries: new Map((operation.variableDefinitions ?? []).flatMap(entriesOf)),
    embeddable,
    ofAll: withNames(named, (mark) => !mark.arguments?.length),
    computed: computedRows(schema, operation),
    takesChanges: listsMarked(schema, operation) && !route.path.startsWith(storePrefix),
    pageDocument: route.page && pageOperation(schema, operation, route.page.field),
    ...answer,
  }
}

/** An operation that reads one field of the record that another shows. @throws Error where the record has no such field. */
function pageOperation(schema: GraphQLSchema, operation: OperationDefinitionNode, name: string): DocumentNode {
  const [root] = operation.selectionSet.selections
  const field: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }
  const selectionOf = (selections: readonly FieldNode[]) => ({ kind: Kind.SELECTION_SET, selections }) as const
  const shown = { ...(root as FieldNode), selectionSet: selectionOf([field]) }
  const document = { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet: selectionOf([shown]) }] } as const
  const [fault] = validate(schema, document)
  if (fault) throw new Error(fault.message)
  return document
}

/** The fields of a mutation's input, each with its type. */
function inputTypes(schema: GraphQLSchema, mutation: string): Record<string, string> {
  const field = schema.getMutationType()?.getFields()[mutation]
  if (!field) throw new Error(`There is no mutation ${mutation}`)
  const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type)
  const fields = isInputObjectType(input) ? Object.values(input.getFields()) : []
  return Object.fromEntries(fields.map(({ name, type }) => [name, String(type)]))
}

function entriesOf({ variable, directives }: VariableDefinitionNode): [string, readonly [string, string]][] {
  const value = directives?.find(({ name }) => name.value === 'entries')?.arguments?.[0]?.value
  return value?.kind === Kind.STRING ? [[variable.name.value, value.value.split(' ') as [string, string]]] : []
}

/** The fragments an operation uses, those that they use included. */
function usedFragments(operation: OperationDefinitionNode, fragments: Map<string, FragmentDefinitionNode>) {
  const used = new Map<string, FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)
        if (!fragment) throw new Error(`No fragment is called ${name.value}`)
        if (used.has(name.value)) return
        used.set(name.value, fragment)
        collect(fragment)
      },
    })
  }
  collect(operation)
  return [...used.values()]
}

const ownDirectives = new Set(['name', 'httpDate', 'list', 'with'])
const conditions = new Set(['with'])

function withNames(document: DocumentNode, isWanted: (mark: DirectiveNode) => boolean): string[] {
  const names = new Set<string>()
  visit(document, {
    Field: (field) => {
      const mark = directive(field, 'with')
      if (mark && isWanted(mark)) names.add(contractName(field))
    },
  })
  return [...names]
}

/** The same as GraphQL takes it, without the directives of this engine. */
const asGraphql = (document: DocumentNode): DocumentNode => rewritten(document, ownDirectives)

/** The same as it runs: with those directives that say how the answer is written. */
const asRun = (document: DocumentNode): DocumentNode => rewritten(document, conditions)

/** Puts GraphQL's own condition in the place of `@with`. */
const rewritten = (document: DocumentNode, without: ReadonlySet<string>): DocumentNode =>
  visit(document, {
    Field: (field) => {
      const condition = directive(field, 'with') && includeIf(withVariable(contractName(field)))
      return {
        ...field,
        directives: [
          ...(field.directives ?? []).filter((each) => !without.has(each.name.value)),
          ...(condition ? [condition] : []),
        ],
      }
    },
  })

/** Name of the variable that says whether a relation is embedded. */
export const withVariable = (name: string): string => `with_${name}`

const includeIf = (variable: string): DirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'include' },
  arguments: [
    { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'if' }, value: variableNode(variable) } satisfies ArgumentNode,
  ],
})

const variableNode = (name: string) => ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }) as const

function withVariables(document: DocumentNode, names: string[]): DocumentNode {
  const definitions = names.map(
    (name) =>
      ({
        kind: Kind.VARIABLE_DEFINITION,
        variable: variableNode(withVariable(name)),
        type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Boolean' } },
        defaultValue: { kind: Kind.BOOLEAN, value: false },
      }) as const,
  )
  return visit(document, {
    OperationDefinition: (operation) => ({
      ...operation,
      variableDefinitions: [
        ...(operation.variableDefinitions ?? []).map((variable) => ({ ...variable, directives: [] })),
        ...definitions,
      ],
    }),
  })
}

/**
 * Finds the answer in an operation: down through fields that stand alone. A connection with its count is a list, a
 * connection without it is the one record in it, anything else is a record.
 */
function findAnswer(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments) {
  const at: string[] = []
  let parent = schema.getRootType(operation.operation) as GraphQLObjectType
  let selection = operation.selectionSet
  for (;;) {
    const [field, ...others] = selection.selections
    if (field?.kind !== Kind.FIELD || !field.selectionSet || others.length > 0 || field.name.value === 'userErrors') break
    at.push(graphqlName(field))
    parent = getNamedType(fieldType(parent, field)) as GraphQLObjectType
    selection = field.selectionSet
  }
  if (operation.operation === OperationTypeNode.MUTATION) {
    const payload = fieldsOf(selection.selections, fragments)
    const results = payload.find(({ name }) => name.value === 'results')
    const owner = results ? (getNamedType(fieldType(parent, results)) as GraphQLObjectType) : parent
    const record = (results ? fieldsOf(results.selectionSet?.selections ?? [], fragments) : payload).find(isShown)
    const shown = record ? getNamedType(fieldType(owner, record)).name : ''
    return { answer: results ? 'results' : 'payload', at, record: shown, embedded: [] as string[], names: new Map() } as const
  }
  const several = Object.entries(envelopes).find(([suffix]) => parent.name.endsWith(suffix))?.[1]
  if (!several) {
    const embedded = relationNames(selection, fragments)
    return { answer: 'record', at, record: parent.name, embedded, names: new Map() } as const
  }
  const nodes = selection.selections.find((each) => each.kind === Kind.FIELD && each.name.value === 'nodes') as FieldNode
  const embedded = relationNames(nodes.selectionSet, fragments)
  const record = getNamedType(fieldType(parent, nodes)).name
  const names = oddNames(nodes.selectionSet, fragments)
  return { answer: several, at, record, embedded, names } as const
}

/** The forms of answers of several records, by the ends of the names of their types. */
const envelopes = { Connection: 'list', Groups: 'groups', Feed: 'feed' } as const

/** Whether a field of a payload, or of a result, shows a record. */
const isShown = ({ name, selectionSet }: FieldNode): boolean => selectionSet !== undefined && name.value !== 'userErrors'

const oddNames = (selectionSet: SelectionSetNode | undefined, fragments: Fragments): Map<string, string> =>
  new Map(
    fieldsOf(selectionSet?.selections ?? [], fragments)
      .map((field): [string, string] => [contractName(field), snakeCase(field.name.value)])
      .filter(([name, derived]) => name !== derived),
  )

/** Names of the relations a selection always has. */
const relationNames = (selectionSet: SelectionSetNode | undefined, fragments: Fragments): string[] =>
  fieldsOf(selectionSet?.selections ?? [], fragments)
    .filter((field) => field.selectionSet && !directive(field, 'with'))
    .map(contractName)
