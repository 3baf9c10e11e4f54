/** Arguments of random lists, and how values are written: in the document, or beside it as variables, whole or in part. */
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType, isScalarType } from 'graphql'
import type { Resource } from '../../../src/schema/registry.ts'
import { filterOf, openColumns, type World } from './generate-filters.ts'
import { cursorAt, type Direction, placeOf, termsOf } from './pages.ts'

/** The variables of a document that is being made. */
export type Variables = { declared: string[]; values: Record<string, unknown> }

/** Declares a variable and answers how it is called. */
export function declare({ declared, values }: Variables, type: string, value: unknown, standard?: string): string {
  const name = `v${declared.length}`
  declared.push(`$${name}: ${type}${standard === undefined ? '' : ` = ${standard}`}`)
  if (value !== undefined) values[name] = value
  return `$${name}`
}

/** Writes a value of some type, sometimes as a variable. */
export function written(
  world: World,
  variables: Variables | undefined,
  type: GraphQLInputType,
  value: unknown,
  isRequired = false,
): string {
  const { random } = world
  const bare = isNonNullType(type) ? type.ofType : type
  if (!variables) return literal(world, variables, bare, value)
  // A variable that is left out is an argument that is left out.
  if (random.chance(0.02) && bare === type && !isRequired) return declare(variables, String(type), undefined)
  if (random.chance(0.12)) return declare(variables, isRequired ? `${bare}!` : String(type), value)
  return literal(world, variables, bare, value)
}

/** Writes a value in the document; what is inside of it maybe as variables, if there may be any. */
export function literal(world: World, variables: Variables | undefined, type: GraphQLInputType, value: unknown): string {
  const { random } = world
  const bare = isNonNullType(type) ? type.ofType : type
  if (value === null) return 'null'
  if (isListType(bare)) {
    // One is as good as a list of one, unless it is a variable.
    if (!Array.isArray(value)) return literal(world, variables, bare.ofType, value)
    return `[${value.map((item) => written(world, variables, bare.ofType, item)).join(', ')}]`
  }
  if (isInputObjectType(bare)) {
    const fields = bare.getFields()
    // A condition on a key needs an operator.
    const isNeeded = bare.isOneOf || bare.name === 'MetadataKeyFilter'
    const pairs = Object.entries(value as object).map(([name, each]) => {
      const field = fields[name]
      if (!field) throw new Error(`${bare.name} has no field ${name}`)
      return `${name}: ${written(world, variables, field.type, each, isNeeded)}`
    })
    return `{ ${pairs.join(', ')} }`
  }
  if (isEnumType(bare)) return String(value)
  if (variables && isScalarType(bare) && bare.name === 'Json')
    return jsonLiteral(value) ?? declare(variables, String(bare), value)
  // Digits are digits, be they in quotes or not.
  const isWhole = typeof value === 'string' && /^(0|-?[1-9]\d*)$/.test(value)
  if (isWhole && (bare.name === 'ID' || bare.name === 'Amount') && random.chance(0.5)) return value
  return JSON.stringify(value)
}

/** JSON in GraphQL's words; undefined where a key is no name. */
function jsonLiteral(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map(jsonLiteral)
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value).map(([key, each]) => [key, jsonLiteral(each)] as const)
  if (pairs.some(([key, each]) => !/^[A-Za-z]\w*$/.test(key) || each === undefined)) return undefined
  return `{ ${pairs.map(([key, each]) => `${key}: ${each}`).join(', ')} }`
}

/** The arguments of a list. */
export function listArguments(world: World, resource: Resource): Record<string, unknown> {
  const { random } = world
  const orderBy = orderOf(world, resource)
  const isBackward = random.chance(0.25)
  const size = random.chance(0.1) ? 40 : 1 + random.below(6)
  const cursor = () => cursorIn(world, resource, orderBy)
  return {
    ...(random.chance(0.65) && { filter: filterOf(world, resource) }),
    ...(orderBy.length > 0 && { orderBy: orderBy.length === 1 && random.chance(0.2) ? orderBy[0] : orderBy }),
    ...(isBackward ? { last: size } : random.chance(0.8) && { first: size }),
    ...(!isBackward && random.chance(0.15) && { offset: random.chance(0.1) ? 1_000 + random.below(50) : random.below(12) }),
    ...(random.chance(0.2) && { after: cursor() }),
    ...(random.chance(0.15) && { before: cursor() }),
    ...(random.chance(0.03) && { filter: null }),
    ...(resource.archivedBy && random.chance(0.3) && { archived: random.chance(0.7) }),
  }
}

function orderOf(world: World, resource: Resource): Record<string, Direction>[] {
  const { random } = world
  if (random.chance(0.4)) return []
  const columns = openColumns(world, resource).filter(({ kind }) => kind !== 'json')
  return random.some(columns, 1 + random.below(3)).map(({ name }) => ({ [name]: random.one(['asc', 'desc']) }))
}

/** A cursor at a row, or between rows: such a row may be gone, or never have been seen. */
function cursorIn({ random, rows, as }: World, resource: Resource, orderBy: Record<string, Direction>[]): string | undefined {
  const terms = termsOf(orderBy)
  const { model } = resource
  const row = random.maybeOne(rows.ofStore(model.name, as.storeId))
  const other = random.chance(0.25) ? random.maybeOne(rows.ofStore(model.name, as.storeId)) : undefined
  if (!row) return undefined
  const place = placeOf(rows, resource, terms, row)
  return cursorAt(terms, other ? [...place.slice(0, -1), ...placeOf(rows, resource, terms, other).slice(-1)] : place)
}
