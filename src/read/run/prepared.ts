/**
 * The cache of prepared requests: the statements and the cost of a query, for requests that differ only in the values that are bound.
 *
 * Its key is the plan, what shapes it of the viewer and the settings, the shape of the variables, and the values that were asked for.
 * Prepared is data without functions, made from placeholders: it cannot refer to the request that it was made for.
 */
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import {
  BoundParameter,
  type BoundValue,
  type Demand,
  nameOf,
  Placeholder,
  Preparation,
  preparedCharacters,
} from '../filter/placeholder.ts'
import type { Shaped, StatementInput, Values } from '../request.ts'

/** Maximum bytes of all that is prepared, and of what one store adds to it. */
const preparedBytes = 33_554_432
const storesShare = 1 / 4

/** Maximum characters of all names and marks, and maximum values, in the variables of a request that is prepared. */
const shapeCharacters = 8_192
const shapeValues = 200
const shapeLevels = 16

/** A part that is prepared for a key; of a shape, the values that its key is followed by, and how many requests in a row found nothing. */
type KeptPart = { demands: readonly Demand[]; made?: object | undefined; misses: number }

/** Requests of a shape in a row that find nothing prepared, after which few are prepared: each has another pattern, or is refused. */
const maxMisses = 32
const isHopeless = (misses: number): boolean => misses > maxMisses && misses % maxMisses > 0

/** The bytes that a store has added, and the keys of these, in order. */
type Share = { bytes: number; keys: Map<string, number> }

export class PreparedCache {
  private readonly shares = new Map<bigint, Share>()
  private readonly owners = new Map<string, bigint>()
  private readonly kept: LRUCache<string, KeptPart>

  constructor(maxSize = preparedBytes) {
    this.kept = new LRUCache<string, KeptPart>({
      maxSize,
      maxEntrySize: maxSize * storesShare,
      sizeCalculation: (kept, key) => weightOf(kept) + 2 * weightOf(key),
      dispose: (_kept, key) => this.release(key),
    })
  }

  get(key: string): KeptPart | undefined {
    return this.kept.get(key)
  }

  /** Adds an entry; the oldest entries of its store give way where they would be more than a quarter. */
  set(key: string, kept: KeptPart, storeId: bigint): void {
    this.kept.delete(key)
    const bytes = weightOf(kept) + 2 * weightOf(key)
    const most = this.kept.maxSize * storesShare
    if (bytes > most) return
    const share = this.shares.get(storeId) ?? { bytes: 0, keys: new Map() }
    for (const old of share.keys.keys()) {
      if (share.bytes + bytes <= most) break
      this.kept.delete(old)
    }
    this.shares.set(storeId, share)
    this.owners.set(key, storeId)
    share.keys.set(key, bytes)
    share.bytes += bytes
    this.kept.set(key, kept)
  }

  private release(key: string): void {
    const storeId = this.owners.get(key)
    const share = storeId !== undefined && this.shares.get(storeId)
    if (!share) return
    this.owners.delete(key)
    share.bytes -= share.keys.get(key) ?? 0
    share.keys.delete(key)
    if (share.keys.size === 0) this.shares.delete(storeId)
  }

  /** All that is cached. */
  entries(): Iterable<readonly [key: string, kept: KeptPart]> {
    return this.kept.entries() as Iterable<readonly [string, KeptPart]>
  }
}

const bytesOfObject = 48

/** The bytes of cached data: two of each character, however long it is. */
function weightOf(data: unknown): number {
  if (typeof data === 'string') return bytesOfObject + 2 * data.length
  if (typeof data !== 'object' || data === null) return 8
  return Object.values(data).reduce((sum: number, each) => sum + weightOf(each), bytesOfObject)
}

export const preparedRequests = new PreparedCache()

/** The shape of some variables, and the values that it leaves open. */
type VariablesShape = { key: string; values: unknown[] }

/** The mark of a value whose type alone is a part of the shape. */
const marks: Readonly<Record<string, string>> = { string: 's', number: 'd', bigint: 'b' }

/**
 * The shape of variables: names, lengths of lists, null, true and false, and the types of all other values.
 *
 * @returns undefined for variables that are long or nest deep.
 */
export function shapeOf(variables: Values): VariablesShape | undefined {
  const shape: VariablesShape = { key: '', values: [] }
  const walk = (value: unknown, level: number): boolean => {
    if (level > shapeLevels || shape.key.length > shapeCharacters || shape.values.length > shapeValues) return false
    if (value === null || typeof value === 'boolean') shape.key += value
    else if (value === undefined) shape.key += '_'
    else if (Array.isArray(value)) {
      shape.key += '['
      if (!value.every((each) => walk(each, level + 1))) return false
      shape.key += ']'
    } else if (typeof value === 'object' && !(value instanceof Date)) {
      shape.key += '{'
      for (const name of Object.keys(value)) {
        shape.key += JSON.stringify(name)
        if (!walk((value as Values)[name], level + 1)) return false
      }
      shape.key += '}'
    } else {
      if (typeof value === 'string' && value.length > preparedCharacters) return false
      shape.key += marks[typeof value] ?? 't'
      shape.values.push(value)
    }
    return true
  }
  return walk(variables, 0) ? shape : undefined
}

