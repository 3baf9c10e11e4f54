/** The state of a record as a word in a colour; the word alone says it. */
import { words } from '../format.ts'

const tones: Record<string, 'good' | 'warn' | 'bad' | 'quiet'> = {
  active: 'good',
  paid: 'good',
  fulfilled: 'good',
  shipped: 'good',
  delivered: 'good',
  done: 'good',
  captured: 'good',
  won: 'good',
  past_due: 'bad',
  failed: 'bad',
  unpaid: 'warn',
  lost: 'bad',
  needs_response: 'bad',
  unfulfilled: 'warn',
  unshipped: 'warn',
  partial: 'warn',
  partially_refunded: 'warn',
  pending: 'warn',
  unknown: 'warn',
  suspended: 'warn',
  open: 'warn',
}

/** @param label what is shown in the place of the state's own name. */
export const Badge = ({ state, label }: { state: string; label?: string }) => (
  <span className={`badge ${tones[state] ?? 'quiet'}`}>{label ?? words(state)}</span>
)
