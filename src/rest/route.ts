/**
 * A row of the REST table: a method and path of the contract, and the named GraphQL operation it runs.
 *
 * Operations are written in GraphQL's own words; `dialect.ts` gives their fields the contract's names. Five directives of
 * this engine say what the contract does differently, and are gone before the operation is validated:
 *
 * - `@with` marks a relation that is read only when the client asks for it by `with=`, or by `with=all` unless it is
 *   `@with(byName: true)`;
 * - `@name(as: "on-hand")` gives a field a name that cannot be derived;
 * - `@list` shows a relation to one record as a list of it, empty where there is none and where it is closed;
 * - `@httpDate` writes a time in the form of an HTTP date;
 * - `@entries(of: "fieldId value")` on a variable reads an object's keys and values as a list of such pairs, or takes the list.
 *
 * Variables take their values from the path and the body by name; the variable `$body` takes the body as it is.
 */

import { conditionField } from '../schema/condition.ts'
import { capital } from '../schema/wording.ts'
import { snakeCase } from '../values/text.ts'

/** The paths of the Store API begin with it; all others are of the Merchant API. */
export const storePrefix = '/v1/store/api/'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The fields of a mutation's input, each with its type. */
type InputTypes = Readonly<Record<string, string>>

/** An operation that is written once the schema is there. */
type WrittenOperation = (inputOf: (mutation: string) => InputTypes) => string

export type Route = {
  method: Method
  /** The path as the contract writes it: `/v1/books/{book_id}/`. */
  path: string
  /** The operation, without the fragments it uses. */
  operation: string | WrittenOperation
  /** A body field that must be true for this row; of the rows of one path that have one, the body chooses exactly one. */
  flag: string | undefined
  /** A second method that does the same, with the same status. */
  alias?: Method
  /** Of a row that writes several records: the variable that lists them, which the body as a whole is, and the most of one body. */
  list?: string
  most?: number
  /** Whether a PUT may make the record, and answers 201 then. */
  mayCreate?: true
  /** Whether the record, or each of its records, may be sent back with all that reads show of it and its parts. */
  takesShown?: true
  /** The type of the record that the body is, unless it is that of the answer. */
  takes?: string
  /** Of a row that shows one record: its form as a page, which `format=html` answers. */
  page?: RecordPage
}

/** A record as a page of HTML, which needs nothing beside it. */
export type RecordPage = {
  /** The field of the record that is the page. */
  field: string
  /** The text of the one style element that the page has; a page without has its styles on its elements, and is in a sandbox. */
  style?: string
}

/** Every row of an interface, and what is said of them all. */
export type Contract = {
  routes: readonly Route[]
  /** The fragments that the operations of the rows use. */
  fragments: string
  /** The texts by which people look for a record, the likeliest first: `name`, `shelf.name`. */
  searched: readonly string[]
  /** The directory's sentence on the credential of each area. */
  credentials: { merchant: string; store: string }
}

/** A row, such as `route('GET /v1/books/{book_id}', 'query GetBook($book_id: ID!) { book(id: $book_id) { ...Book } }')`. */
export function route(row: `${Method} /${string}`, operation: string, flag?: string): Route {
  const [method, path] = row.split(' ') as [Method, string]
  return { method, path, operation, flag }
}

/**
 * A row that shows one record, by the part of its path.
 *
 * @param name of the operation, such as `GetBook`.
 * @param record its root field.
 */
export function detail(path: `/${string}`, name: string, record: string, shown: string): Route {
  const [, part = ''] = /\{(\w+)\}/.exec(path) ?? []
  return route(`GET ${path}`, `query ${name}($${part}: ID!) { ${record}(id: $${part}) { ${shown} } }`)
}

/**
 * A row that shows a list: its records and their count, by the arguments every list takes.
 *
 * @param name of the operation, such as `ListBooks`.
 * @param field of the list, with what it is reached through: `books`, or `shelf(id: $shelf_id).books`.
 * @param type of the rows, such as `Book`.
 * @param options a condition that always holds, as a GraphQL filter; whether it leaves archived rows out unless they are asked for; and the
 * argument that its rows are computed from, a whole number.
 */
