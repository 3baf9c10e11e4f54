/** A card of a customer: how it answers goes by how often it was asked. */

export type Answers = (attempt: number) => 'captured' | 'declined'

export class Card {
  /** Of the payment method. */
  readonly id: number
  /** The gateway's name of it. */
  readonly token: string
  /** It declines whatever it is asked for. */
  isBlocked = false
  readonly #answers: Answers
  #asked = 0

  constructor(id: number, token: string, answers: Answers) {
    this.id = id
    this.token = token
    this.#answers = answers
  }

  /** Its answer to the attempt of that number. */
  answer(attempt: number): ReturnType<Answers> {
    return this.isBlocked ? 'declined' : this.#answers(attempt)
  }

  /** Asks for an amount; nothing is not asked for. */
  pays(amount: number): boolean {
    if (amount === 0) return true
    this.#asked += 1
    return this.answer(this.#asked) === 'captured'
  }
}
