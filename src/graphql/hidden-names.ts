/**
 * Keeps the names of a schema that is not shown out of what is said about documents and variables.
 *
 * graphql-js names in its sentences what would have been right: arguments and input fields that are missing, the types of what
 * was asked for, the nearest names. Each name that the client did not write itself becomes an ellipsis.
 */
import {
  type DocumentNode,
  type GraphQLDirective,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  visit,
} from 'graphql'
import { placesOf } from './client-error.ts'

type SentVariables = Readonly<Record<string, unknown>> | null | undefined

/** The names that a client wrote: those in its document, unless that is one of ours, and the keys in its variables. */
export function namesSent(document: DocumentNode | undefined, variables?: SentVariables): Set<string> {
  const names = new Set<string>()
  if (document) visit(document, { Name: ({ value }) => void names.add(value), EnumValue: ({ value }) => void names.add(value) })
  const waiting: unknown[] = [variables]
  while (waiting.length > 0) {
    for (const [key, child] of Object.entries(waiting.pop() ?? {})) {
      names.add(key)
      if (typeof child === 'object') waiting.push(child)
    }
  }
  return names
}

/** The same error with no name in it that is in the hidden schema, or is one of our own, and was not sent. */
export function withoutNames(
  error: GraphQLError,
  schema: GraphQLSchema,
  sent: ReadonlySet<string>,
  own: ReadonlySet<string>,
): GraphQLError {
  const hidden = namesIn(schema)
  const { message, path, extensions } = error
  const hint = message.lastIndexOf(' Did you mean ')
  const told = (hint < 0 ? message : message.slice(0, hint)).replace(/\w+/g, (word, at: number, text: string) => {
    const isHidden = !sent.has(word) && (hidden.has(word) || own.has(word))
    // A plain word between others is one of the sentence, such as `value` or `type`.
    const isName = '".$@['.includes(text.charAt(at - 1) || ' ') || '"!]'.includes(text.charAt(at + word.length) || ' ')
    return isHidden && (isName || !/^[a-z]+$/.test(word)) ? '…' : word
  })
  return new GraphQLError(told, { ...placesOf(error), path: path ?? null, extensions })
}

const namesBySchema = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

/** Every name in a schema, gathered when the first is to be hidden. */
function namesIn(schema: GraphQLSchema): ReadonlySet<string> {
  const known = namesBySchema.get(schema)
  if (known) return known
  const types = Object.values(schema.getTypeMap())
  const names = new Set([...types.flatMap(namesOfType), ...schema.getDirectives().flatMap(namesOfDirective)])
  namesBySchema.set(schema, names)
  return names
}

function namesOfType(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return [type.name, ...type.getValues().map(({ name }) => name)]
  if (isInputObjectType(type)) return [type.name, ...Object.keys(type.getFields())]
  if (!isObjectType(type) && !isInterfaceType(type)) return [type.name]
  const fields = Object.values(type.getFields())
  return [type.name, ...fields.flatMap(({ name, args }) => [name, ...args.map((each) => each.name)])]
}

const namesOfDirective = ({ name, args }: GraphQLDirective): string[] => [name, ...args.map((each) => each.name)]
