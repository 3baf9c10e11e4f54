/**
 * Parses and validates documents: our limits come first, since graphql-js takes seconds to validate some documents of a few hundred words,
 * then its own rules and ours.
 */
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Limits } from '../config/limits.ts'
import { fragmentsOf } from '../read/cost/collect.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { characterCount, shown, textFault } from '../values/text.ts'
import { valuesOfCorrectType } from './value-errors.ts'

/** The parse and validate phases of the engine. */
export const checkDocuments = (limits: Limits, showsSchema: boolean): Plugin => ({
  onParse: ({ setParseFn }) => setParseFn((source) => parseDocument(typeof source === 'string' ? source : source.body, limits)),
  onValidate: ({ setValidationFn }) =>
    setValidationFn((schema, document, rules) => validateDocument(schema, document, limits, showsSchema, rules)),
})

/** Errors carry no locations in a text with more characters or lines: graphql-js counts the lines again for every node of an error. */
const locatedLines = 250
const locatedCharacters = 16_384

/**
 * Parses a text.
 *
 * @throws GraphQLError for a syntax error, Refusal TOO_COMPLEX for too many characters or tokens; white space and comments cost time and
 * memory though they are no tokens.
 */
export function parseDocument(text: string, { characters, tokens }: Limits): DocumentNode {
  refuseBeyond(characterCount(text), characters, 'characters')
  const noLocation = text.length > locatedCharacters || text.split(/\r\n|[\r\n]/, locatedLines + 1).length > locatedLines
  try {
    const document = parse(text, { maxTokens: tokens, noLocation })
    // The log names a document by its text.
    return noLocation ? Object.assign(document, { loc: { start: 0, end: text.length, source: new Source(text) } }) : document
  } catch (error) {
    if (!/ tokens\. Parsing aborted\.$/.test((error as Error).message)) throw error
    throw new Refusal('TOO_COMPLEX', `A document may have at most ${tokens} tokens.`)
  }
}

/** Maximum errors reported for one document; formatting each costs time in proportion to the document's length. */
const maxErrors = 10

/**
 * Validates a document against the limits and the rules.
 *
 * @param showsSchema whether introspection is allowed; if not, errors suggest no names either.
 *
 * @param rules the rules of graphql-js and of plugins.
 *
 * @returns the errors; none for a valid document.
 */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  limits: Limits,
  showsSchema: boolean,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly GraphQLError[] {
  try {
    checkSize(document, limits)
  } catch (error) {
    if (error instanceof Refusal) return [error]
    throw error
  }
  const own = showsSchema ? [onlyWhatRuns] : [onlyWhatRuns, NoSchemaIntrospectionCustomRule]
  const others = rules.map((rule) => (rule === ValuesOfCorrectTypeRule ? valuesOfCorrectType : rule))
  const errors = validate(schema, document, [...others, ...own], { maxErrors, hideSuggestions: !showsSchema })
  return showsSchema ? errors : errors.map(withoutSuggestion)
}

/** Removes the suggestion of the one rule of graphql-js that ignores `hideSuggestions`. */
function withoutSuggestion(error: GraphQLError): GraphQLError {
  const at = error.message.indexOf(' Did you mean ')
  return at < 0 ? error : new GraphQLError(error.message.slice(0, at), { nodes: error.nodes })
}

/** Refuses kinds of operation that the schema lacks, and texts that the database cannot store. */
const onlyWhatRuns: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }))
  },
  StringValue: (node) => {
    const fault = textFault(node.value)
    if (fault) context.reportError(new GraphQLError(`A value is not allowed: ${fault}.`, { nodes: node }))
  },
})

/** Maximum directives at one location; graphql-js compares them pairwise. */
const directivesAtOnePlace = 5

/**
 * Maximum list wrappers in a variable's type. GraphQL coerces a single value to a list: a thousand wrappers make five million lists of five
 * thousand numbers.
 */
const listsOfVariable = 5

/**
 * Limits of introspection, which runs synchronously and blocks other requests: it is selected once, without aliases, and its lists nest as
 * deep as tools need them (types, fields, arguments); one more level takes ten times as long. A list inside the type of
 * a field counts twice.
 */
const mostIntrospection = { __schema: 1, __type: 10, lists: 3 }
const listsOfSchema = ['types', 'fields', 'inputFields', 'args', 'interfaces', 'possibleTypes', 'enumValues', 'directives']

