/** The gateway of a simulation: each card answers as its subscription's beginning says, and now and then the line breaks. */
import { type Charge, type ChargeRequest, type Gateway, GatewayUnclear, type RefundRequest } from '../../src/payments/gateway.ts'
import type { Beginning } from './story.ts'

/** After so many charges the line breaks once. */
const breaksEvery = 41

export class CardGateway implements Gateway {
  readonly chargeableSeconds = 86_400
  readonly reversibleSeconds = 0
  /** A charge by hand is awaited: then the line holds. */
  isByHand = false
  /** How many were captured, and how much that came to. */
  captured = { count: 0, amount: 0 }
  readonly #cards = new Map<string, Beginning['answers']>()
  readonly #asked = new Map<string, number>()
  readonly #books = new Map<string, Charge>()

  add(token: string, answers: Beginning['answers']): void {
    this.#cards.set(token, answers)
  }

  async charge({ token, reference, amount }: ChargeRequest): Promise<Charge> {
    const before = this.#books.get(reference)
    if (before) return before
    const attempt = (this.#asked.get(token) ?? 0) + 1
    this.#asked.set(token, attempt)
    const result = this.#cards.get(token)?.(attempt)
    if (!result) throw new Error(`There is no card ${token}.`)
    const gatewayReference = `simulated_${reference}`
    const charge: Charge =
      result === 'captured' ? { result, gatewayReference } : { result, gatewayReference, reason: 'No funds.' }
    this.#books.set(reference, charge)
    if (result === 'captured') this.captured = { count: this.captured.count + 1, amount: this.captured.amount + Number(amount) }
    if (!this.isByHand && this.#books.size % breaksEvery === 0) throw new GatewayUnclear('The line broke.')
    return charge
  }

  async find(reference: string): Promise<Charge | undefined> {
    return this.#books.get(reference)
  }

  async refund({ charge }: RefundRequest): Promise<never> {
    throw new Error(`${charge} is to be given back, though nothing was charged in vain.`)
  }

  async findRefund(): Promise<undefined> {}
}
