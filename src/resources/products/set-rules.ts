/**
 * Plans the parts of a product: the tree that is held and the input in, row changes out. Pure.
 *
 * A list that is left out stays; a list that is given is the whole list.
 */
import { badInput } from '../../values/errors.ts'
import { each, together } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { checked, complete, differing } from '../../values/written-values.ts'
import { imageKind, instanceKind, surveyFieldKind, surveyKind, termKind, typeKind, valueKind, variantKind } from './kinds.ts'
import { instancePriceFields, pricesOfTerm, stockFields } from './part-fields.ts'
import type { PartRow } from './row-changes.ts'
import { type GivenPart, type PartPlan, type Planned, planList } from './set-parts.ts'

/** A row with the rows that belong to it, by the names of the relations. */
type Tree = PartRow

const rowsOf = (row: GivenPart | undefined, relation: string): readonly PartRow[] => (row?.[relation] ?? []) as PartRow[]
const listOf = (given: GivenPart, name: string) => given[name] as readonly GivenPart[] | null | undefined
const isLive = (row: GivenPart): boolean => !row.archivedAt && row.deleted !== true

/** A term that instances may have a price for, and a value that they may be. */
type ChosenTerm = { row: PartRow }
type Value = { type: PartRow; value: PartRow }

/** Plans all parts of a product. @param held the product with its parts. */
export function planParts(held: Tree, given: GivenPart, plan: PartPlan): void {
  const [values, terms] = together(
    () => planVariants(held, given, plan),
    () => planTypes(held, given, plan),
    () => planImages(held.id, 'productId', rowsOf(held, 'images'), given, '', plan),
    () => planSurveys(held, given, plan),
  )
  planInstances(held, given, { values, terms }, plan)
}

function planVariants(held: Tree, given: GivenPart, plan: PartPlan): Value[] {
  const planned = planList(variantKind, held.id, rowsOf(held, 'variants'), listOf(given, 'variants'), 'variants', plan)
  const kept = () =>
    rowsOf(held, 'variants')
      .filter(isLive)
      .map((row): Planned => ({ row, before: row, given: {}, path: '' }))
  return each(planned ?? kept(), ({ row: type, before, given, path }) => {
    const values = planList(valueKind, type.id, rowsOf(before, 'values'), listOf(given, 'values'), `${path}.values`, plan)
    for (const value of values ?? [])
      planImages(value.row.id, 'productVariantValueId', rowsOf(value.before, 'images'), value.given, `${value.path}.`, plan)
    const live = values?.map(({ row }) => row) ?? rowsOf(before, 'values').filter(isLive)
    return live.map((value) => ({ type, value }))
  }).flat()
}

function planTypes(held: Tree, given: GivenPart, plan: PartPlan): ChosenTerm[] {
  const types = rowsOf(held, 'subscriptionTypes')
  const planned = planList(typeKind, held.id, types, listOf(given, 'subscriptionTypes'), 'subscriptionTypes', plan)
  if (!planned)
    return types.filter(isLive).flatMap((type) =>
      rowsOf(type, 'terms')
        .filter(isLive)
        .map((row) => ({ row })),
    )
  return each(planned, ({ row: type, before, given, path }) => {
    const terms = planList(termKind, type.id, rowsOf(before, 'terms'), listOf(given, 'terms'), `${path}.terms`, plan)
    if (!terms)
      return rowsOf(before, 'terms')
        .filter(isLive)
        .map((row) => ({ row }))
    each(terms, (term) => planTermPrices(held.id, term, plan))
    return terms.map(({ row }) => ({ row }))
  }).flat()
}

/** Plans what a product costs for a term, once and as a gift; a term in the place of another has its prices. */
function planTermPrices(productId: bigint, { row, before, given, path }: Planned, { changes }: PartPlan): void {
  const { price, giftPrice } = checked(pricesOfTerm, given as object, {}, `${path}.`)
  for (const [gift, asked] of [
    [false, price],
    [true, giftPrice],
  ] as const) {
    const known = rowsOf(before, 'termPrices').find((each) => each.gift === gift)
    const own = row.id === before?.id ? known : undefined
    const wanted = asked === undefined ? (known?.price as bigint | undefined) : asked
    if (own && wanted == null) changes.remove('ProductTermPrice', own)
    else if (own) changes.update('ProductTermPrice', own, { price: wanted })
    else if (wanted != null) changes.insert('ProductTermPrice', { productId, termId: row.id, price: wanted, gift })
  }
}

const planImages = (ownerId: bigint, parent: string, held: readonly PartRow[], given: GivenPart, at: string, plan: PartPlan) =>
  planList({ ...imageKind, parent }, ownerId, held, listOf(given, 'images'), `${at}images`, plan)

