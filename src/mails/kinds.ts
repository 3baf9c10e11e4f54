/** The kinds of mails: which events cause them, and the placeholders of their words. */
type KindOfMail = {
  /** Types of events. */
  causes: readonly string[]
  /** Its meaning, for the documents. */
  meaning: string
  placeholders: readonly string[]
}

const always = ['shop', 'name'] as const

const ofOrder = [...always, 'order', 'total'] as const
const ofSubscription = [...always, 'product', 'date'] as const

export const mailKinds = {
  order_receipt: {
    causes: ['payment.captured'],
    meaning: 'The receipt of an order or of a change that was paid.',
    placeholders: ofOrder,
  },
  renewal_receipt: {
    causes: ['payment.captured'],
    meaning: 'The receipt of a renewal, with how to cancel.',
    placeholders: ofOrder,
  },
  renewal_notice: {
    causes: ['subscription.renewal_upcoming'],
    meaning: 'A renewal is near: its date and what it will charge.',
    placeholders: [...ofSubscription, 'total'],
  },
  payment_failed: {
    causes: ['payment.failed'],
    meaning: 'A renewal was declined, and when it is tried again.',
    placeholders: [...ofOrder, 'card'],
  },
  card_expiring: {
    causes: ['payment_method.expiring'],
    meaning: 'A card that pays for a subscription runs out.',
    placeholders: [...always, 'card', 'date'],
  },
  shipped: {
    causes: ['shipment.shipped'],
    meaning: 'A parcel was sent, with its tracking.',
    placeholders: [...always, 'order'],
  },
  delivered: { causes: ['shipment.delivered'], meaning: 'A parcel arrived.', placeholders: [...always, 'order'] },
  skipped: {
    causes: ['subscription.skipped'],
    meaning: 'The next renewal was skipped.',
    placeholders: ofSubscription,
  },
  paused: { causes: ['subscription.paused'], meaning: 'A subscription was paused.', placeholders: ofSubscription },
  changed: {
    causes: ['subscription.changed'],
    meaning: 'A subscription was changed.',
    placeholders: ofSubscription,
  },
  cancelled: {
    causes: ['subscription.cancelled'],
    meaning: 'A subscription was cancelled.',
    placeholders: ofSubscription,
  },
  refunded: { causes: ['refund.done'], meaning: 'Money of an order was given back.', placeholders: ofOrder },
  credited: {
    causes: ['credit_entry.created'],
    meaning: 'Credit was added to a customer.',
    placeholders: [...always, 'total'],
  },
  gift: {
    causes: ['payment.captured', 'shipment.shipped'],
    meaning: 'A gift, to its recipient, without prices: once it is paid, or with the first parcel.',
    placeholders: [...always, 'giver', 'product'],
  },
  sign_in: {
    causes: ['customer.sign_in_requested', 'withdrawal.confirmation_requested'],
    meaning: "The link that signs a customer in to the customers' page, or confirms a withdrawal.",
    placeholders: always,
  },
  withdrawal_received: {
    causes: ['withdrawal.received'],
    meaning:
      'The receipt of a withdrawal or a cancellation that was declared without an account: its words and its time, without links.',
    placeholders: [...always, 'date'],
  },
} as const satisfies Record<string, KindOfMail>

export type MailKind = keyof typeof mailKinds

export const kindsOfMails = Object.keys(mailKinds) as MailKind[]
