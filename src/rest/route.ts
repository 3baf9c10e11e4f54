/**
 * What a row of the REST table is: a method and path of the contract, and the named GraphQL operation it runs.
 *
 * Operations are written in GraphQL's own words; `compile.ts` gives their fields the contract's names. Four directives of
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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Route = {
  method: Method
  /** The path as the contract writes it: `/v1/subscriptions/{sub_id}/`. */
  path: string
  /** The operation, without the fragments it uses. */
  operation: string
  /** A body field that must be true for this row; of the rows of one path that have one, the body chooses exactly one. */
  flag: string | undefined
  /** A second method that does the same, with the same status. */
  alias?: Method
}

/** A row, such as `route('GET /v1/orders/{order_id}', 'query GetOrder($order_id: ID!) { order(id: $order_id) { ...Order } }')`. */
export function route(row: `${Method} /${string}`, operation: string, flag?: string): Route {
  const [method, path] = row.split(' ') as [Method, string]
  return { method, path, operation, flag }
}

/**
 * The operation of a list: its rows and their count, by the arguments every list takes.
 *
 * @param name of the operation, such as `ListOrders`.
 * @param field of the list, with what it is reached through: `orders`, or `subscription(id: $sub_id).coupons`.
 * @param type of the rows, such as `Order`.
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
