/** A gateway for tests: it keeps its books in memory, can be held up, and breaks where a test wants it to. */
import { setTimeout } from 'node:timers/promises'
import { type Charge, type ChargeRequest, type Gateway, GatewayUnclear } from '../../src/payments/gateway.ts'
import { outOfSight } from '../support/every-statement.ts'

export type Mood =
  | 'captures'
  | 'declines'
  /** Charges, and then the connection breaks. */
  | 'breaks after'
  /** The connection breaks before anything is charged. */
  | 'breaks before'
  /** Declines, and then the connection breaks. */
  | 'breaks after declining'
  /** Gives back what it is asked to, and then the connection breaks. */
  | 'breaks after refunding'

export class TestGateway implements Gateway {
  mood: Mood = 'captures'
  /** Every request to charge, in turn. */
  asked: ChargeRequest[] = []
  /** The charges and declines, by reference. */
  readonly books = new Map<string, Charge>()
  /** The refunds, and how often each was asked for, by reference. */
  readonly refunds = new Map<string, number>()
  readonly chargeableSeconds = 86_400
  /** Runs while a request is on its way to the gateway. */
  meanwhile: (request: ChargeRequest) => Promise<void> = async () => {}
  /** Runs while the answer is on its way back. */
  afterwards: () => Promise<void> = async () => {}
  /** How often it was asked what became of a charge. */
  looks = 0
  /** Runs while it is asked that. */
  looking: () => Promise<void> = async () => {}

  async charge(request: ChargeRequest): Promise<Charge> {
    this.asked.push(request)
    await outOfSight(() => this.meanwhile(request))
    // Other requests have their turn, as they would while a network is waited for.
    await setTimeout(5)
    const { mood } = this
    const before = this.books.get(request.reference)
    if (before) return before
    if (mood === 'breaks before') throw new GatewayUnclear('The connection broke.')
    const gatewayReference = `test_${request.reference}`
    const isDeclined = mood === 'declines' || mood === 'breaks after declining'
    const charge: Charge = isDeclined
      ? { result: 'declined', gatewayReference, reason: 'No funds.' }
      : { result: 'captured', gatewayReference }
    this.books.set(request.reference, charge)
    await outOfSight(() => this.afterwards())
    if (mood === 'breaks after' || mood === 'breaks after declining') throw new GatewayUnclear('The connection broke.')
    return charge
  }

  async find(reference: string): Promise<Charge | undefined> {
    this.looks += 1
    await outOfSight(() => this.looking())
    return this.books.get(reference)
  }

  async refund(reference: string): Promise<void> {
    if (this.books.get(reference)?.result !== 'captured') throw new Error(`${reference} was never charged.`)
    this.refunds.set(reference, (this.refunds.get(reference) ?? 0) + 1)
    if (this.mood === 'breaks after refunding') throw new GatewayUnclear('The connection broke.')
  }

  /** Forgets everything and is well again. */
  reset(mood: Mood = 'captures'): void {
    this.mood = mood
    this.asked = []
    this.books.clear()
    this.refunds.clear()
    this.meanwhile = async () => {}
    this.afterwards = async () => {}
    this.looks = 0
    this.looking = async () => {}
  }
}
