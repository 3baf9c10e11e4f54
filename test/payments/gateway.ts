/** A gateway for tests: it keeps its books in memory, can be held up, and breaks where a test wants it to. */
import { setTimeout } from 'node:timers/promises'
import { type Charge, type ChargeRequest, type Gateway, GatewayUnclear } from '../../src/payments/gateway.ts'

export type Mood =
  | 'captures'
  | 'declines'
  /** Charges, and then the connection breaks. */
  | 'breaks after'
  /** The connection breaks before anything is charged. */
  | 'breaks before'
  /** Declines, and then the connection breaks. */
  | 'breaks after declining'

export class TestGateway implements Gateway {
  mood: Mood = 'captures'
  /** Every request to charge, in turn. */
  asked: ChargeRequest[] = []
  /** What was charged or declined, by reference. */
  readonly books = new Map<string, Charge>()
  /** Runs while a request is at the gateway. */
  meanwhile: (request: ChargeRequest) => Promise<void> = async () => {}

  async charge(request: ChargeRequest): Promise<Charge> {
    this.asked.push(request)
    await this.meanwhile(request)
    // Other requests have their turn, as they would while a network is waited for.
    await setTimeout(5)
    const { mood } = this
    if (mood === 'breaks before') throw new GatewayUnclear('The connection broke.')
    const gatewayReference = `test_${request.reference}`
    const isDeclined = mood === 'declines' || mood === 'breaks after declining'
    const charge: Charge = isDeclined
      ? { result: 'declined', gatewayReference, reason: 'No funds.' }
      : { result: 'captured', gatewayReference }
    this.books.set(request.reference, charge)
    if (mood !== 'captures' && mood !== 'declines') throw new GatewayUnclear('The connection broke.')
    return charge
  }

  async find(reference: string): Promise<Charge | undefined> {
    return this.books.get(reference)
  }

  /** Forgets everything and is well again. */
  reset(mood: Mood = 'captures'): void {
    this.mood = mood
    this.asked = []
    this.books.clear()
    this.meanwhile = async () => {}
  }
}