export function list(
  path: `/${string}`,
  name: string,
  field: string,
  type: string,
  selection: string,
  { condition, hasArchived, argument }: { condition?: string; hasArchived?: boolean; argument?: string } = {},
): Route {
  const [outer, inner] = field.split('.')
  const parent = /\((\w+): \$(\w+)\)/.exec(outer ?? '')
  const variables = [
    ...(inner && parent ? [`$${parent[2]}: ID!`] : []),
    `$filter: ${type}Filter${condition ? '! = {}' : ''}`,
    `$orderBy: [${type}Order!]`,
    '$first: Int',
    '$offset: Int',
    ...(hasArchived ? ['$archived: Boolean'] : []),
    ...(argument ? [`$${argument}: Int`] : []),
  ]
  const filter = condition ? `{ AND: [${condition}, $filter] }` : '$filter'
  const archived = hasArchived ? ', archived: $archived' : ''
  const computed = argument ? `, ${argument}: $${argument}` : ''
  const connection = `${inner ?? outer}(filter: ${filter}, orderBy: $orderBy, first: $first, offset: $offset${archived}${computed}) { totalCount nodes { ${selection} } }`
  return route(`GET ${path}`, `query ${name}(${variables.join(', ')}) { ${inner ? `${outer} { ${connection} }` : connection} }`)
}

/**
 * A row that runs a mutation: of what is in the input, a part of the path with the field's name gives that field, a part with another
 * name the `id`, and the body all others.
 *
 * @param row such as `PUT /v1/books/{book_id}/`.
 * @param mutation such as `updateBook`, which names the operation too.
 * @param shown what the payload shows: `book { ...Book }`; nothing after a deletion.
 *
 * @param options the name of the operation, where several rows run the mutation, and the fields of the input that the row does not take.
 */
