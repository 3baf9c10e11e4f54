/**
 * Plans the parts of a product: the tree that is held and the input in, row changes out. Pure, and of one product at a time; several may share
 * a plan, whose changes are then written together.
 *
 * A list that is left out stays; a list that is given is the whole list.
 */
import { badInput } from '../../values/errors.ts'
import { each, together } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { normalized } from '../../values/text-form.ts'
import { checked, complete, differing } from '../../values/written-values.ts'
import { imageKind, instanceKind, surveyFieldKind, surveyKind, termKind, typeKind, valueKind, variantKind } from './kinds.ts'
import { instancePriceFields, pricesOfTerm, stockFields } from './part-fields.ts'
import type { PartRow } from './row-changes.ts'
import { type GivenList, type GivenPart, inside, type ListPath, type PartPlan, type Planned, planList } from './set-parts.ts'

/** A row with the rows that belong to it, by the names of the relations. */
type Tree = PartRow

const rowsOf = (row: GivenPart | undefined, relation: string): readonly PartRow[] => (row?.[relation] ?? []) as PartRow[]
const listOf = (given: GivenPart, name: string) => given[name] as GivenList | null | undefined

/** A list of a part whose items are no parts themselves; undefined where it is left out. */
function itemsOf({ given, path }: Planned, name: string): readonly GivenPart[] | undefined {
  const items = given[name] as readonly GivenPart[] | null | undefined
  if (items === null) throw badInput(say`${field(inside(path, name))} must be a list, not null.`)
  return items
}

/** Plans all parts of a product. @param held the product with its parts. */
export function planParts(held: Tree, given: GivenPart, plan: PartPlan): void {
  const [values, terms] = together(
    () => planVariants(held, given, plan),
    () => planTypes(held, given, plan),
    () => planImages(held.id, 'productId', rowsOf(held, 'images'), given, '', plan),
    () => planSurveys(held, given, plan),
  )
  planInstances(held, given, { values: valuesByName(values), terms: termIndex(terms) }, plan)
}

type Value = { type: PartRow; value: PartRow }

/** Plans the variants. @returns the values that instances may have. */
function planVariants(held: Tree, given: GivenPart, plan: PartPlan): Value[] {
  const planned = planList(variantKind, held.id, rowsOf(held, 'variants'), listOf(given, 'variants'), 'variants', plan)
  return each(planned, ({ row: type, before, given, path }) => {
    const at = inside(path, 'values')
    const values = planList(valueKind, type.id, rowsOf(before, 'values'), listOf(given, 'values'), at, plan)
    for (const value of values)
      planImages(value.row.id, 'productVariantValueId', rowsOf(value.before, 'images'), value.given, value.path, plan)
    return values.map(({ row: value }) => ({ type, value }))
  }).flat()
}

/** Plans the kinds of subscription. @returns the terms that instances may have a price for. */
function planTypes(held: Tree, given: GivenPart, plan: PartPlan): Planned[] {
  const types = rowsOf(held, 'subscriptionTypes')
  const planned = planList(typeKind, held.id, types, listOf(given, 'subscriptionTypes'), 'subscriptionTypes', plan)
  return each(planned, ({ row: type, before, given, path }) => {
    const at = inside(path, 'terms')
    const terms = planList(termKind, type.id, rowsOf(before, 'terms'), listOf(given, 'terms'), at, plan)
    each(terms, (term) => planTermPrices(held.id, term, plan))
    return terms
  }).flat()
}

/** The term in whose place a planned one is, if it is. */
const replacedBy = ({ row, before }: Planned): PartRow | undefined => (before && before.id !== row.id ? before : undefined)

/** Plans what a product costs for a term, once and as a gift; a term in the place of another has its prices. */
function planTermPrices(productId: bigint, { row, before, given, path }: Planned, { changes }: PartPlan): void {
  const { price, giftPrice } = checked(pricesOfTerm, given as object, {}, inside(path, ''))
  const prices = rowsOf(before, 'termPrices').filter((each) => each.productId === productId)
  for (const [gift, asked] of [
    [false, price],
    [true, giftPrice],
  ] as const) {
    const known = prices.find((each) => each.gift === gift)
    const own = row.id === before?.id ? known : undefined
    const wanted = asked === undefined ? (known?.price as bigint | undefined) : asked
    if (own && wanted == null) changes.remove('ProductTermPrice', own)
    else if (own) changes.update('ProductTermPrice', own, { price: wanted })
    else if (wanted != null) changes.insert('ProductTermPrice', { productId, termId: row.id, price: wanted, gift })
  }
}

const planImages = (ownerId: bigint, parent: string, held: readonly PartRow[], given: GivenPart, path: string, plan: PartPlan) =>
  planList({ ...imageKind, parent }, ownerId, held, listOf(given, 'images'), inside(path, 'images'), plan)

function planSurveys(held: Tree, given: GivenPart, plan: PartPlan): void {
  const planned = planList(surveyKind, held.id, rowsOf(held, 'surveys'), listOf(given, 'surveys'), 'surveys', plan)
  each(planned, ({ row, before, given, path }) =>
    planList(surveyFieldKind, row.id, rowsOf(before, 'fields'), listOf(given, 'fields'), inside(path, 'fields'), plan),
  )
}

