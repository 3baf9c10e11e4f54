/** Deals cards in an order of chance, all of them before any comes again. */
import type { Chance } from './chance.ts'

export class Deck<Card> {
  readonly #cards: readonly Card[]
  readonly #chance: Chance
  readonly #left: Card[] = []

  constructor(cards: readonly Card[], chance: Chance) {
    this.#cards = cards
    this.#chance = chance
  }

  /** Deals the next card that something is found for; the others stay. */
  deal<Found>(find: (card: Card) => Found | undefined): Found | undefined {
    let place = 0
    for (const most = this.#cards.length; place < this.#left.length || this.#left.length < most; place += 1) {
      if (place === this.#left.length) this.#shuffleIn()
      const found = find(this.#left[place] as Card)
      if (found === undefined) continue
      this.#left.splice(place, 1)
      return found
    }
    return undefined
  }

  #shuffleIn(): void {
    const cards = [...this.#cards]
    while (cards.length > 0) this.#left.push(...cards.splice(this.#chance.whole(0, cards.length - 1), 1))
  }
}
