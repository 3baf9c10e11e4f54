/**
 * What a document may be, judged before graphql-js validates it: some documents of a few hundred words cost its validation
 * seconds.
 */
import { type DocumentNode, type FieldNode, Kind, type ParseOptions, parse, type SelectionSetNode, Source, visit } from 'graphql'
import type { Limits } from '../limits.ts'
import { fragmentsOf } from '../read/collect.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { shown } from '../values/text.ts'
import { takesMoreComparisons } from './comparisons.ts'

/** Places in a text of more lines or characters are not told: graphql-js looks for the lines anew for every node that an error names. */
const locatedLines = 250
const locatedCharacters = 16_384

/**
 * Refuses a text of so many characters if that is too long to be read; spaces and comments take time and memory though they are no tokens.
 *
 * @throws Refusal TOO_COMPLEX
 */
export function checkLength(length: number, { characters }: Limits): void {
  refuseBeyond(length, characters, 'characters')
}

/**
 * Parses a text; what is wrong with a long one will be told without its place.
 *
 * @throws GraphQLError for a text that is no document, Refusal TOO_COMPLEX for one of too many tokens.
 */
export function parseDocument(text: string, options: ParseOptions | undefined, { tokens }: Limits): DocumentNode {
  const noLocation = text.length > locatedCharacters || text.split(/\r\n|[\r\n]/, locatedLines + 1).length > locatedLines
  try {
    const document = parse(text, { ...options, maxTokens: tokens, noLocation })
    // By its text the log names a document.
    return noLocation ? Object.assign(document, { loc: { start: 0, end: text.length, source: new Source(text) } }) : document
  } catch (error) {
    if (!/ tokens\. Parsing aborted\.$/.test((error as Error).message)) throw error
    throw new Refusal('TOO_COMPLEX', `A document may have at most ${tokens} tokens.`)
  }
}

/** Directives at one place; graphql-js compares them with each other. */
const directivesAtOnePlace = 5

/** Each wraps what is given, where that is no list: a thousand of them make five million lists of five thousand numbers. */
const listsOfVariable = 5

/** What GraphiQL asks of the schema nests as deep, beginning at `__schema`. */
const introspectionDepth = 15

/** How deep a selection nests, and how many fields it has with every fragment written out. */
type Size = { depth: number; fields: number }

/**
 * Refuses a document that is beyond a limit.
 *
 * @throws Refusal TOO_COMPLEX naming the limit, or BAD_INPUT for fragments that spread themselves.
 */
export function checkDocument(document: DocumentNode, limits: Limits): void {
  checkCounts(document, limits)
  const sizeOf = measure(document)
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue
    const { depth, fields } = sizeOf(definition.selectionSet)
    // A fragment's own depth says nothing: it may be part of what asks for the schema.
    if (definition.kind === Kind.OPERATION_DEFINITION) refuseBeyond(depth, limits.depth, 'levels of fields')
    refuseBeyond(fields, limits.fields, 'fields, each counted as often as it stands there with every fragment written out')
  }
  // As many as so many fields of one name take at one place.
  const comparisons = limits.fields ** 2
  if (takesMoreComparisons(document, comparisons))
    throw tooMany(comparisons, 'comparisons of fields of one name, or of fragments, at one place')
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
  // Even of fragments that there are not, graphql-js compares each with each.
  refuseBeyond(spreads, limits.fields, 'fragments spread')
}

function measure(document: DocumentNode): (selection: SelectionSetNode) => Size {
  const fragments = fragmentsOf(document)
  // Measured once however often it is spread; undefined while it is being measured.
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

  function ofField({ name, selectionSet }: FieldNode): Size {
    const below = selectionSet ? sizeOf(selectionSet) : nothing
    const isIntrospection = name.value === '__schema' || name.value === '__type'
    if (isIntrospection) refuseBeyond(below.depth, introspectionDepth, `levels of fields in ${name.value}`)
    return { depth: isIntrospection ? 1 : below.depth + 1, fields: below.fields + 1 }
  }

  function sizeOf({ selections }: SelectionSetNode): Size {
    let size = nothing
    for (const node of selections) {
      const { depth, fields } =
        node.kind === Kind.FIELD
          ? ofField(node)
          : node.kind === Kind.INLINE_FRAGMENT
            ? sizeOf(node.selectionSet)
            : ofFragment(node.name.value)
      size = { depth: Math.max(size.depth, depth), fields: size.fields + fields }
    }
    return size
  }
  return sizeOf
}

const nothing: Size = { depth: 0, fields: 0 }

function refuseBeyond(count: number, limit: number, what: string): void {
  if (count > limit) throw tooMany(limit, what)
}

const tooMany = (limit: number, what: string) => new Refusal('TOO_COMPLEX', `A document may have at most ${limit} ${what}.`)
