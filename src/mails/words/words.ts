/** The shape of the words of mails in a language. */
import type { MailKind } from '../kinds.ts'

/** The words of a kind, with placeholders. A shop may have its own. */
export type KindWords = { subject: string; heading: string; text: string }

export type Words = {
  kinds: Readonly<Record<MailKind, KindWords>>
  /** The words of the link that confirms a withdrawal. */
  confirmation: KindWords
  /** How long a mailed link works. */
  linkEnds: string
  /** Rows of tables, and the texts of buttons. */
  labels: {
    subTotal: string
    discount: string
    shipping: string
    taxAdded: string
    taxContained: string
    total: string
    credit: string
    paid: string
    quantity(count: number): string
    moreLines(count: number): string
    tracking: string
    track: string
    reason: string
    account: string
    payNow: string
    sign_in: string
    confirm_withdrawal: string
    received: string
    withdraw: string
    cancel: string
    from: string
  }
  /** How to cancel, in every receipt of a subscription. */
  howToCancel: string
  /** When a renewal that failed is tried again, and the end of that. */
  triedAgain(date: string): string
  notTriedAgain: string
  backToCard(amount: string): string
  asCredit(amount: string): string
}