/** The size of a selection with its fragments expanded: depth, fields, introspection fields, and nested lists of the schema. */
type Size = { depth: number; fields: number; __schema: number; __type: number; lists: number; isAliased: boolean }

/**
 * Refuses a document that exceeds a limit.
 *
 * @throws Refusal TOO_COMPLEX naming the limit, or BAD_INPUT for fragments that spread themselves.
 */
function checkSize(document: DocumentNode, limits: Limits): void {
  checkCounts(document, limits)
  const sizeOf = measure(document)
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue
    const size = sizeOf(definition.selectionSet)
    refuseBeyond(size.fields, limits.fields, 'fields, each counted as often as it stands there with every fragment written out')
    // A fragment by itself may be a part of introspection, which nests deeper.
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    refuseBeyond(size.depth, limits.depth, 'levels of fields')
    refuseBeyond(size.__schema, mostIntrospection.__schema, '__schema in an operation')
    refuseBeyond(size.__type, mostIntrospection.__type, '__type in an operation')
  }
}

function checkCounts(document: DocumentNode, limits: Limits): void {
  let aliases = 0
  let directives = 0
  let spreads = 0
  let lists = 0
  visit(document, {
    enter(node) {
      if ('alias' in node && node.alias) aliases += 1
      if (node.kind === Kind.FRAGMENT_SPREAD) spreads += 1
      const here = 'directives' in node ? (node.directives?.length ?? 0) : 0
      directives += here
      refuseBeyond(here, directivesAtOnePlace, 'directives at one place')
      if (node.kind === Kind.VARIABLE_DEFINITION) lists = 0
      if (node.kind === Kind.LIST_TYPE) lists += 1
      refuseBeyond(lists, listsOfVariable, 'lists within each other in the type of a variable')
    },
  })
  refuseBeyond(aliases, limits.aliases, 'aliases')
  refuseBeyond(directives, limits.directives, 'directives')
  // graphql-js compares spreads pairwise, even of undefined fragments.
  refuseBeyond(spreads, limits.fields, 'fragments spread')
}

function measure(document: DocumentNode): (selection: SelectionSetNode) => Size {
  const fragments = fragmentsOf(document)
  // Memoizes the size of each fragment, however often it is spread; undefined while it is being computed.
  const known = new Map<string, Size | undefined>()

  function ofFragment(name: string): Size {
    if (known.has(name)) {
      const size = known.get(name)
      if (!size) throw badInput(`The fragment ${shown(name)} spreads itself.`)
      return size
    }
    known.set(name, undefined)
    const fragment = fragments.get(name)
    const size = fragment ? sizeOf(fragment.selectionSet) : nothing
    known.set(name, size)
    return size
  }

  function ofField({ name: { value: name }, alias, selectionSet }: FieldNode): Size {
    const below = selectionSet ? sizeOf(selectionSet) : nothing
    const fields = below.fields + 1
    if (name !== '__schema' && name !== '__type') {
      const isList = listsOfSchema.includes(name) || (name === 'type' && below.lists > 0)
      const lists = below.lists + (isList ? 1 : 0)
      return { ...below, depth: below.depth + 1, fields, lists, isAliased: below.isAliased || alias !== undefined }
    }
    if (below.isAliased) throw new Refusal('TOO_COMPLEX', `Fields inside ${name} take no alias.`)
    refuseBeyond(below.lists, mostIntrospection.lists, `lists within each other in ${name}`)
    return { ...nothing, depth: 1, fields, [name]: 1, isAliased: alias !== undefined }
  }

  function sizeOf({ selections }: SelectionSetNode): Size {
    let size = nothing
    for (const node of selections) {
      const each =
        node.kind === Kind.FIELD
          ? ofField(node)
          : node.kind === Kind.INLINE_FRAGMENT
            ? sizeOf(node.selectionSet)
            : ofFragment(node.name.value)
      size = {
        depth: Math.max(size.depth, each.depth),
        fields: size.fields + each.fields,
        __schema: size.__schema + each.__schema,
        __type: size.__type + each.__type,
        lists: Math.max(size.lists, each.lists),
        isAliased: size.isAliased || each.isAliased,
      }
    }
    return size
  }
  return sizeOf
}

const nothing: Size = { depth: 0, fields: 0, __schema: 0, __type: 0, lists: 0, isAliased: false }

function refuseBeyond(count: number, limit: number, what: string): void {
  if (count > limit) throw new Refusal('TOO_COMPLEX', `A document may have at most ${limit} ${what}.`)
}