export function write(
  row: `${Exclude<Method, 'GET'>} /${string}`,
  mutation: string,
  shown = '',
  flag?: string,
  { name = capital(mutation), without = [] }: { name?: string; without?: readonly string[] } = {},
): Route {
  const parts = [...row.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  const operation: WrittenOperation = (inputOf) => {
    // Marks are shown on the Merchant API alone, and the body of a DELETE has no meaning of its own (RFC 9110, section 9.3.5).
    const left = row.startsWith('DELETE') || row.includes(` ${storePrefix}`) ? [...without, conditionField] : without
    const types = Object.entries(inputOf(mutation)).filter(([field]) => !left.includes(field))
    const variableOf = (field: string): string =>
      field === 'id' ? (parts.find((part) => !types.some(([name]) => snakeCase(name) === part)) ?? 'id') : snakeCase(field)
    const variables = types.map(([field, type]) => `$${variableOf(field)}: ${type}`)
    const input = types.map(([field]) => `${field}: $${variableOf(field)}`)
    return `mutation ${name}(${variables.join(', ')}) {
      ${mutation}(input: { ${input.join(', ')} }) { ${shown} userErrors { code message } }
    }`
  }
  return { ...route(row, '', flag), operation }
}

/**
 * A row that writes several records, which the body lists as JSON or one a line; `on_error` is a parameter of the query.
 *
 * @param mutation such as `upsertBooks`.
 * @param shown of each record in the answer: `book { ...Book }`.
 */
export function writeMany(row: `POST /${string}`, mutation: string, list: string, shown: string, most = 100): Route {
  const operation: WrittenOperation = (inputOf) => {
    const { [list]: records, onError } = inputOf(mutation)
    return `mutation ${capital(mutation)}($${snakeCase(list)}: ${records}, $on_error: ${onError}) {
      ${mutation}(input: { ${list}: $${snakeCase(list)}, onError: $on_error }) {
        results { index ok change ${shown} userErrors { code message } } userErrors { code message }
      }
    }`
  }
  return { ...route(row, ''), operation, list: snakeCase(list), most, takesShown: true }
}

/** The names of a resource of records on both surfaces. */
type RecordNames = {
  /** The root fields for one record and for the list. */
  record: string
  list: string
  /** The fragment of what is shown of a record, that of the type's name unless given, and that of what `with` asks for. */
  fragment?: string
  embeds?: string
  /** The record that each belongs to. */
  of?: {
    path: `/${string}/`
    /** The name of the records under its path; the last word of the path of one unless given. */
    kind?: string
    /** Its root field, and its connection of the records; without one they are not listed under its path. */
    record: string
    connection?: string
  }
}

/**
 * The rows of a resource whose writes are declared: its list, its detail, and a row for each of its writes.
 *
 * Records that belong to another are made and listed under its path: those of `/v1/pages/{page_id}/` under `/v1/books/{book_id}/pages/`.
 * Where the path of one begins with the path of the other, all rows are under it; else the list of all is beside it.
 *
 * @param path of one record: `/v1/books/{book_id}/`.
 * @param type of the records, `Book`.
 * @param verbs of the writes: `create`, `update`; `archive`, `remove` or `delete`, which DELETE runs; `upsert`, by the external id of one
 *   record or those of many; and those that have a row of their own below the record, such as `restore`.
 */
export function records(path: `/${string}/`, type: string, names: RecordNames, verbs: readonly string[]): Route[] {
  const { record, list: plural, fragment = type, embeds, of } = names
  const beside = path.replace(/\{\w+\}\/$/, '') as `/${string}/`
  const parent = of && (`${of.path}${of.kind ?? beside.split('/').at(-2)}/` as const)
  const isNested = parent === beside
  const part = lastPart(path)
  const all = embeds ? `...${fragment} ...${embeds}` : `...${fragment}`
  const hasArchived = verbs.includes('archive') || verbs.includes('remove')
  const rows: Record<string, string> = {
    create: `POST ${parent ?? beside}`,
    update: `PUT ${path}`,
    archive: `DELETE ${path}`,
    delete: `DELETE ${path}`,
    upsert: `PUT ${beside}external_id/{external_id}/`,
    remove: `DELETE ${path}`,
  }
  const rowOf = (verb: string) => (rows[verb] ?? `PUT ${path}${verb}/`) as `PUT ${typeof path}`
  const listed = (at: `/${string}/`, name: string, field: string) => list(at, `List${name}`, field, type, all, { hasArchived })
  const whole = `query Get${type}($${part}: ID!) { ${record}(id: $${part}) { ${all} } }`
  const outer = of && { part: lastPart(of.path), ...of }
  const inside =
    outer?.connection &&
    `query Get${type}($${outer.part}: ID!, $${part}: ID!) { ${outer.record}(id: $${outer.part}) {
      ${outer.connection}(filter: { id: { eq: $${part} } }, first: 1${hasArchived ? ', archived: true' : ''}) { nodes { ${all} } }
    } }`
  return [
    ...(isNested ? [] : [listed(beside, capital(plural), plural)]),
    ...(parent && outer?.connection
      ? [
          listed(
            parent,
            `${capital(plural)}Of${capital(outer.record)}`,
            `${outer.record}(id: $${outer.part}).${outer.connection}`,
          ),
        ]
      : []),
    route(`GET ${path}`, isNested && inside ? inside : whole),
    ...verbs.flatMap((verb) => {
      const shown = rowOf(verb).startsWith('DELETE') ? '' : `${record} { ...${fragment} }`
      const one = write(rowOf(verb), `${verb}${capital(record)}`, shown)
      return verb === 'upsert'
        ? [
            { ...one, mayCreate: true as const, takesShown: true as const },
            writeMany(`POST ${beside}bulk/`, `upsert${capital(plural)}`, plural, shown),
          ]
        : [one]
    }),
  ]
}

const lastPart = (path: string): string => /\{(\w+)\}\/$/.exec(path)?.[1] ?? ''