/** Variables with a placeholder for each open value, in the order of their shape. */
function placeholdersIn(value: unknown, next: () => Placeholder): unknown {
  if (value == null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((each) => placeholdersIn(each, next))
  if (typeof value !== 'object' || value instanceof Date) return next()
  const made: Values = Object.create(null)
  for (const name of Object.keys(value)) made[name] = placeholdersIn((value as Values)[name], next)
  return made
}

/** A plan by its number, from its second run on: many documents are run once. */
export type PreparedPlan = { preparedNumber?: number }

let nextNumber = 0

/** The values of a request before those of its variables: its store, the id of its own rows, its currency, its time zone, its time. */
const ofRequest = 5

/** The id by which a viewer's own rows are found. */
const ownId = (viewer: Viewer): bigint | undefined =>
  viewer.role === 'customer' ? viewer.customerId : viewer.role === 'visitor' ? viewer.cartId : undefined

/** Whether a viewer has no rows of its own, and the id of none. */
const isWithout = (viewer: Viewer): boolean => viewer.role === 'visitor' && viewer.cartId === 0n

/** A request by its shape and its values. */
export class ShapedRequest implements Shaped {
  private readonly key: string
  private readonly values: readonly unknown[]
  private readonly variables: Values
  private readonly context: Context
  private placeholders: { preparation: Preparation; request: StatementInput } | undefined

  private constructor(key: string, values: readonly unknown[], variables: Values, context: Context) {
    this.key = key
    this.values = values
    this.variables = variables
    this.context = context
  }

  /** @returns undefined for a request that is not prepared: one that is long, or the first of its plan. */
  static of(plan: PreparedPlan, variables: Values, context: Context): ShapedRequest | undefined {
    const { viewer, limits, now } = context
    const { preparedNumber } = plan
    if (preparedNumber === undefined) {
      plan.preparedNumber = nextNumber++
      return undefined
    }
    const shape = 'storeId' in viewer && shapeOf(variables)
    if (!shape) return undefined
    const { role, storeId, currency, timeZone } = viewer
    const access = role === 'merchant' ? `${role} ${viewer.scopes.join(' ')}` : isWithout(viewer) ? `${role} without` : role
    const values = [storeId, ownId(viewer), currency, timeZone, now, ...shape.values]
    return new ShapedRequest(`${preparedNumber} ${access} ${limits.answer} ${shape.key}`, values, variables, context)
  }

  part<Made extends object>(name: string | number, make: (request: StatementInput) => Made): Made | undefined {
    const key = `${name} ${this.key}`
    const known = preparedRequests.get(key)
    if (!known) return this.prepare(key, [], 0, make)
    const { made } = known.demands.length === 0 ? known : (preparedRequests.get(this.keyWith(key, known.demands)) ?? {})
    known.misses = made ? 0 : known.misses + 1
    if (made) return made as Made
    return isHopeless(known.misses) ? undefined : this.prepare(key, known.demands, known.misses, make)
  }

  fill(values: readonly BoundValue[]): BoundValue[] {
    const textOf = (each: string | null | BoundParameter) => (each instanceof BoundParameter ? each.textFrom(this.values) : each)
    return values.map((value) => (Array.isArray(value) ? value.map(textOf) : textOf(value)))
  }

  /** The text at a place among the values. */
  textAt(at: number): string {
    return String(this.values[at])
  }

  private keyWith(key: string, demands: readonly Demand[]): string {
    const keys = demands.map(({ at, form }) => {
      const value = this.values[at]
      return form ? (form.keyOf(value) ?? null) : typeof value === 'bigint' ? String(value) : value
    })
    return `${key}\n${JSON.stringify(keys)}`
  }

  private prepare<Made extends object>(
    key: string,
    before: readonly Demand[],
    misses: number,
    make: (request: StatementInput) => Made,
  ): Made | undefined {
    this.placeholders ??= this.withPlaceholders()
    const { preparation, request } = this.placeholders
    preparation.demands = new Map(before.map((demand) => [nameOf(demand), demand]))
    let made: Made | undefined
    try {
      made = make({ ...request, lists: [] })
    } catch {
      // The values themselves say what is wrong.
    }
    if (preparation.isBroken) made = undefined
    const { storeId } = this.context.viewer as StatementInput['viewer']
    const demands = made ? [...preparation.demands.values()] : before
    const isOfShape = demands.length === 0
    if (isOfShape || demands.length > before.length || misses === 0)
      preparedRequests.set(key, { demands, made: isOfShape ? made : undefined, misses }, storeId)
    if (made && !isOfShape) preparedRequests.set(this.keyWith(key, demands), { demands: [], made, misses: 0 }, storeId)
    return made
  }

  private withPlaceholders(): { preparation: Preparation; request: StatementInput } {
    const preparation = new Preparation(this.values)
    let at = ofRequest
    const variables = placeholdersIn(this.variables, () => new Placeholder(at++, preparation)) as Values
    const [storeId, ownId, currency, timeZone, now] = [0, 1, 2, 3, 4].map((place) => new Placeholder(place, preparation))
    const { viewer, limits } = this.context
    const { role } = viewer
    const known = {
      ...{ role, storeId, currency, timeZone },
      ...(role === 'merchant' && { scopes: viewer.scopes }),
      ...(role === 'customer' && { customerId: ownId }),
      ...(role === 'visitor' && { cartId: isWithout(viewer) ? 0n : ownId }),
    }
    const context = { limits: preparation.guarded({ answer: limits.answer }), now }
    const request = { viewer: preparation.guarded(known), variables, made: new Map(), context: preparation.guarded(context) }
    return { preparation, request: request as unknown as StatementInput }
  }
}