function planSurveys(held: Tree, given: GivenPart, plan: PartPlan): void {
  const planned = planList(surveyKind, held.id, rowsOf(held, 'surveys'), listOf(given, 'surveys'), 'surveys', plan)
  each(planned ?? [], ({ row, before, given, path }) =>
    planList(surveyFieldKind, row.id, rowsOf(before, 'fields'), listOf(given, 'fields'), `${path}.fields`, plan),
  )
}

type Choices = { values: readonly Value[]; terms: readonly ChosenTerm[] }

function planInstances(held: Tree, given: GivenPart, choices: Choices, plan: PartPlan): void {
  const rows = rowsOf(held, 'instances')
  const planned = planList(instanceKind, held.id, rows, listOf(given, 'instances'), 'instances', plan)
  each(planned ?? [], (part) =>
    together(
      () => planValues(part, choices.values, plan),
      () => planInstancePrices(part, choices.terms, plan),
      () => planStock(held.id, part, plan),
      () => planImages(part.row.id, 'productInstanceId', rowsOf(part.before, 'images'), part.given, `${part.path}.`, plan),
    ),
  )
}

/** Plans the value that an instance has of each variant. */
function planValues({ row, before, given, path }: Planned, values: readonly Value[], { changes }: PartPlan): void {
  const asked = listOf(given, 'variants')
  if (asked === undefined) return
  if (asked === null) throw badInput(say`${field(`${path}.variants`)} must be a list, not null.`)
  const chosen = new Map<bigint, Value>()
  each(asked.entries(), ([index, { name, value }]) => {
    const at = `${path}.variants[${index}]`
    const found = values.find((each) => each.type.name === name && each.value.value === value)
    if (!found) throw badInput(say`${field(`${at}.value`)} must be a value of a variant of the product, by the name of both.`)
    if (chosen.has(found.type.id)) throw badInput(say`${field(`${at}.name`)} names a variant that has a value already.`)
    chosen.set(found.type.id, found)
  })
  for (const known of rowsOf(before, 'variants')) {
    const next = chosen.get(known.productVariantTypeId as bigint)
    if (next) changes.update('ProductInstanceVariant', known, { productVariantValueId: next.value.id })
    else changes.remove('ProductInstanceVariant', known)
    chosen.delete(known.productVariantTypeId as bigint)
  }
  for (const { type, value } of chosen.values()) {
    const ids = { productInstanceId: row.id, productVariantTypeId: type.id, productVariantValueId: value.id }
    changes.insert('ProductInstanceVariant', ids)
  }
}

/** Plans the prices of its own that an instance has for terms. */
function planInstancePrices({ row, before, given, path }: Planned, terms: readonly ChosenTerm[], { changes }: PartPlan): void {
  const asked = listOf(given, 'termPrices')
  if (asked === undefined) return
  if (asked === null) throw badInput(say`${field(`${path}.termPrices`)} must be a list, not null.`)
  const model = 'ProductInstanceSubscriptionTypeTermPrice'
  const left = new Map(rowsOf(before, 'termPrices').map((each) => [each.termId, each]))
  const priced = new Set<bigint>()
  each(asked.entries(), ([index, item]) => {
    const at = `${path}.termPrices[${index}]`
    const term = termOf(item, terms, at)
    if (priced.has(term.id)) throw badInput(say`${field(at)} is a second price for the term.`)
    priced.add(term.id)
    const { price } = complete(instancePriceFields, item as object, `${at}.`)
    const known = left.get(term.id)
    left.delete(term.id)
    if (known) changes.update(model, known, { price })
    else changes.insert(model, { productInstanceId: row.id, termId: term.id, price })
  })
  for (const known of left.values()) changes.remove(model, known)
}

/** The term of the product that an item names by its id, or by its name and cycles. */
function termOf({ termId, name, numCycles }: GivenPart, terms: readonly ChosenTerm[], at: string): PartRow {
  const id = termId == null ? undefined : readId(field(`${at}.termId`), String(termId))
  const isMeant = ({ row }: ChosenTerm) =>
    id === undefined ? row.name === name && (numCycles == null || row.numCycles === numCycles) : row.id === id
  const found = terms.filter(isMeant)
  if (found[0] && found.length === 1) return found[0].row
  const place = field(`${at}.${id === undefined ? 'name' : 'termId'}`)
  throw badInput(
    found.length > 1
      ? say`${place} fits several terms of the product; ${field('numCycles')} chooses one.`
      : say`${place} must name a term of the product.`,
  )
}

/** Plans the stock record, which every instance has. */
function planStock(productId: bigint, { row, before, given, path }: Planned, { changes }: PartPlan): void {
  const at = `${path}.stock.`
  const stock = (given.stock ?? {}) as object
  const known = before?.inventory as PartRow | null | undefined
  if (known) return void changes.update('ProductInventory', known, differing(stockFields, known, stock, undefined, at))
  // An instance that nobody counts is not tracked.
  const first = { confidence: 10, trackInventory: given.stock != null }
  const columns = complete(stockFields, { ...first, ...stock }, at)
  changes.insert('ProductInventory', { productId, productInstanceId: row.id, ...columns })
}
