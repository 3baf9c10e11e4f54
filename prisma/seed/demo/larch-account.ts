/** The reasons for cancelling of the first shop with what it offers, and an offer, a withdrawal and a consent. */
import { createHash } from 'node:crypto'
import type { Calendar } from './calendar.ts'
import type { Rows } from './rows.ts'

const terms = 'I accept the terms, and that my subscription renews until I cancel it.'

const words = `I withdraw from the contract named here.
Contract or order: Order 9
Name: Wren Abbott`

/** @param couponId of an offer of a percentage. */
export function addLarchAccount(rows: Rows, storeId: number, couponId: number, { day }: Calendar): void {
  const reasons = [
    { words: 'It costs too much', offer: 'percent', couponId },
    { words: 'I have more than I need', offer: 'skip' },
    { words: 'I am away for a while', offer: 'pause' },
    { words: 'I would like something else', offer: 'change' },
    { words: 'Another reason' },
  ] as const
  for (const [place, reason] of reasons.entries())
    rows.add('cancellationReason', { storeId, code: 10 * (place + 1), position: place + 1, ...reason })
  const about = { customerId: 1, subscriptionId: 2 }
  rows.add('cancelOffer', { storeId, ...about, reasonCode: 20, kind: 'skip', shownAt: day(-4) })
  const name = { name: 'Wren Abbott', email: 'wren.abbott@example.net' }
  const said = { kind: 'withdrawal', reference: 'Order 9', words, locale: 'en' } as const
  rows.add('withdrawal', { storeId, ...name, ...said, receivedAt: day(-2), isAcknowledged: true })
  const textHash = createHash('sha256').update(terms).digest('hex')
  const accepted = { version: '2026-01', text: terms, textHash, surface: 'checkout', address: '203.0.113.7' }
  rows.add('consent', { storeId, customerId: 1, ...accepted, acceptedAt: day(-200), recordedBy: 'key demo' })
}
