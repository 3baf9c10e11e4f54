/** The words of mails in English. */
import type { Words } from './words.ts'

export const en: Words = {
  kinds: {
    order_receipt: {
      subject: 'Your order {{ order }} at {{ shop }}',
      heading: 'Thank you for your order',
      text: 'Hello {{ name }},\nwe have received your payment. This is the receipt of order {{ order }}.',
    },
    renewal_receipt: {
      subject: 'Receipt of your renewal at {{ shop }}',
      heading: 'Your subscription was renewed',
      text: 'Hello {{ name }},\nwe have charged {{ total }} for the renewal of your subscription. This is the receipt of order {{ order }}.',
    },
    renewal_notice: {
      subject: 'Your subscription renews on {{ date }}',
      heading: 'Your next renewal',
      text: 'Hello {{ name }},\nyour subscription to {{ product }} renews on {{ date }}. We will then charge {{ total }}.',
    },
    payment_failed: {
      subject: 'Your payment at {{ shop }} failed',
      heading: 'We could not charge your card',
      text: 'Hello {{ name }},\nyour bank declined {{ total }} for the renewal of your subscription.',
    },
    card_expiring: {
      subject: 'Your card expires soon',
      heading: 'Your card expires soon',
      text: 'Hello {{ name }},\nyour card {{ card }} expires on {{ date }}. Add another one to keep your subscription.',
    },
    shipped: {
      subject: 'Your order {{ order }} is on its way',
      heading: 'Your parcel is on its way',
      text: 'Hello {{ name }},\nwe have shipped a parcel of your order {{ order }}.',
    },
    delivered: {
      subject: 'Your order {{ order }} was delivered',
      heading: 'Your parcel was delivered',
      text: 'Hello {{ name }},\na parcel of your order {{ order }} was delivered.',
    },
    skipped: {
      subject: 'You skipped a delivery',
      heading: 'Your next delivery is skipped',
      text: 'Hello {{ name }},\nthe next delivery of {{ product }} is skipped. Your subscription goes on on {{ date }}.',
    },
    paused: {
      subject: 'Your subscription is paused',
      heading: 'Your subscription is paused',
      text: 'Hello {{ name }},\nyour subscription to {{ product }} is paused. Nothing is charged or sent until it goes on.',
    },
    changed: {
      subject: 'Your subscription was changed',
      heading: 'Your subscription was changed',
      text: 'Hello {{ name }},\nyour subscription to {{ product }} was changed. Its next renewal is on {{ date }}.',
    },
    cancelled: {
      subject: 'Your subscription was cancelled',
      heading: 'Your subscription was cancelled',
      text: 'Hello {{ name }},\nyour subscription to {{ product }} was cancelled. It will not be charged again; what is paid lasts until {{ date }}.',
    },
    refunded: {
      subject: 'Your refund from {{ shop }}',
      heading: 'We have refunded you',
      text: 'Hello {{ name }},\nwe have refunded {{ total }} of your order {{ order }}.',
    },
    credited: {
      subject: 'You have credit at {{ shop }}',
      heading: 'You have new credit',
      text: 'Hello {{ name }},\nwe have added {{ total }} to your credit. It pays for your next orders.',
    },
    gift: {
      subject: '{{ giver }} has a gift for you',
      heading: 'A gift for you',
      text: 'Hello {{ name }},\n{{ giver }} has chosen a gift for you at {{ shop }}. We send it to you.',
    },
    sign_in: {
      subject: 'Sign in to {{ shop }}',
      heading: 'Your link to sign in',
      text: 'Hello {{ name }},\nwith this button you sign in to your account at {{ shop }}. If you have not asked for it, do nothing.',
    },
    withdrawal_received: {
      subject: 'We have received your declaration at {{ shop }}',
      heading: 'We have received your declaration',
      text: 'Hello {{ name }},\nthis acknowledges what you have declared to {{ shop }}. We look after it and write to you.',
    },
  },
  confirmation: {
    subject: 'Confirm your declaration at {{ shop }}',
    heading: 'Was it you?',
    text: 'Hello {{ name }},\na withdrawal or a cancellation was declared at {{ shop }} for an order of yours. If it was you, confirm it with this button, and we stop renewals at once. If it was not, do nothing.',
  },
  linkEnds: 'The link works once, for 15 minutes.',
  labels: {
    ...{ subTotal: 'Subtotal', discount: 'Discount', shipping: 'Shipping', taxAdded: 'Tax', taxContained: 'Tax included' },
    ...{ total: 'Total', credit: 'Paid with credit', paid: 'Paid by card', tracking: 'Tracking', track: 'Track the parcel' },
    ...{ reason: 'Reason', account: 'Open your account', payNow: 'Update your card', from: 'With a message' },
    ...{ sign_in: 'Sign in', confirm_withdrawal: 'Review and confirm', received: 'Received' },
    ...{ withdraw: 'Withdraw from a contract here', cancel: 'Cancel contracts here' },
    quantity: (count) => `Quantity: ${count}`,
    moreLines: (count) => (count === 1 ? 'and one more item' : `and ${count} more items`),
  },
  howToCancel: 'You can cancel at any time, by a message to us or in your account; the time that is paid for stays yours.',
  triedAgain: (date) => `We will try again on ${date}. You can add another card before that.`,
  notTriedAgain: 'We will not try again. Add another card to keep your subscription.',
  backToCard: (amount) => `${amount} goes back to your card. Your bank may need a few days.`,
  asCredit: (amount) => `${amount} was added to your credit.`,
}
