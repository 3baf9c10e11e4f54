/** Plans the prices that a product, and each of its instances, has for its terms. Pure. */
import { type GivenPart, inside, type PartPlan, type Planned } from '../../records/part-kinds.ts'
import { itemsOf, rowsOf } from '../../records/parts.ts'
import type { PartRow } from '../../records/row-changes.ts'
import { badInput } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { normalized } from '../../values/text-form.ts'
import { checked, complete } from '../../values/written-values.ts'
import { instancePriceFields, pricesOfTerm } from './part-fields.ts'

/** The term in whose place a planned one is, if it is. */
const replacedBy = ({ row, before }: Planned): PartRow | undefined => (before && before.id !== row.id ? before : undefined)

/** Plans what a product costs for a term, once and as a gift; a term in the place of another has its prices. */
export function planTermPrices({ row, before, given, path }: Planned, { changes }: PartPlan, { id: productId }: PartRow): void {
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

/** The live terms of a product by their ids, also by those of terms that they replace, and by their names. */
export type TermIndex = {
  all: readonly Planned[]
  byId: ReadonlyMap<bigint, PartRow>
  byName: ReadonlyMap<string, readonly PartRow[]>
}

export function termIndex(terms: readonly Planned[]): TermIndex {
  const rows = terms.map(({ row }) => row)
  const old = terms.flatMap((term): [bigint, PartRow][] => {
    const replaced = replacedBy(term)
    return replaced ? [[replaced.id, term.row]] : []
  })
  const byId = new Map([...rows.map((row): [bigint, PartRow] => [row.id, row]), ...old])
  const byNormalName = Map.groupBy(rows, ({ name }) => normalized(String(name)))
  return { all: terms, byId, byName: new Map([...byNormalName, ...Map.groupBy(rows, ({ name }) => String(name))]) }
}

const ownPrice = 'ProductInstanceSubscriptionTypeTermPrice'

/** Plans the prices of its own that an instance has for terms; those for archived terms stay, for who subscribes still renews at them. */
export function planInstancePrices(part: Planned, terms: TermIndex, plan: PartPlan): void {
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
export function keepPrices(instance: PartRow | undefined, terms: TermIndex, { changes }: PartPlan): void {
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
