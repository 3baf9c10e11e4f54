/**
 * Plans the parts of a product: the tree that is held and the input in, row changes out. Pure, and of one product at a time; several may share
 * a plan, whose changes are then written together.
 *
 * A list that is left out stays; a list that is given is the whole list.
 */
import { type GivenList, type GivenPart, inside, type ListPath, type PartPlan, type Planned } from '../../records/part-kinds.ts'
import { itemsOf, planList, planLists, rowsOf } from '../../records/parts.ts'
import type { PartRow } from '../../records/row-changes.ts'
import { badInput } from '../../values/errors.ts'
import { each, together } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import { normalized } from '../../values/text-form.ts'
import { complete, differing } from '../../values/written-values.ts'
import { instanceKind, productLists } from './kinds.ts'
import { stockFields } from './part-fields.ts'
import { keepPrices, planInstancePrices, type TermIndex, termIndex } from './term-prices.ts'

/** Plans all parts of a product. @param held the product with its parts. */
export function planParts(held: PartRow, given: GivenPart, plan: PartPlan): void {
  const { variants = [], subscriptionTypes = [] } = planLists(productLists, { row: held, before: held, given, path: '' }, plan)
  const values = variants.flatMap(({ row: type, lists }) => (lists.values ?? []).map(({ row: value }) => ({ type, value })))
  const terms = termIndex(subscriptionTypes.flatMap(({ lists }) => lists.terms ?? []))
  planInstances(held, given, { values: valuesByName(values), terms }, plan)
}

type Value = { type: PartRow; value: PartRow }

type Choices = { values: ReadonlyMap<string, Value>; terms: TermIndex }

const valueName = (name: unknown, value: unknown): string => JSON.stringify([name, value])
/** The values by their names, in the spelling that is stored and in normal form. */
function valuesByName(values: readonly Value[]): ReadonlyMap<string, Value> {
  const named = values.map((each): [string, Value] => [valueName(each.type.name, each.value.value), each])
  return new Map([...named.map(([key, each]): [string, Value] => [normalized(key), each]), ...named])
}

function planInstances(held: PartRow, given: GivenPart, { values, terms }: Choices, plan: PartPlan): void {
  const rows = rowsOf(held, 'instances')
  const planned = planList(instanceKind, held.id, rows, ...instancesIn(rows, given), plan)
  each(planned, (part) =>
    together(
      () => planValues(part, values, plan),
      () => planInstancePrices(part, terms, plan),
      () => planStock(held.id, part, plan),
      () => planLists(instanceKind.lists ?? {}, part, plan),
    ),
  )
  const live = new Set(planned.map(({ before }) => before))
  for (const row of rows) if (!live.has(row)) keepPrices(row, terms, plan)
}

/** The instances that are given, in one list or in two, and the path of each. */
function instancesIn(rows: readonly PartRow[], given: GivenPart): [GivenList | null | undefined, ListPath] {
  const { giftinstances: gifts, instances: others } = given as Readonly<Record<string, GivenList | null | undefined>>
  if (gifts === undefined) return [others, 'instances']
  if (gifts === null || others === null) return [null, gifts === null ? 'giftinstances' : 'instances']
  const kept = rows.filter(({ gift }) => gift !== true).map(({ id, deleted }) => ({ id, ...(deleted === true && { deleted }) }))
  const first = (others ?? kept) as readonly GivenPart[]
  const gift = (gifts as readonly GivenPart[]).map((each) => ({ gift: true, ...each }))
  const pathOf = (index: number) => (index < first.length ? `instances[${index}]` : `giftinstances[${index - first.length}]`)
  return [[...first, ...gift], pathOf]
}

/** Plans the value that an instance has of each variant. */
function planValues(part: Planned, values: Choices['values'], { changes, check }: PartPlan): void {
  const { row, before, path } = part
  const asked = itemsOf(part, 'variants')
  if (asked === undefined) return
  const chosen = new Map<bigint, Value>()
  const known = rowsOf(before, 'variants')
  const kept = new Set<PartRow>()
  each(asked.entries(), ([index, { name, value, productVariantValueId: id }]) => {
    const at = `${inside(path, 'variants')}[${index}]`
    // A value that it has already stays, archived or not.
    const own = id == null ? undefined : known.find((each) => String(each.productVariantValueId) === String(id))
    if (own) check(ownValue, own, at)
    if (own) return void kept.add(own)
    const key = valueName(name, value)
    const found = id == null ? (values.get(key) ?? values.get(normalized(key))) : valueWithId(values, String(id))
    if (!found && id != null)
      throw badInput(say`${field(`${at}.productVariantValueId`)} must be a value of a variant of the product.`)
    if (!found) throw badInput(say`${field(`${at}.value`)} must be a value of a variant of the product, by the name of both.`)
    if (chosen.has(found.type.id)) throw badInput(say`${field(`${at}.name`)} names a variant that has a value already.`)
    check(
      ownValue,
      known.find(({ productVariantTypeId }) => productVariantTypeId === found.type.id),
      at,
    )
    chosen.set(found.type.id, found)
  })
  for (const row of known.filter((each) => !kept.has(each))) {
    const next = chosen.get(row.productVariantTypeId as bigint)
    if (next) changes.update(ownValue, row, { productVariantValueId: next.value.id })
    else changes.remove(ownValue, row)
    chosen.delete(row.productVariantTypeId as bigint)
  }
  for (const { type, value } of chosen.values()) {
    const ids = { productInstanceId: row.id, productVariantTypeId: type.id, productVariantValueId: value.id }
    changes.insert(ownValue, ids)
  }
}

const valueWithId = (values: Choices['values'], id: string): Value | undefined =>
  [...values.values()].find(({ value }) => String(value.id) === id)

const ownValue = 'ProductInstanceVariant'
/** Plans the stock record, which every instance has. */
function planStock(productId: bigint, { row, before, given, path }: Planned, { changes }: PartPlan): void {
  if (given.stock === null && before) throw badInput(say`${field(inside(path, 'stock'))} must not be null.`)
  if (given.stock === undefined && before) return
  const at = `${inside(path, 'stock')}.`
  const stock = (given.stock ?? {}) as object
  const known = before?.inventory as PartRow | null | undefined
  if (known) return void changes.update('ProductInventory', known, differing(stockFields, known, stock, undefined, at))
  // An instance that is given no stock is not tracked.
  const first = { confidence: 10, trackInventory: given.stock != null }
  const columns = complete(stockFields, { ...first, ...stock }, at)
  changes.insert('ProductInventory', { productId, productInstanceId: row.id, ...columns })
}
