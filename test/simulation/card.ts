/** A card of a customer: how it answers goes by how often it was asked. */

/** The bank's answer: it may forbid to try the card again. */
type Answer = 'captured' | 'declined' | 'declined for good'

export type Answers = (attempt: number) => Answer

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
  answer(attempt: number): Answer {
    return this.isBlocked ? 'declined' : this.#answers(attempt)
  }

  /** Asks for an amount; nothing is not asked for. */
  ask(amount: number): Answer {
    if (amount === 0) return 'captured'
    this.#asked += 1
    return this.answer(this.#asked)
  }

  pays = (amount: number): boolean => this.ask(amount) === 'captured'
}
