/** A gateway for tests: it keeps its books in memory, can be held up, and breaks where a test wants it to. */
import { setTimeout } from 'node:timers/promises'
import {
  type Charge,
  type ChargeRequest,
  type Gateway,
  type GatewaySetups,
  GatewayUnclear,
  type RefundAnswer,
  type RefundRequest,
} from '../../src/payments/gateway.ts'
import { outOfSight } from '../support/every-statement.ts'
import { declaring } from './declaring.ts'

export type Mood =
  | 'captures'
  | 'declines'
  /** Charges, and then the connection breaks. */
  | 'breaks after'
  /** The connection breaks before anything is charged. */
  | 'breaks before'
  /** Declines, and then the connection breaks. */
  | 'breaks after declining'

/** The answer to a request to refund; the connection may break before it, or behind it. */
export type RefundMood = RefundAnswer['result'] | 'breaks before' | 'breaks after'

/** Pages for cards, each of which is finished at once. */
export const finishedPages: GatewaySetups = {
  createCustomer: async ({ customerId }) => `customer_${customerId}`,
  create: async ({ returnUrl }, gatewayCustomer) => ({ id: gatewayCustomer, actionUrl: returnUrl, clientSecret: null }),
  find: async (_storeId, gatewayCustomer) => ({
    ...{ result: 'done', token: 'tok_succeed', gatewayCustomer },
    ...{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099 },
  }),
}

export class TestGateway implements Gateway {
  readonly name: string
  mood: Mood = 'captures'
  /** Every request to charge, in turn. */
  asked: ChargeRequest[] = []
  /** The charges and declines, by reference. */
  readonly books = new Map<string, Charge>()
  /** How often each charge was asked to be refunded, by its reference. */
  readonly refunds = new Map<string, number>()
  refundMood: RefundMood = 'done'
  /** Every request to refund, in turn. */
  refundRequests: RefundRequest[] = []
  /** The refunds with their amounts, by their own references. */
  readonly refundBooks = new Map<string, RefundAnswer & { charge: string; amount: bigint }>()
  declares = declaring(30 * 86_400)
  /** Runs while a request to refund is on its way to the gateway. */
  beforeRefund: () => Promise<void> = async () => {}
  /** Runs while the answer is on its way back. */
  afterRefund: () => Promise<void> = async () => {}
  /** Runs while a request is on its way to the gateway. */
  meanwhile: (request: ChargeRequest) => Promise<void> = async () => {}
  /** Runs while the answer is on its way back. */
  afterwards: () => Promise<void> = async () => {}
  /** How often it was asked what became of a charge. */
  looks = 0
  /** Runs while it is asked that. */
  looking: () => Promise<void> = async () => {}

  /** @param name that of the rows that have no other. */
  constructor(name = 'sandbox') {
    this.name = name
  }

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

  async refund(request: RefundRequest): Promise<RefundAnswer> {
    const { reference, charge, amount } = request
    this.refundRequests.push(request)
    await outOfSight(() => this.beforeRefund())
    await setTimeout(5)
    const { refundMood: mood } = this
    const [of = charge] = [...this.books].find(([, { gatewayReference }]) => gatewayReference === charge) ?? []
    this.refunds.set(of, (this.refunds.get(of) ?? 0) + 1)
    const before = this.refundBooks.get(reference)
    if (before) return answerOf(before)
    if (mood === 'breaks before') throw new GatewayUnclear('The connection broke.')
    this.setRefund(reference, { charge, amount }, mood === 'breaks after' ? 'done' : mood)
    await outOfSight(() => this.afterRefund())
    if (mood === 'breaks after') throw new GatewayUnclear('The connection broke.')
    return answerOf(this.refundBooks.get(reference) as RefundAnswer)
  }

  async findRefund(reference: string): Promise<RefundAnswer | undefined> {
    this.looks += 1
    const refund = this.refundBooks.get(reference)
    return refund && answerOf(refund)
  }

  /** Moves a refund to a state. */
  setRefund(reference: string, of: { charge: string; amount: bigint }, result: RefundAnswer['result']): void {
    const gatewayReference = `test_${reference}`
    const answer: RefundAnswer =
      result === 'failed' ? { result, gatewayReference, reason: 'The account is closed.' } : { result, gatewayReference }
    this.refundBooks.set(reference, { ...answer, charge: of.charge, amount: of.amount })
  }

  /** Moves all refunds to a state. */
  setRefunds(result: RefundAnswer['result']): void {
    for (const [reference, of] of this.refundBooks) this.setRefund(reference, of, result)
  }

  /** Forgets everything and is well again. */
  reset(mood: Mood = 'captures'): void {
    this.mood = mood
    this.asked = []
    this.books.clear()
    this.refunds.clear()
    this.refundMood = 'done'
    this.refundRequests = []
    this.refundBooks.clear()
    this.beforeRefund = async () => {}
    this.afterRefund = async () => {}
    this.meanwhile = async () => {}
    this.afterwards = async () => {}
    this.looks = 0
    this.looking = async () => {}
  }
}

const answerOf = ({ result, gatewayReference, ...others }: RefundAnswer): RefundAnswer =>
  'reason' in others && result === 'failed'
    ? { result, gatewayReference, reason: others.reason }
    : ({ result, gatewayReference } as RefundAnswer)
