/**
 * What a row of the REST table is: a method and path of the contract, and the named GraphQL operation it runs.
 *
 * Operations are written in GraphQL's own words; `dialect.ts` gives their fields the contract's names. Four directives of
 * this engine say what the contract does differently, and are gone before the operation is validated:
 *
 * - `@with` marks a relation that is read only when the client asks for it by `with=`, or by `with=all` unless it is
 *   `@with(byName: true)`;
 * - `@name(as: "on-hand")` gives a field a name that cannot be derived;
 * - `@httpDate` writes a time in the form of an HTTP date;
 * - `@entries(of: "fieldId value")` on a variable reads an object's keys and values as a list of such pairs, or takes the list.
 *
 * Variables take their values from the path and the body by name; the variable `$body` takes the body as it is.
 */

import { snakeCase } from '../values/text.ts'
import type { WritableTable } from '../values/writable.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Route = {
  method: Method
  /** The path as the contract writes it: `/v1/books/{book_id}/`. */
  path: string
  /** The operation, without the fragments it uses. */
  operation: string
  /** A body field that must be true for this row; of the rows of one path that have one, the body chooses exactly one. */
  flag: string | undefined
  /** A second method that does the same, with the same status. */
  alias?: Method
}

/** Every row of an interface, and what is said of them all. */
export type Contract = {
  routes: readonly Route[]
  /** The fragments that the operations of the rows use. */
  fragments: string
  /** The texts by which people look for a record, the likeliest first: `name`, `shelf.name`. */
  searched: readonly string[]
  /** What the directory says of the credential that each area takes. */
  credentials: { merchant: string; store: string }
}

/** A row, such as `route('GET /v1/books/{book_id}', 'query GetBook($book_id: ID!) { book(id: $book_id) { ...Book } }')`. */
export function route(row: `${Method} /${string}`, operation: string, flag?: string): Route {
  const [method, path] = row.split(' ') as [Method, string]
  return { method, path, operation, flag }
}

/**
 * The operation of a list: its rows and their count, by the arguments every list takes.
 *
 * @param name of the operation, such as `ListBooks`.
 * @param field of the list, with what it is reached through: `books`, or `shelf(id: $shelf_id).books`.
 * @param type of the rows, such as `Book`.
 * @param condition that always holds, as a GraphQL filter.
 */
export function list(name: string, field: string, type: string, selection: string, condition?: string): string {
  const [outer, inner] = field.split('.')
  const parent = /\((\w+): \$(\w+)\)/.exec(outer ?? '')
  const variables = [
    ...(inner && parent ? [`$${parent[2]}: ID!`] : []),
    `$filter: ${type}Filter${condition ? '! = {}' : ''}`,
    `$orderBy: [${type}Order!]`,
    '$first: Int',
    '$offset: Int',
  ]
  const filter = condition ? `{ AND: [${condition}, $filter] }` : '$filter'
  const connection = `${inner ?? outer}(filter: ${filter}, orderBy: $orderBy, first: $first, offset: $offset) { totalCount nodes { ${selection} } }`
  return `query ${name}(${variables.join(', ')}) { ${inner ? `${outer} { ${connection} }` : connection} }`
}

/**
 * The operation of an update: a body field for each field that may be written.
 *
 * @param name of the operation, such as `UpdateBook`, which runs the mutation of that name.
 * @param id the input field that says which record, and the part of the path that gives it: `id: $book_id`.
 * @param writable what may be written of it; `others` are input fields that no table has, with their types.
 * @param shown what the payload shows: `book { ...Book }`.
 */
export function update(
  name: string,
  id: string,
  writable: WritableTable,
  shown: string,
  others: Readonly<Record<string, string>> = {},
): string {
  const types = { ...Object.fromEntries(Object.entries(writable).map(([field, { type }]) => [field, type])), ...others }
  const variable = (field: string) => `$${snakeCase(field)}`
  const variables = Object.entries(types).map(([field, type]) => `${variable(field)}: ${type}`)
  const input = Object.keys(types).map((field) => `${field}: ${variable(field)}`)
  return `mutation ${name}(${[`${id.slice(id.indexOf('$'))}: ID!`, ...variables].join(', ')}) {
    ${name.charAt(0).toLowerCase()}${name.slice(1)}(input: { ${[id, ...input].join(', ')} }) { ${shown} userErrors { code message } }
  }`
}
