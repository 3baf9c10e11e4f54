/**
 * How much graphql-js compares when it validates a document: whether fields of one name at one place can be one in the answer. It compares
 * each with each, and fragments that are spread side by side too; by what limits fields alone that takes it many times as long as all else.
 */
import { type DocumentNode, Kind, type SelectionNode } from 'graphql'
import { fragmentsOf } from '../read/collect.ts'

type Selections = readonly SelectionNode[]

/** A place of a document with what its fragments have, each of which is there once. */
type Place = {
  /** The fields of one name in the answer: how many, and what is selected of them. */
  fields: Map<string, { count: number; inside: SelectionNode[] }>
  fragments: Set<string>
}

/** In times of what two leaves take, as measured. */
const ofFieldsWithSelections = 16
const ofFragments = 20

/** Each with each of the others. */
const eachWithEach = (count: number): number => count * (count - 1)

/**
 * Whether a document takes more comparisons than some; none of its fragments spreads itself.
 *
 * Each look at a selection counts as one: whatever the document is, this ends after as many steps.
 */
export function takesMoreComparisons(document: DocumentNode, most: number): boolean {
  const fragments = fragmentsOf(document)
  let count = 0

  function gather(selections: Selections, place: Place, spread: (name: string) => void): void {
    for (const node of selections) {
      count += 1
      if (count > most) return
      if (node.kind === Kind.INLINE_FRAGMENT) gather(node.selectionSet.selections, place, spread)
      else if (node.kind === Kind.FRAGMENT_SPREAD) spread(node.name.value)
      else {
        const name = (node.alias ?? node.name).value
        const known = place.fields.get(name) ?? { count: 0, inside: [] }
        known.count += 1
        for (const each of node.selectionSet?.selections ?? []) known.inside.push(each)
        place.fields.set(name, known)
      }
    }
  }

  function compare(selections: Selections): void {
    const place: Place = { fields: new Map(), fragments: new Set() }
    const spread = (name: string) => {
      if (place.fragments.has(name)) return
      place.fragments.add(name)
      gather(fragments.get(name)?.selectionSet.selections ?? [], place, spread)
    }
    let within = 0
    gather(selections, place, (name) => {
      const before = place.fragments.size
      spread(name)
      within += eachWithEach(place.fragments.size - before)
    })
    // Those that one of the fragments spreads are compared with each other where it is defined.
    count += ofFragments * (eachWithEach(place.fragments.size) - within)
    for (const same of place.fields.values()) {
      count += eachWithEach(same.count) * (same.inside.length > 0 ? ofFieldsWithSelections : 1)
      if (count > most) return
      if (same.inside.length > 0) compare(same.inside)
    }
  }

  for (const definition of document.definitions) if ('selectionSet' in definition) compare(definition.selectionSet.selections)
  return count > most
}
