/**
 * The gateway of a simulation: each card answers as it was made, now and then the line breaks, and refunds come out as they are to. It
 * refuses to give back more than was charged.
 */

import type { RefundAnswer, RefundRequest } from '../../src/payments/gateway.ts'
import { type Charge, type ChargeRequest, type Gateway, GatewayUnclear } from '../../src/payments/gateway.ts'
import { declaring } from '../payments/declaring.ts'
import type { Card } from './card.ts'
import { sum } from './money.ts'
import type { Script } from './refund.ts'

/** After so many charges the line breaks once. */
const breaksEvery = 41

type KnownRefund = { reference: string; charge: string; amount: number; script: Script; place: number; isLost: boolean }

export class CardGateway implements Gateway {
  readonly name = 'sandbox'
  readonly declares = declaring(0)
  /** A charge by hand is awaited: then the line holds. */
  isByHand = false
  /** How many were captured, and how much that came to. */
  captured = { count: 0, amount: 0 }
  /** The answers to the next refund. */
  script: Script = ['done']
  readonly #cards = new Map<string, Card>()
  readonly #asked = new Map<string, number>()
  readonly #books = new Map<string, Charge>()
  readonly #charged = new Map<string, number>()
  readonly #refunds = new Map<string, KnownRefund>()
  #unknown = 0

  /** How banks say that a card is not to be tried again, in turn. */
  get #forGood() {
    const says = [{ declineCode: 'lost_card' }, { advice: 'never' }, { networkAdvice: '03' }] as const
    return says[this.#books.size % says.length]
  }

  add(card: Card): void {
    this.#cards.set(card.token, card)
  }

  async charge({ token: stored, reference, amount }: ChargeRequest): Promise<Charge> {
    const token = stored ?? ''
    const before = this.#books.get(reference)
    if (before) return before
    const attempt = (this.#asked.get(token) ?? 0) + 1
    this.#asked.set(token, attempt)
    const answer = this.#cards.get(token)?.answer(attempt)
    if (!answer) throw new Error(`There is no card ${token}.`)
    const gatewayReference = `simulated_${reference}`
    const charge: Charge =
      answer === 'captured'
        ? { result: answer, gatewayReference }
        : { result: 'declined', gatewayReference, reason: 'No funds.', ...(answer === 'declined for good' && this.#forGood) }
    this.#books.set(reference, charge)
    if (answer === 'captured') {
      this.captured = { count: this.captured.count + 1, amount: this.captured.amount + Number(amount) }
      this.#charged.set(gatewayReference, Number(amount))
    }
    if (!this.isByHand && this.#books.size % breaksEvery === 0) throw new GatewayUnclear('The line broke.')
    return charge
  }

  async find(reference: string): Promise<Charge | undefined> {
    return this.#books.get(reference)
  }

  async refund({ reference, charge, amount }: RefundRequest): Promise<RefundAnswer> {
    const known = this.#refunds.get(reference)
    if (known) {
      known.isLost = false
      return this.#answer(known)
    }
    const { script } = this
    const isLost = script[0] === 'unknown' && this.#unknown++ % 2 === 0
    const refund = { reference, charge, amount: Number(amount), script, place: 0, isLost }
    this.#refunds.set(reference, refund)
    const left = (this.#charged.get(charge) ?? 0) - this.#given(charge)
    if (left < 0) throw new Error(`${-left} too much of ${charge} is to be given back.`)
    return this.#answer(refund)
  }

  async findRefund(reference: string): Promise<RefundAnswer | undefined> {
    const known = this.#refunds.get(reference)
    return known?.isLost === false ? this.#answer(known) : undefined
  }

  #answer({ reference, script, place }: KnownRefund): RefundAnswer {
    const result = script[place]
    if (result === undefined || result === 'unknown') throw new GatewayUnclear('The line broke.')
    const gatewayReference = `simulated_${reference}`
    return result === 'failed' ? { result, gatewayReference, reason: 'No account.' } : { result, gatewayReference }
  }

  /** The amount that was given back of a charge, or of all. */
  #given(of?: string): number {
    const live = [...this.#refunds.values()].filter(({ script, place }) => script[place] !== 'failed')
    return sum(live.map(({ charge, amount }) => (charge === of || !of ? amount : 0)))
  }

  /** Money that came in and was not given back, if no refund is under way. */
  get kept(): number {
    return this.captured.amount - this.#given()
  }

  /** The references of the refunds that have another answer to come. */
  get waitingRefunds(): string[] {
    const waiting = [...this.#refunds.values()].filter(({ script, place }) => place + 1 < script.length)
    return waiting.map(({ reference }) => reference)
  }

  /** Brings refunds to the next of their answers. */
  moveRefunds(references: readonly string[]): void {
    for (const reference of references) {
      const refund = this.#refunds.get(reference)
      if (refund) refund.place += 1
    }
  }
}