/** The live terms of a product by their ids, also by those of terms that they replace, and by their names. */
type TermIndex = { all: readonly Planned[]; byId: ReadonlyMap<bigint, PartRow>; byName: ReadonlyMap<string, readonly PartRow[]> }

function termIndex(terms: readonly Planned[]): TermIndex {
  const rows = terms.map(({ row }) => row)
  const old = terms.flatMap((term): [bigint, PartRow][] => {
    const replaced = replacedBy(term)
    return replaced ? [[replaced.id, term.row]] : []
  })
  const byId = new Map([...rows.map((row): [bigint, PartRow] => [row.id, row]), ...old])
  const byNormalName = Map.groupBy(rows, ({ name }) => normalized(String(name)))
  return { all: terms, byId, byName: new Map([...byNormalName, ...Map.groupBy(rows, ({ name }) => String(name))]) }
}

type Choices = { values: ReadonlyMap<string, Value>; terms: TermIndex }

const valueName = (name: unknown, value: unknown): string => JSON.stringify([name, value])
/** The values by their names, in the spelling that is stored and in normal form. */
function valuesByName(values: readonly Value[]): ReadonlyMap<string, Value> {
  const named = values.map((each): [string, Value] => [valueName(each.type.name, each.value.value), each])
  return new Map([...named.map(([key, each]): [string, Value] => [normalized(key), each]), ...named])
}

function planInstances(held: Tree, given: GivenPart, { values, terms }: Choices, plan: PartPlan): void {
  const rows = rowsOf(held, 'instances')
  const planned = planList(instanceKind, held.id, rows, ...instancesIn(rows, given), plan)
  each(planned, (part) =>
    together(
      () => planValues(part, values, plan),
      () => planInstancePrices(part, terms, plan),
      () => planStock(held.id, part, plan),
      () => planImages(part.row.id, 'productInstanceId', rowsOf(part.before, 'images'), part.given, part.path, plan),
    ),
  )
  const live = new Set(planned.map(({ before }) => before))
  for (const row of rows) if (!live.has(row)) keepPrices(row, terms, plan)
}

/** The instances that are given, in one list or in two, and the path of each. */
function instancesIn(rows: readonly PartRow[], given: GivenPart): [GivenList | null | undefined, ListPath] {
  const gifts = listOf(given, 'giftinstances')
  const others = listOf(given, 'instances')
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
const ownPrice = 'ProductInstanceSubscriptionTypeTermPrice'

/** Plans the prices of its own that an instance has for terms; those for archived terms stay, for who subscribes still renews at them. */
function planInstancePrices(part: Planned, terms: TermIndex, plan: PartPlan): void {
  const { row, before, path } = part
  const asked = itemsOf(part, 'termPrices')
  if (asked === undefined) {
    keepPrices(before, terms, plan)
    return
  }
  const { changes, check } = plan
  const known = new Map(rowsOf(before, 'termPrices').map((each) => [each.termId, each]))
  const priced = new Set<unknown>()
  each(asked.entries(), ([index, item]) => {
    const at = `${inside(path, 'termPrices')}[${index}]`
    const { price } = complete(instancePriceFields, item as object, `${at}.`)
    const named = rowsOf(before, 'termPrices').find(({ termId }) => String(termId) === String(item.termId))
    const isOfArchived = named && named.price === price && !terms.byId.has(named.termId as bigint)
    const term = isOfArchived ? { id: named.termId } : termOf(item, terms, at)
    check(ownPrice, named ?? known.get(term.id), at)
    if (priced.has(term.id)) throw badInput(say`${field(at)} is a second price for the term.`)
    priced.add(term.id)
    const own = known.get(term.id)
    if (own) changes.update(ownPrice, own, { price })
    else changes.insert(ownPrice, { productInstanceId: row.id, termId: term.id, price })
  })
  for (const { row: term } of terms.all) {
    const left = priced.has(term.id) ? undefined : known.get(term.id)
    if (left) changes.remove(ownPrice, left)
  }
}

/** Gives an instance the price that it has for a term for the one in its place as well. */
function keepPrices(instance: PartRow | undefined, terms: TermIndex, { changes }: PartPlan): void {
  const replacing = terms.all.filter(replacedBy)
  if (!instance || replacing.length === 0) return
  const known = new Map(rowsOf(instance, 'termPrices').map((each) => [each.termId, each]))
  for (const term of replacing) {
    const old = known.get(replacedBy(term)?.id)
    if (old) changes.insert(ownPrice, { productInstanceId: instance.id, termId: term.row.id, price: old.price })
  }
}

/** The term of the product that an item names by its id, or by its name and cycles. */
function termOf({ termId, name, numCycles }: GivenPart, terms: TermIndex, at: string): PartRow {
  const id = termId == null ? undefined : readId(field(`${at}.termId`), String(termId))
  const named = terms.byName.get(String(name)) ?? terms.byName.get(normalized(String(name)))
  const known = id === undefined ? named : [terms.byId.get(id)]
  const found = known?.filter((row) => row && (id !== undefined || numCycles == null || row.numCycles === numCycles)) ?? []
  if (found[0] && found.length === 1) return found[0]
  const place = field(`${at}.${id === undefined ? 'name' : 'termId'}`)
  throw badInput(
    found.length > 1
      ? say`${place} fits several terms of the product; ${field('numCycles')} chooses one.`
      : say`${place} must name a term of the product.`,
  )
}

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
